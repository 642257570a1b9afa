import type { SigningJob } from './doors/domain.ts';

/** A job as main reports it, queued and not sent yet, with these differences. */
export const jobWith = (documentId: string, differs: Partial<SigningJob> = {}): SigningJob => ({
  documentId,
  batchId: 'b',
  name: `${documentId}.pdf`,
  reference: documentId,
  clientInfo: 'T-1',
  visitId: null,
  status: 'queued',
  problem: null,
  warning: null,
  providerDocumentId: null,
  queuedAt: '2026-01-01T10:00:00Z',
  changedAt: '2026-01-01T10:00:00Z',
  hasOriginal: true,
  attempts: 0,
  lastAttemptAt: null,
  signedName: null,
  signedSha256: null,
  quarantinedName: null,
  delivery: 'none',
  closed: null,
  fileRelease: null,
  verification: null,
  removed: false,
  ...differs,
});
