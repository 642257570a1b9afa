/**
 * Closing while there is work asks first. What waits is kept and goes on at the next start; what is being sent gets
 * its answer before the window closes, unless a person does not want to wait (`queue.finishClosing`).
 */
import { type BrowserWindow, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings.ts';
import type { Station } from '../app/station.ts';
import { closingQuestion, type Work } from './closing-question.ts';
import { shellWords } from './words.ts';

export function guardClosing(window: BrowserWindow, station: Work & Pick<Station, 'finish'>, language: () => Language): void {
  let asking = false;
  let finishing = false;
  const close = async () => {
    finishing = true;
    await station.finish().catch(() => undefined); // whatever it was, the next start puts it in order
    if (!window.isDestroyed()) window.destroy();
  };
  window.on('close', (event) => {
    const question = closingQuestion(station);
    if (question === null && !finishing) return;
    event.preventDefault();
    if (asking || finishing || question === null) return;
    asking = true;
    const { closing, closingToo } = shellWords(language());
    const { message, detail: about, stay, close: leave } = closing[question.name];
    const detail = question.searchesToo ? `${about} ${closingToo.searches}` : about;
    void dialog
      .showMessageBox(window, { type: 'warning', message, detail, buttons: [stay, leave], defaultId: 0, cancelId: 0 })
      .then(({ response }) => (response === 1 ? close() : undefined))
      .catch(() => undefined) // the window went with the question: nobody is left to answer it
      .finally(() => {
        asking = false;
      });
  });
}
