/** Texts of the first screen. */
import statuses from '../../shared/i18n/en/statuses.json';
import app from './en/app.json';
import jobs from './en/jobs.json';
import pdf from './en/pdf.json';
import signing from './en/signing.json';
import ui from './en/ui.json';

export const first: typeof import('./first-es.ts').first = { app, jobs, pdf, signing, statuses, ui };
