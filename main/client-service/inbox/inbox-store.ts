/**
 * Items of the inbox in the database, all of them in memory too: each push is compared with the earlier ones. A change is on the
 * disk when the call returns.
 */
import { uidKey } from '../../../shared/domain/names.ts';
import { type Collection, openCollection } from '../../store/collection.ts';
import type { Database } from '../../store/database.ts';
import type { Opened } from '../../store/rows.ts';
import { type KeptItem, keptItemSchema } from './kept-item.ts';

export type InboxStore = Pick<Collection<KeptItem>, 'find' | 'has' | 'put' | 'remove'> & {
  /** Newest first. */
  all(): Opened<KeptItem>[];
  /** Records of that Uid; without one, those of that very content. */
  alike(record: Pick<KeptItem, 'uid' | 'digest'>): KeptItem[];
  /** Answers with which. */
  removeOfCase(caseId: string): string[];
};

const keyOf = ({ uid, digest }: Pick<KeptItem, 'uid' | 'digest'>): string => (uid === null ? `content ${digest}` : `uid ${uidKey(uid)}`);

export function openInboxStore(database: Database): InboxStore {
  const byKey = new Map<string, Set<string>>();
  function indexed(item: KeptItem | null, change: 'add' | 'delete'): void {
    if (item?.kind !== 'record') return;
    const key = keyOf(item);
    const ids = byKey.get(key) ?? new Set();
    ids[change](item.id);
    if (ids.size > 0) byKey.set(key, ids);
    else byKey.delete(key);
  }
  const items = openCollection({
    database,
    table: 'inbox_item',
    kind: 'inbox-item',
    schema: keptItemSchema,
    columns: { names: ['case_id'], of: ({ caseId }) => [caseId] },
    changed(before, after) {
      indexed(before, 'delete');
      indexed(after, 'add');
    },
  });
  const { rows, find, has, put, remove } = items;

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
        const ids = rows().flatMap(({ id, columns: [of] }) => (of === caseId ? [id] : []));
        for (const id of ids) remove(id);
        return ids;
      }),
  };
}
