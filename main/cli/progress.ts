/** What a command tells on stderr while documents are on their way. */

import type { Station } from '../app/station.ts';
import { isUnderWay } from '../features/signing/signing.ts';
import type { Words } from '../platform/i18n/words.ts';
import type { CommandIo } from './io.ts';

/**
 * By number and state only: what is on the screen of a scheduler's log stays there. A document counts once,
 * however often it changes.
 */
export function tellProgress({ signing }: Station, ids: () => ReadonlySet<string>, io: CommandIo, words: Words): () => void {
  const done = new Set<string>();
  const tell = (jobs: ReturnType<typeof signing.jobs>) => {
    for (const { documentId, status } of jobs) {
      if (isUnderWay(status) || done.has(documentId) || !ids().has(documentId)) continue;
      done.add(documentId);
      void io.err(`${words.say('progress', { done: done.size, total: ids().size, status: words.status(status) })}\n`);
    }
  };
  signing.events.on('changed', tell);
  return () => void signing.events.off('changed', tell);
}
