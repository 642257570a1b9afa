/** The shape of the texts, by the name of their file. Spanish is the reference; test/i18n holds the other languages to it. */
export interface Texts {
  app: typeof import('./es/app.json');
  backup: typeof import('./es/backup.json');
  bulk: typeof import('./es/bulk.json');
  causes: typeof import('./es/causes.json');
  certificate: typeof import('./es/certificate.json');
  cli: typeof import('./es/cli.json');
  customers: typeof import('./es/customers.json');
  dialogs: typeof import('./es/dialogs.json');
  evidence: typeof import('./es/evidence.json');
  hub: typeof import('./es/hub.json');
  inbox: typeof import('./es/inbox.json');
  jobs: typeof import('./es/jobs.json');
  paper: typeof import('./es/paper.json');
  pdf: typeof import('./es/pdf.json');
  problems: typeof import('./es/problems.json');
  queue: typeof import('./es/queue.json');
  record: typeof import('./es/record.json');
  recordPaper: typeof import('./es/recordPaper.json');
  recordView: typeof import('./es/recordView.json');
  results: typeof import('./es/results.json');
  screening: typeof import('./es/screening.json');
  service: typeof import('./es/service.json');
  settings: typeof import('./es/settings.json');
  shell: typeof import('./es/shell.json');
  signing: typeof import('./es/signing.json');
  statuses: typeof import('./es/statuses.json');
  ui: typeof import('./es/ui.json');
  verification: typeof import('./es/verification.json');
  verify: typeof import('./es/verify.json');
}

/** Areas that the page's first screen shows: a file of their own per language, which the build makes and the page loads first. */
export const firstAreas = ['app', 'jobs', 'pdf', 'signing', 'statuses', 'ui'] as const satisfies readonly (keyof Texts)[];
