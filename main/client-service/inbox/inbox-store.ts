/**
 * Items of the inbox in the database, sealed; all of them in memory too, since lists are searched by what is sealed and
 * every push is held against those before it. Everything here is done when the call returns, on the disk.
 */
import { uidKey } from '../../../shared/domain/names.ts';
import type { Database } from '../../store/database.ts';
import { openSealedCollection, type SealedCollection } from '../../store/sealed-collection.ts';
import type { Opened } from '../../store/sealed-table.ts';
import type { Sealer } from '../../vault/sealing.ts';
import { type KeptItem, keptItemSchema } from './kept-item.ts';

export type InboxStore = Pick<SealedCollection<KeptItem>, 'find' | 'has' | 'put' | 'remove' | 'locked' | 'renewSeals'> & {
  /** Newest first. */
  all(): Opened<KeptItem>[];
  /** Records of that Uid; without one, those of that very content. */
  alike(record: Pick<KeptItem, 'uid' | 'digest'>): KeptItem[];
  /** Answers with which. */
  removeOfCase(caseId: string): string[];
};

const keyOf = ({ uid, digest }: Pick<KeptItem, 'uid' | 'digest'>): string => (uid === null ? `content ${digest}` : `uid ${uidKey(uid)}`);

export function openInboxStore({ database, sealer }: { database: Database; sealer: Sealer }): InboxStore {
  const byKey = new Map<string, Set<string>>();
  function indexed(item: KeptItem | null, change: 'add' | 'delete'): void {
    if (item?.kind !== 'record') return;
    const key = keyOf(item);
    const ids = byKey.get(key) ?? new Set();
    ids[change](item.id);
    if (ids.size > 0) byKey.set(key, ids);
    else byKey.delete(key);
  }
  const items = openSealedCollection({
    database,
    sealer,
    table: 'inbox_item',
    kind: 'inbox-item',
    schema: keptItemSchema,
    // The visit stands in clear too: an item that cannot be opened goes with it.
    clear: { columns: ['case_id'], of: ({ caseId }) => [caseId], bound: 1 },
    changed(before, after) {
      indexed(before, 'delete');
      indexed(after, 'add');
    },
  });
  const { rows, find, has, put, remove, locked, renewSeals } = items;

  return {
    all: () =>
      rows()
        .map(({ opened }) => opened)
        .toReversed(),
    find,
    has,
    alike: (record) => [...(byKey.get(keyOf(record)) ?? [])].flatMap((id) => find(id) ?? []),
    put,
    remove,
    removeOfCase: (caseId) =>
      database.transaction(() => {
        const ids = rows().flatMap(({ id, clear: [of] }) => (of === caseId ? [id] : []));
        for (const id of ids) remove(id);
        return ids;
      }),
    locked,
    renewSeals,
  };
}
