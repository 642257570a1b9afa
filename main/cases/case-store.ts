/** Visits in the database, all of them in memory too. A change is on the disk when the call returns. */
import { createVisitIndex, type VisitIndex } from '../../shared/domain/match-visit.ts';
import { StationError } from '../../shared/errors.ts';
import { type Collection, type CollectionRow, openCollection } from '../store/collection.ts';
import type { Database } from '../store/database.ts';
import type { Opened } from '../store/rows.ts';
import { type KeptCase, keptCaseSchema } from './kept-case.ts';

export type CaseStore = Pick<Collection<KeptCase>, 'find' | 'has' | 'put' | 'remove'> & {
  /** The latest changed first; a row that does not parse is where its column says. */
  all(): Opened<KeptCase>[];
  /** @throws StationError `case-unknown`, UnreadableRow */
  get(id: string): KeptCase;
  /** Those that can be opened, by transaction number and by person. */
  index(): VisitIndex<KeptCase>;
};

export function openCaseStore(database: Database): CaseStore {
  const index = createVisitIndex<KeptCase>();
  /** Worked out once after a change. */
  let ordered: Opened<KeptCase>[] | null = null;
  const { rows, find, get, has, put, remove } = openCollection({
    database,
    table: 'customer_case',
    kind: 'case',
    schema: keptCaseSchema,
    columns: { names: ['opened_at', 'changed_at'], of: ({ openedAt, changedAt }) => [openedAt, changedAt] },
    changed(before, after) {
      index.change(before, after);
      ordered = null;
    },
  });

  return {
    all() {
      ordered ??= rows()
        .toSorted((a, b) => (changedAt(a) < changedAt(b) ? 1 : changedAt(a) > changedAt(b) ? -1 : 0))
        .map(({ opened }) => opened);
      return ordered;
    },
    index: () => index,
    get(id) {
      const visit = get(id);
      if (!visit) throw new StationError('case-unknown');
      return visit;
    },
    find,
    put,
    remove,
    has,
  };
}

const changedAt = ({ opened, columns: [, column] }: CollectionRow<KeptCase>): string =>
  opened.ok ? opened.value.changedAt : (column ?? '');
