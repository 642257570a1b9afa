/** Ingests a whole body that the hub received for this station: as the documents endpoint does, and without an answer to its caller. */
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { classifyBody, recordAt } from '../http/documents-endpoint.ts';
import type { Intake } from './ingest-push.ts';

/** What was committed of a body before, by the place of each record in it. */
export type Committed = {
  isKnown(index: number): boolean;
  /** Part of the transaction of the record; `isLast`: the whole body is committed. Outside of one for a quarantined body. */
  note(index: number, isLast: boolean): void;
};

/**
 * Stores the records of a body, or quarantines a body that is none. Resolves when all of it is on the disk.
 * @throws StationError `push-not-stored`, `inbox-full`
 */
export async function ingestBody(intake: Intake, body: Buffer, user: string, committed: Committed): Promise<'record' | 'quarantined'> {
  const quarantine = async (why: Problem): Promise<'quarantined'> => {
    await intake.quarantine(body, user, why);
    committed.note(0, true);
    return 'quarantined';
  };
  const found = classifyBody(body);
  if (found.kind === 'unreadable') return quarantine(found.why);
  // The hub answers questions itself.
  if (found.kind === 'question') return 'record';
  for (const [index, path] of found.records.entries()) {
    if (committed.isKnown(index)) continue;
    const isLast = index === found.records.length - 1;
    try {
      await intake.ingestPush(recordAt(found.read, path), user, () => committed.note(index, isLast));
    } catch (thrown) {
      const why = problemOf(thrown);
      if (!['record-not-as-described', 'record-too-large'].includes(why.code)) throw thrown;
      return quarantine(why);
    }
  }
  return 'record';
}
