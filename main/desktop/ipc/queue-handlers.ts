/** The channels of the queue: its list, and a person's actions on it. */
import type { Station } from '../../app/station.ts';
import type { Dialogs } from '../dialogs.ts';
import type { HandlersOf } from './handler-support.ts';

type Deps = { station: Pick<Station, 'queue' | 'breakOff'>; dialogs: Pick<Dialogs, 'outputFolder'>; settingsChanged: () => Promise<void> };

export function queueHandlers({ station, dialogs, settingsChanged }: Deps): HandlersOf<'queue'> {
  const { queue } = station;
  return {
    'queue.state': async () => queue.state(),
    'queue.summary': async () => queue.list.summary(),
    'queue.page': async (request) => queue.list.page(request),
    'queue.ids': async (filter) => queue.list.ids(filter),
    'queue.offset': async ({ documentId, filter }) => ({ offset: queue.list.offset(documentId, filter) }),
    'queue.countActs': async ({ ids }) => queue.list.countActs(ids),
    'queue.pause': async () => {
      queue.pause();
    },
    'queue.resume': async () => {
      queue.resume();
    },
    'queue.wake': async () => {
      queue.wake();
    },
    async 'queue.retry'({ ids, resend, again }) {
      const needsReason = queue.needsReason(ids, resend);
      const unready = new Set(needsReason.map(({ documentId }) => documentId));
      const ready = ids.filter((id) => !unready.has(id));
      const queued = await queue.retry(ready, { resend, again });
      const rest = ready.filter((id) => !queued.includes(id));
      return { queued, sentBefore: queue.sentBefore(rest, resend), needsReason };
    },
    'queue.check': ({ documentId }) => queue.check(documentId),
    'queue.accept': async ({ documentId, candidateId }) => {
      await queue.accept(documentId, candidateId);
    },
    'queue.close': async ({ documentId, note }) => {
      queue.close(documentId, note);
    },
    'queue.releaseFile': async ({ documentId, reason }) => {
      await queue.releaseFile(documentId, reason);
    },
    'queue.checkAgain': async ({ ids }) => ({ signed: await queue.checkAgain(ids) }),
    'queue.proposeRule': ({ documentId }) => queue.proposeRule(documentId),
    async 'queue.acceptRule'({ documentId, rules }) {
      // A check can fail after the rules are saved, so the page reads the settings again in any case.
      return { signed: await queue.acceptRule(documentId, rules).finally(settingsChanged) };
    },
    'queue.stopCheck': async ({ documentId }) => {
      queue.stopCheck(documentId);
    },
    'queue.deliver': async ({ ids, elsewhere }) => {
      const folder = elsewhere ? await dialogs.outputFolder() : undefined;
      return { delivered: folder === null ? 0 : await queue.deliver(ids, folder) };
    },
    'queue.remove': async ({ ids }) => ({ removed: queue.remove(ids) }),
    'queue.restore': async ({ ids }) => ({ restored: queue.restore(ids) }),
    'queue.finishClosing': async () => {
      station.breakOff();
    },
  };
}
