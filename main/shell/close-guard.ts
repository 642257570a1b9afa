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
      .catch(() => undefined) // the window went with the question: nobody is left to answer it
      .finally(() => {
        asking = false;
      });
  });
}

/** Null when nothing is left to be done. Without a keychain the queue ends with the station: what would be gone is asked first. */
function questionOf(station: Work): keyof ShellWords['closing'] | null {
  const { sending, waiting, doubtful, undelivered } = station.open();
  if (station.queue.state().notKept !== null) {
    if (undelivered > 0) return 'signedLost';
    if (waiting > 0) return 'lost';
    if (doubtful > 0) return 'doubtLost';
  }
  if (sending > 0) return 'sending';
  return waiting > 0 ? 'waiting' : null;
}
