/**
 * Items of the inbox in the database, sealed; all of them in memory too, since lists are searched by what is sealed and
 * every push is held against those before it. Everything here is done when the call returns, on the disk.
 */
import { z } from 'zod';
import { uidKey } from '../../../shared/domain/names.ts';
import type { Database } from '../../store/database.ts';
import { type Opened, openedOrNot, openSealed } from '../../store/sealed-table.ts';
import type { Sealer, SealLabel } from '../../vault/sealing.ts';
import { type KeptItem, keptItemSchema } from './kept-item.ts';

export type InboxStore = {
  /** Newest first. */
  all(): Opened<KeptItem>[];
  /** Null for one that is not kept, or cannot be opened. */
  find(id: string): KeptItem | null;
  has(id: string): boolean;
  /** Records of that Uid; without one, those of that very content. */
  alike(record: Pick<KeptItem, 'uid' | 'digest'>): KeptItem[];
  /** @throws StationError `disk-full`; then nothing is changed */
  put(item: KeptItem): void;
  remove(id: string): void;
  removeOfCase(caseId: string): string[];
  locked(): number;
  renewSeals(key: string): boolean;
};

const rowSchema = z.object({ id: z.string(), case_id: z.string().nullable(), key: z.string(), sealed: z.instanceof(Uint8Array) });
/** The visit stands in clear too: an item that cannot be opened goes with it. */
const label = (id: string, caseId: string | null): SealLabel => ({ kind: 'inbox-item', id, version: 1, clear: [caseId] });

export function openInboxStore({ database, sealer }: { database: Database; sealer: Sealer }): InboxStore {
  const { sql } = database;
  const select = sql.prepare('SELECT id, case_id, key, sealed FROM inbox_item ORDER BY number');
  const insert = sql.prepare(
    `INSERT INTO inbox_item (id, case_id, key, sealed) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET key = excluded.key, sealed = excluded.sealed`,
  );
  const selectOfCase = sql.prepare('SELECT id FROM inbox_item WHERE case_id = ? ORDER BY number');
  const selectIds = sql.prepare('SELECT id FROM inbox_item ORDER BY number');
  const remove = sql.prepare('DELETE FROM inbox_item WHERE id = ?');

  /** In the order in which they came. */
  const items = new Map<string, Opened<KeptItem>>();
  const byKey = new Map<string, Set<string>>();
  const keyOf = ({ uid, digest }: Pick<KeptItem, 'uid' | 'digest'>): string => (uid === null ? `content ${digest}` : `uid ${uidKey(uid)}`);

  const indexed = (item: KeptItem | null, change: 'add' | 'delete') => {
    if (item?.kind !== 'record') return;
    const key = keyOf(item);
    const ids = byKey.get(key) ?? new Set();
    ids[change](item.id);
    if (ids.size > 0) byKey.set(key, ids);
    else byKey.delete(key);
  };
  const itemIn = (one: Opened<KeptItem> | undefined): KeptItem | null => (one?.ok ? one.value : null);

  /** In memory at once, and back when the transaction is undone. */
  function hold(id: string, next: Opened<KeptItem> | null): void {
    const before = items.get(id);
    const set = (one: Opened<KeptItem> | null | undefined) => {
      indexed(itemIn(items.get(id)), 'delete');
      if (one) items.set(id, one);
      else items.delete(id);
      indexed(itemIn(one ?? undefined), 'add');
    };
    set(next);
    database.afterwards((kept) => {
      if (kept) return;
      set(before);
      if (next === null && before) inOrder();
    });
  }
  /** What was taken away, and is back, stands in its place again. */
  function inOrder(): void {
    const all = new Map(items);
    items.clear();
    for (const { id } of selectIds.all()) {
      const one = all.get(String(id));
      if (one) items.set(String(id), one);
    }
  }

  for (const row of select.all()) {
    const { id, case_id, sealed } = rowSchema.parse(row);
    const opened = openedOrNot(id, () => openSealed(sealer, label(id, case_id), sealed, keptItemSchema));
    items.set(id, opened);
    indexed(itemIn(opened), 'add');
  }

  const write = (item: KeptItem) => {
    const sealed = sealer.seal(label(item.id, item.caseId), item);
    database.transaction(() => insert.run(item.id, item.caseId, sealer.keyOf(sealed), sealed));
  };
  const drop = (id: string) =>
    database.transaction(() => {
      remove.run(id);
      hold(id, null);
    });

  return {
    all: () => [...items.values()].toReversed(),
    find: (id) => itemIn(items.get(id)),
    has: (id) => items.has(id),
    alike: (record) => [...(byKey.get(keyOf(record)) ?? [])].flatMap((id) => itemIn(items.get(id)) ?? []),
    put(item) {
      const checked = keptItemSchema.parse(item);
      database.transaction(() => {
        write(checked);
        hold(checked.id, { ok: true, value: checked });
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
    locked: () => [...items.values()].filter((one) => !one.ok && one.problem.code === 'sealed-elsewhere').length,
    renewSeals(key) {
      let all = true;
      for (const row of select.all()) {
        const { id, key: under } = rowSchema.parse(row);
        if (under === key) continue;
        const item = itemIn(items.get(id));
        if (item) write(item);
        else all = false;
      }
      return all;
    },
  };
}
