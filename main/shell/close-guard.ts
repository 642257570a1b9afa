/**
 * Closing while there is work asks first. What waits is kept and goes on at the next start; what is being sent gets
 * its answer before the window closes, unless a person does not want to wait (`queue.finishClosing`).
 */
import { type BrowserWindow, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings.ts';
import type { Station } from '../station.ts';
import { type ShellWords, shellWords } from './words.ts';

type Work = Pick<Station, 'open' | 'finish' | 'queue'>;

export function guardClosing(window: BrowserWindow, station: Work, language: () => Language): void {
  let asking = false;
  let finishing = false;
  const close = async () => {
    finishing = true;
    await station.finish().catch(() => undefined); // whatever it was, the next start puts it in order
    if (!window.isDestroyed()) window.destroy();
  };
  window.on('close', (event) => {
    const question = questionOf(station);
    if (question === null && !finishing) return;
    event.preventDefault();
    if (asking || finishing || question === null) return;
    asking = true;
    const { message, detail, stay, close: leave } = shellWords(language()).closing[question];
    void dialog
      .showMessageBox(window, { type: 'warning', message, detail, buttons: [stay, leave], defaultId: 0, cancelId: 0 })
      .then(({ response }) => (response === 1 ? close() : undefined))
      .finally(() => {
        asking = false;
      });
  });
}

/** Null when nothing is left to be done. */
function questionOf(station: Work): keyof ShellWords['closing'] | null {
  const { sending, waiting } = station.open();
  if (waiting > 0 && station.queue.state().notKept !== null) return 'lost';
  if (sending > 0) return 'sending';
  return waiting > 0 ? 'waiting' : null;
}
