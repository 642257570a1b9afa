/**
 * Asks before the window closes while there is work, or input that is not saved. Pending documents continue at the next start;
 * documents in flight get their answers before the window closes, unless a person does not want to wait (`queue.finishClosing`).
 */
import { type BrowserWindow, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { Station } from '../app/station.ts';
import { closingQuestion, type Work } from './closing-question.ts';
import { shellWords } from './words.ts';

/** `close`: closes the window without a question, once the documents being sent have their outcomes. */
export function guardClosing(
  window: BrowserWindow,
  station: Work & Pick<Station, 'finish'>,
  { language, hasInput }: { language: () => Language; hasInput: () => boolean },
): { close: () => void } {
  let asking = false;
  let finishing = false;
  const close = async () => {
    if (finishing) return;
    finishing = true;
    await station.finish().catch(() => undefined); // the next start repairs the state after any error
    if (!window.isDestroyed()) window.destroy();
  };
  window.on('close', (event) => {
    const question = closingQuestion(station, hasInput());
    if (question === null && !finishing) return;
    event.preventDefault();
    if (asking || finishing || question === null) return;
    asking = true;
    const { closing, closingToo, keepOpen } = shellWords(language());
    const { message, detail: about, close: leave } = closing[question.name];
    const lostToo = question.lostToo.map((what) => closingToo[what]);
    const detail = [about, ...lostToo].join(' ');
    void dialog
      .showMessageBox(window, { type: 'warning', message, detail, buttons: [keepOpen, leave], defaultId: 0, cancelId: 0 })
      .then(({ response }) => (response === 1 ? close() : undefined))
      .catch(() => undefined) // the window has closed with the question
      .finally(() => {
        asking = false;
      });
  });
  return { close: () => void close() };
}
