/** Keeps the machine from sleeping automatically while documents are being sent: a call that sleep cuts is in doubt. */
import { powerSaveBlocker } from 'electron';
import type { Station } from '../app/station.ts';

export function stayAwakeWhileSending({ queue, open }: Pick<Station, 'queue' | 'open'>): void {
  let blocker: number | null = null;
  const look = () => {
    const isSending = open().sending > 0;
    if (isSending && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!isSending && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  queue.list.events.on('state', look);
  look();
}
