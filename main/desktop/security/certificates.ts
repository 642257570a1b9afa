/** Keeps a certificate that Chromium rejects rejected, without asking anyone (Electron security checklist 1, 6). */
import { app } from 'electron';

export function keepCertificateErrors(): void {
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
}
