/** Derives the facts that lists and rules need from the records and screenings of a visit; pure. */

import type { RecordReading } from '../../../shared/domain/record.ts';
import type { Opened } from '../../platform/storage/rows.ts';
import type { RecordRow } from '../records/records.ts';
import { type DamagedScreening, type ScreeningRow, verdictOf } from '../screening/screening.ts';
import type { VisitFacts } from './visit-row.ts';

export const noFacts: VisitFacts = { records: 0, screenings: 0, waitingSearches: 0, record: null, asked: [] };

/**
 * @param records in the order of their arrival
 * @param searches in the order of their requests
 */
export function factsOf(
  records: readonly Opened<RecordRow>[],
  searches: readonly (ScreeningRow | DamagedScreening)[],
  read: (record: RecordRow) => Pick<RecordReading, 'identification' | 'face'>,
): VisitFacts {
  const opened = searches.flatMap((search) => ('damaged' in search ? [] : [search]));
  // A later record that cannot be opened does not make an earlier one count again.
  const latest = records.at(-1);
  const record = latest?.ok ? { id: latest.value.id, ...pick(read(latest.value)) } : null;
  return {
    records: records.length,
    screenings: searches.length,
    waitingSearches: opened.filter(({ state }) => state === 'waiting').length,
    record,
    asked: [
      ...opened.flatMap(asked).toSorted((a, b) => (a.answeredAt < b.answeredAt ? -1 : a.answeredAt > b.answeredAt ? 1 : 0)),
      // Its content is unknown, so it does not count as clear.
      ...searches.flatMap((search) => ('damaged' in search ? [unreadable(search)] : [])),
    ],
  };
}

const pick = ({ identification, face }: Pick<RecordReading, 'identification' | 'face'>) => ({ identification, face });

function asked(search: ScreeningRow): VisitFacts['asked'] {
  const { id, outcome, answeredAt, block, query } = search;
  if (outcome === null || answeredAt === null || search.state === 'waiting') return [];
  return [{ id, name: query.name, identification: query.identification, answeredAt, outcome, block, verdict: verdictOf(search) }];
}

const unreadable = ({ id }: DamagedScreening): VisitFacts['asked'][number] => ({
  id,
  name: '',
  identification: '',
  answeredAt: '',
  outcome: 'unavailable',
  block: null,
  verdict: null,
});
