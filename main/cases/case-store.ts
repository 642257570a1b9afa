/**
 * Visits in the database, sealed; all of them in memory too, since lists are searched by what is sealed. Everything
 * here is done when the call returns, on the disk.
 */
import { createVisitIndex, type VisitIndex } from '../../shared/domain/match-visit.ts';
import { StationError } from '../../shared/errors.ts';
import type { Database } from '../store/database.ts';
import { openSealedCollection, type SealedCollection, type SealedRow } from '../store/sealed-collection.ts';
import type { Opened } from '../store/sealed-table.ts';
import type { Sealer } from '../vault/sealing.ts';
import { type KeptCase, keptCaseSchema } from './kept-case.ts';

export type CaseStore = Pick<SealedCollection<KeptCase>, 'find' | 'has' | 'put' | 'remove' | 'locked' | 'renewSeals'> & {
  /** Those that changed last come first; what cannot be opened stands where its clear column says. */
  all(): Opened<KeptCase>[];
  /** @throws StationError `case-unknown`, Unsealable */
  get(id: string): KeptCase;
  /** Those that can be opened, by transaction number and by person. */
  index(): VisitIndex<KeptCase>;
};

export function openCaseStore({ database, sealer }: { database: Database; sealer: Sealer }): CaseStore {
  const index = createVisitIndex<KeptCase>();
  /** Worked out once after a change. */
  let ordered: Opened<KeptCase>[] | null = null;
  const { rows, find, get, has, put, remove, locked, renewSeals } = openSealedCollection({
    database,
    sealer,
    table: 'customer_case',
    kind: 'case',
    schema: keptCaseSchema,
    // The time of the last change is not bound: it only orders what cannot be opened.
    clear: { columns: ['opened_at', 'changed_at'], of: ({ openedAt, changedAt }) => [openedAt, changedAt], bound: 1 },
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
    locked,
    renewSeals,
  };
}

const changedAt = ({ opened, clear: [, column] }: SealedRow<KeptCase>): string => (opened.ok ? opened.value.changedAt : (column ?? ''));
