/** Sends a batch, reports progress and waits for its end. Ctrl+C cancels what was not sent yet. */
import type { BatchDocument, BatchFault } from '../../../../shared/domain/signing/signing.ts';
import { hasTrait, type Problem, problem, StationError } from '../../../../shared/errors.ts';
import type { Station } from '../../../app/station.ts';
import { untilInterrupted } from '../../support/interruption.ts';
import type { CommandIo } from '../../support/io.ts';
import { maxOfflineMs } from '../../support/open-station.ts';
import { reportProgress } from '../../support/report-progress.ts';

export type Sent = {
  batchId: string | null;
  /** In memory-only mode: documents cancelled because the connection was offline, with the problem of the connection. */
  cancelled: ReadonlyMap<string, Problem>;
};
type Mode = { offline: boolean; quiet: boolean };

/**
 * Queues the documents without a problem and, unless `offline`, waits for their end or for `maxOfflineMs`. A file that changes between the
 * check and this call is added to `problems`.
 */
export async function sendBatch(
  station: Station,
  entries: readonly BatchDocument[],
  problems: Map<string, Problem>,
  mode: Mode,
  io: CommandIo,
): Promise<Sent> {
  for (;;) {
    const documents = entries.filter(({ documentId }) => !problems.has(documentId));
    if (documents.length === 0) return { batchId: null, cancelled: new Map() };
    const sent = await sendDocuments(station, documents, problems, mode, io);
    if (sent !== null) return sent;
  }
}

/** @returns null when a document has a new problem, and nothing was queued */
const sendDocuments = (
  station: Station,
  documents: readonly BatchDocument[],
  problems: Map<string, Problem>,
  { offline, quiet }: Mode,
  io: CommandIo,
): Promise<Sent | null> =>
  untilInterrupted(async (signal) => {
    const ids = documents.map(({ documentId }) => documentId);
    signal.addEventListener('abort', () => {
      void io.err(`${io.words.say('stopping')}\n`);
      cancelWaiting(station, ids);
    });
    const endReports = quiet ? () => {} : reportProgress(station, new Set(ids), io);
    try {
      const { batchId, faults } = await station.signing.send({ documents: [...documents] });
      if (batchId === null) {
        noteFaults(faults, ids, problems);
        return null;
      }
      // Documents that could not be encrypted after the first call was queued.
      const leftOut = ids.filter((id) => station.signing.job(id)?.batchId !== batchId);
      if (faults.length > 0) noteFaults(faults, leftOut, problems);
      // An interruption during the check found nothing in the queue that it could cancel.
      if (signal.aborted) cancelWaiting(station, ids);
      if (offline) return { batchId, cancelled: new Map() };
      await station.queue.run({ batchId, maxWaitMs: maxOfflineMs, signal });
      // The answer may have returned documents in flight to the queue.
      if (signal.aborted) cancelWaiting(station, ids);
      endReports();
      return { batchId, cancelled: station.queue.state().memoryOnly ? cancelQueued(station, ids) : new Map() };
    } finally {
      endReports();
    }
  });

function cancelWaiting({ signing }: Station, ids: readonly string[]): void {
  try {
    signing.cancel([...ids]);
  } catch {
    // A full disk: the documents stay queued, and this run sends no more of them.
  }
}

/** In memory-only mode a queued document is gone with the process, so it must not be reported as queued. */
function cancelQueued({ signing, queue }: Station, ids: readonly string[]): Map<string, Problem> {
  const wanted = new Set(ids);
  const waiting = signing.openJobs().filter(({ documentId, status }) => wanted.has(documentId) && status === 'queued');
  const connection = queue.state().connection.problem ?? problem('offline');
  signing.cancel(waiting.map(({ documentId }) => documentId));
  return new Map(waiting.map(({ documentId, problem: why }) => [documentId, why ?? connection]));
}

/**
 * Notes why documents cannot be queued. A document's own fault has priority over one of the whole batch, such as a rule of the branch,
 * which applies to every document. The first fault of a document stays.
 * @throws StationError of settings, without which no document can be sent
 */
export function noteFaults(faults: readonly BatchFault[], ids: readonly string[], problems: Map<string, Problem>): void {
  if (ids.length === 0) return;
  const note = (id: string, why: Problem) => problems.has(id) || problems.set(id, why);
  for (const { documentId, problem: why } of faults) if (documentId !== null) note(documentId, why);
  for (const { documentId, problem: why } of faults) {
    if (documentId !== null) continue;
    if (hasTrait(why, 'settings')) throw new StationError(why.code, why.detail);
    for (const id of ids) note(id, why);
  }
}
