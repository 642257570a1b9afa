/** Texts of the first screen. */
import statuses from '../../shared/i18n/es/statuses.json';
import app from './es/app.json';
import jobs from './es/jobs.json';
import pdf from './es/pdf.json';
import signing from './es/signing.json';
import ui from './es/ui.json';

export const first = { app, jobs, pdf, signing, statuses, ui };
