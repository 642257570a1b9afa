/**
 * Visits in the database, sealed; all of them in memory too, since lists are searched by what is sealed. Everything
 * here is done when the call returns, on the disk.
 */
import { z } from 'zod';
import { StationError } from '../../shared/errors.ts';
import type { Database } from '../store/database.ts';
import { type Opened, openedOrNot, openSealed } from '../store/sealed-table.ts';
import { type Sealer, type SealLabel, Unsealable } from '../vault/sealing.ts';
import { createCaseIndex } from './case-index.ts';
import { type KeptCase, keptCaseSchema } from './kept-case.ts';
import type { CaseIndex } from './whose.ts';

export type CaseStore = {
  /** Those that changed last come first; what cannot be opened stands where its clear column says. */
  all(): Opened<KeptCase>[];
  /** @throws StationError `case-unknown`, Unsealable */
  get(id: string): KeptCase;
  /** Null for one that is not kept, or cannot be opened. */
  find(id: string): KeptCase | null;
  /** Those that can be opened, by transaction number and by person. */
  index(): CaseIndex;
  /** @throws StationError `disk-full`; then nothing is changed */
  put(visit: KeptCase): void;
  remove(id: string): void;
  /** Whether a visit of that id is kept, readable or not. */
  has(id: string): boolean;
  locked(): number;
  /** Seals anew what is under another key. Answers whether all is under this one. */
  renewSeals(key: string): boolean;
};

const rowSchema = z.object({
  id: z.string(),
  opened_at: z.string(),
  changed_at: z.string(),
  key: z.string(),
  sealed: z.instanceof(Uint8Array),
});

export function openCaseStore({ database, sealer }: { database: Database; sealer: Sealer }): CaseStore {
  const { sql } = database;
  const select = sql.prepare('SELECT id, opened_at, changed_at, key, sealed FROM customer_case');
  const upsert = sql.prepare(
    `INSERT INTO customer_case (id, opened_at, changed_at, key, sealed) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at, key = excluded.key, sealed = excluded.sealed`,
  );
  const remove = sql.prepare('DELETE FROM customer_case WHERE id = ?');

  /** The time of the last change is not bound: it only orders what cannot be opened. */
  const label = (id: string, openedAt: string): SealLabel => ({ kind: 'case', id, version: 1, clear: [openedAt] });

  type Entry = { opened: Opened<KeptCase>; changedAt: string };
  const cases = new Map<string, Entry>();
  const index = createCaseIndex();
  for (const row of select.all()) {
    const { id, opened_at, changed_at, sealed } = rowSchema.parse(row);
    const opened = openedOrNot(id, () => openSealed(sealer, label(id, opened_at), sealed, keptCaseSchema));
    cases.set(id, { opened, changedAt: opened.ok ? opened.value.changedAt : changed_at });
    if (opened.ok) index.change(null, opened.value);
  }

  const write = (visit: KeptCase): void => {
    const sealed = sealer.seal(label(visit.id, visit.openedAt), visit);
    database.transaction(() => upsert.run(visit.id, visit.openedAt, visit.changedAt, sealer.keyOf(sealed), sealed));
  };

  const visitOf = (entry: Entry | null | undefined): KeptCase | null => (entry?.opened.ok ? entry.opened.value : null);
  const set = (id: string, entry: Entry | null): void => {
    index.change(visitOf(cases.get(id)), visitOf(entry));
    if (entry) cases.set(id, entry);
    else cases.delete(id);
    ordered = null;
  };
  /** In memory as on the disk: what the disk does not take in the end is not held either. */
  const hold = (id: string, entry: Entry | null): void => {
    const before = cases.get(id) ?? null;
    set(id, entry);
    database.afterwards((kept) => {
      if (!kept) set(id, before);
    });
  };

  /** Worked out once after a change. */
  let ordered: Opened<KeptCase>[] | null = null;
  const all = (): Opened<KeptCase>[] => {
    ordered ??= [...cases.values()]
      .toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : a.changedAt > b.changedAt ? -1 : 0))
      .map(({ opened }) => opened);
    return ordered;
  };

  return {
    all,
    index: () => index,
    get(id) {
      const entry = cases.get(id);
      if (!entry) throw new StationError('case-unknown');
      if (!entry.opened.ok) throw new Unsealable(entry.opened.problem.code === 'sealed-elsewhere' ? 'key-absent' : 'damaged', 'case');
      return entry.opened.value;
    },
    find(id) {
      const opened = cases.get(id)?.opened;
      return opened?.ok ? opened.value : null;
    },
    put(visit) {
      const checked = keptCaseSchema.parse(visit);
      database.transaction(() => {
        write(checked);
        hold(checked.id, { opened: { ok: true, value: checked }, changedAt: checked.changedAt });
      });
    },
    remove(id) {
      database.transaction(() => {
        remove.run(id);
        hold(id, null);
      });
    },
    has: (id) => cases.has(id),
    locked: () => [...cases.values()].filter(({ opened }) => !opened.ok && opened.problem.code === 'sealed-elsewhere').length,
    renewSeals(key) {
      let all = true;
      for (const row of select.all()) {
        const { id, key: under } = rowSchema.parse(row);
        if (under === key) continue;
        const visit = cases.get(id)?.opened;
        if (visit?.ok) write(visit.value);
        else all = false;
      }
      return all;
    },
  };
}
