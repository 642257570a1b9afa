/**
 * Closing while documents are on their way asks first. Afterwards what waits is cancelled, and the process ends
 * when what is on its way has its result (`desktop.ts`, `will-quit`), which nobody sees: jobs live in memory.
 */
import { type BrowserWindow, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings.ts';
import { shellWords } from './words.ts';

export function guardClosing(window: BrowserWindow, busy: () => boolean, language: () => Language): void {
  let asking = false;
  window.on('close', (event) => {
    if (!busy()) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    const words = shellWords(language()).closing;
    const question = {
      type: 'warning' as const,
      message: words.message,
      detail: words.detail,
      buttons: [words.stay, words.close],
      defaultId: 0,
      cancelId: 0,
    };
    void dialog
      .showMessageBox(window, question)
      .then(({ response }) => {
        if (response === 1 && !window.isDestroyed()) window.destroy();
      })
      .finally(() => {
        asking = false;
      });
  });
}
