/**
 * Publications in the database, sealed; all of them in memory too, since a question is held against every one of them.
 * Everything here is done when the call returns, on the disk.
 */
import { z } from 'zod';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../store/database.ts';
import { type Opened, openedOrNot, openSealed } from '../../store/sealed-table.ts';
import { type Sealer, type SealLabel, Unsealable } from '../../vault/sealing.ts';
import { type KeptPublication, keptPublicationSchema } from './kept-publication.ts';

export type PublicationStore = {
  /** Oldest first, those that cannot be opened in their place. */
  all(): readonly Opened<KeptPublication>[];
  /** Those that can be opened, oldest first. */
  readable(): readonly KeptPublication[];
  /** Those that can be opened and came from that path of the watched folder, oldest first. */
  ofPath(path: string): KeptPublication[];
  /** Null for one that is not kept, or cannot be opened. */
  find(id: string): KeptPublication | null;
  /** @throws StationError `publication-unknown`, Unsealable */
  get(id: string): KeptPublication;
  has(id: string): boolean;
  /** @throws StationError `disk-full`; then nothing is changed */
  put(one: KeptPublication): void;
  remove(id: string): void;
  /** Answers with which. */
  removeOfCase(caseId: string): string[];
  locked(): number;
  /** Seals anew what is under another key. Answers whether all is under this one. */
  renewSeals(key: string): boolean;
};

export type PublicationStoreParts = {
  database: Database;
  sealer: Sealer;
  /** Called when it stands on the disk; null: it is gone. */
  changed(id: string, one: KeptPublication | null): void;
};

const rowSchema = z.object({
  number: z.number(),
  id: z.string(),
  case_id: z.string().nullable(),
  key: z.string(),
  sealed: z.instanceof(Uint8Array),
});
/** The visit stands in clear too: a publication that cannot be opened goes with it. */
const label = (id: string, caseId: string | null): SealLabel => ({ kind: 'publication', id, version: 1, clear: [caseId] });

export function openPublicationStore({ database, sealer, changed }: PublicationStoreParts): PublicationStore {
  const { sql } = database;
  const select = sql.prepare('SELECT number, id, case_id, key, sealed FROM publication ORDER BY number');
  const upsert = sql.prepare(
    `INSERT INTO publication (number, id, case_id, key, sealed) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET key = excluded.key, sealed = excluded.sealed`,
  );
  const remove = sql.prepare('DELETE FROM publication WHERE id = ?');
  const selectOfCase = sql.prepare('SELECT id FROM publication WHERE case_id = ? ORDER BY number');

  type Entry = { number: number; opened: Opened<KeptPublication> };
  const entries = new Map<string, Entry>();
  for (const row of select.all()) {
    const { number, id, case_id, sealed } = rowSchema.parse(row);
    const opened = openedOrNot(id, () => openSealed(sealer, label(id, case_id), sealed, keptPublicationSchema));
    entries.set(id, { number, opened });
  }
  let last = [...entries.values()].at(-1)?.number ?? 0;
  const pathOf = (entry: Entry | null | undefined): string | null => (entry?.opened.ok ? entry.opened.value.path : null);
  // Asked for with each file of the watched folder.
  const byPath = new Map<string, Set<string>>();
  const atPath = (id: string, path: string | null): void => {
    if (path !== null) byPath.set(path, (byPath.get(path) ?? new Set()).add(id));
  };
  for (const [id, entry] of entries) atPath(id, pathOf(entry));

  // Asked for with each question: worked out once after a change.
  let ordered: Opened<KeptPublication>[] | null = null;
  let open: KeptPublication[] | null = null;
  const set = (id: string, entry: Entry | null): void => {
    if (entry) {
      entries.set(id, entry);
      atPath(id, pathOf(entry));
    } else {
      const path = pathOf(entries.get(id));
      entries.delete(id);
      const ids = path === null ? undefined : byPath.get(path);
      if (path !== null && ids?.delete(id) && ids.size === 0) byPath.delete(path);
    }
    ordered = null;
    open = null;
  };
  /** In memory as on the disk: what the disk does not take in the end is not held either. */
  const hold = (id: string, entry: Entry | null): void => {
    const before = entries.get(id) ?? null;
    set(id, entry);
    database.afterwards((kept) => {
      if (!kept) set(id, before);
      else changed(id, entry?.opened.ok ? entry.opened.value : null);
    });
  };
  const write = (number: number, one: KeptPublication): void => {
    const sealed = sealer.seal(label(one.id, one.caseId), one);
    database.transaction(() => upsert.run(number, one.id, one.caseId, sealer.keyOf(sealed), sealed));
  };
  const all = () => {
    ordered ??= [...entries.values()].toSorted((a, b) => a.number - b.number).map(({ opened }) => opened);
    return ordered;
  };
  const find = (id: string): KeptPublication | null => {
    const opened = entries.get(id)?.opened;
    return opened?.ok ? opened.value : null;
  };

  const drop = (id: string): void =>
    database.transaction(() => {
      remove.run(id);
      hold(id, null);
    });

  return {
    all,
    readable() {
      open ??= all().flatMap((one) => (one.ok ? [one.value] : []));
      return open;
    },
    ofPath: (path) =>
      [...(byPath.get(path) ?? [])]
        .flatMap((id) => entries.get(id) ?? [])
        .toSorted((a, b) => a.number - b.number)
        .flatMap(({ opened }) => (opened.ok ? [opened.value] : [])),
    find,
    get(id) {
      const opened = entries.get(id)?.opened;
      if (!opened || (opened.ok && opened.value.struck)) throw new StationError('publication-unknown');
      if (!opened.ok) throw new Unsealable(opened.problem.code === 'sealed-elsewhere' ? 'key-absent' : 'damaged', 'publication');
      return opened.value;
    },
    has: (id) => entries.has(id),
    put(one) {
      const checked = keptPublicationSchema.parse(one);
      database.transaction(() => {
        const number = entries.get(checked.id)?.number ?? ++last;
        write(number, checked);
        hold(checked.id, { number, opened: { ok: true, value: checked } });
      });
    },
    remove: drop,
    removeOfCase(caseId) {
      const ids = selectOfCase.all(caseId).map(({ id }) => String(id));
      database.transaction(() => {
        for (const id of ids) drop(id);
      });
      return ids;
    },
    locked: () => [...entries.values()].filter(({ opened }) => !opened.ok && opened.problem.code === 'sealed-elsewhere').length,
    renewSeals(key) {
      let renewed = true;
      for (const row of select.all()) {
        const { number, id, key: under } = rowSchema.parse(row);
        if (under === key) continue;
        const one = find(id);
        if (one) write(number, one);
        else renewed = false;
      }
      return renewed;
    },
  };
}
