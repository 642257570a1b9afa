/** A certificate that Chromium rejects stays rejected, without a question (Electron security checklist 1, 6). */
import { app } from 'electron';

export function keepCertificateErrors(): void {
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
}
