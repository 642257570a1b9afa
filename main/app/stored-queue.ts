/** Reads the stored queue without the rest of the station, which takes most of the time of a short command to load. */

import type { Problem } from '../../shared/errors.ts';
import { type JobViews, jobViews, maxListedMs, type Outbox } from '../features/signing/signing.ts';
import type { ProviderChoice } from './accounts.ts';
import type { Station } from './station.ts';
import { openStationFolder, type StationFolder, type StationFolderOptions } from './station-folder.ts';

export type StoredQueue = JobViews & {
  /** Why what is queued waits, as far as this run has asked the provider. */
  connectionProblem(): Problem | null;
  /** How many rows of it cannot be read. */
  quarantined(): number;
  /** See `Station`. */
  notices(): readonly Problem[];
  close(): Promise<void>;
};

/** Opens the whole station, with `provider`, when that would change the list. @throws like `createStation` */
export const openStoredQueue = (options: StationFolderOptions, provider: () => Promise<ProviderChoice>): Promise<StoredQueue> =>
  openStationFolder(options, async (folder) => {
    if (folder.restored === null && !folder.store.copyCheck?.isCopy && isAsListed(folder.store.outbox)) return readingQueue(folder);
    const { openStation } = await import('./create-station.ts');
    return queueOfStation(await openStation({ options: { ...options, provider: await provider(), sending: 'manual' }, ...folder }));
  });

/** Nothing was cut off while it was sent, and nothing is old enough to leave the list. */
function isAsListed(outbox: Outbox): boolean {
  const since = new Date(Date.now() - maxListedMs).toISOString();
  const isPending = outbox.openJobs().some(({ status, changedAt }) => status === 'sending' || changedAt < since);
  return !isPending && outbox.openAttempts().length === 0 && outbox.restingBefore(since).length === 0;
}

function readingQueue({ store, settingsDatabase, close }: StationFolder): StoredQueue {
  const { outbox } = store;
  return {
    ...jobViews(outbox),
    connectionProblem: () => null,
    quarantined: () => outbox.quarantined().length,
    notices: () => [...settingsDatabase.notices(), ...store.notices()],
    close,
  };
}

/** The queue of an open station. Closing it closes the station. */
export const queueOfStation = ({ signing, queue, notices, close }: Station): StoredQueue => ({
  jobs: signing.jobs,
  details: signing.details,
  verification: signing.verification,
  connectionProblem: () => queue.state().connection.problem,
  quarantined: () => queue.state().quarantined.length,
  notices,
  close,
});
