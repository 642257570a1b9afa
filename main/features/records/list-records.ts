/** Lists the stored records for the command line (design, section 6). */

import { compareTexts } from '../../../shared/domain/compare-texts.ts';
import type { RecordSource } from '../../../shared/domain/records/record.ts';
import { uidKey } from '../../../shared/domain/text-folding.ts';
import { type RecordRepository, readingOf } from './record-repository.ts';

export type RecordLine = {
  /** Null for a record without a Uid, which has a separate line. */
  Uid: string | null;
  source: RecordSource;
  /** Time of the latest version. */
  receivedAt: string;
  /** The number of stored contents. Duplicate pushes do not count. */
  versions: number;
};

/** Returns one line per Uid and source, the latest first. `unreadable`: the number of records that cannot be opened. */
export function listRecords(records: RecordRepository): { lines: RecordLine[]; unreadable: number } {
  const lines = new Map<string, RecordLine>();
  let unreadable = 0;
  for (const one of records.all()) {
    if (!one.ok) {
      unreadable += 1;
      continue;
    }
    const { id, source, receivedAt } = one.value;
    const { uid: Uid } = readingOf(one.value, '');
    const key = Uid === null ? id : JSON.stringify([source, uidKey(Uid)]);
    const versions = (lines.get(key)?.versions ?? 0) + 1;
    lines.set(key, { Uid, source, receivedAt, versions });
  }
  return {
    lines: [...lines.values()].toSorted((a, b) => compareTexts(b.receivedAt, a.receivedAt)),
    unreadable,
  };
}
