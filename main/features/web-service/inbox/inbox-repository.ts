/** Items of the inbox in the database. A change is on the disk when the call returns. */

import { z } from 'zod';
import { isNewVersion } from '../../../../shared/domain/records/record-version.ts';
import { uidKey } from '../../../../shared/domain/text-folding.ts';
import {
  type InboxFilter,
  type InboxItem,
  type InboxPage,
  type InboxState,
  inboxItemSchema,
} from '../../../../shared/domain/web-service/web-service.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { searchText, typedCondition } from '../../../platform/storage/search-text.ts';
import { openTable, readable, type Table } from '../../../platform/storage/table.ts';

const inboxRowSchema = inboxItemSchema.omit({ hasContents: true, sizeIsLowerBound: true }).extend({
  /** Of a record: see `contentDigest`. Of a quarantined body: its SHA-256; empty where the contents were not stored. */
  digest: z.string(),
  /** Of a quarantined body: the encrypted file `{ kind: 'quarantined', owner: <item>, id }`; null where the contents were not stored. */
  bodyFile: z.string().nullable(),
});
export type InboxRow = z.infer<typeof inboxRowSchema>;

/** The members of an item that are unknown. */
export const blankItem = {
  receivedAt: '',
  user: '',
  read: false,
  size: 0,
  sha256: '',
  uid: null,
  name: '',
  identification: '',
  transaction: null,
  version: 1,
  recordId: null,
  visitId: null,
  repeats: 0,
  repeatedAt: null,
  problem: null,
} satisfies Partial<InboxItem>;

export const toInboxItem = ({ digest: _digest, bodyFile, ...item }: InboxRow): InboxItem => ({
  ...item,
  sizeIsLowerBound: sizeIsLowerBound(item.problem),
  hasContents: bodyFile !== null,
});

/** An item whose row does not parse. */
const unopened = (id: string, why: Problem, read: boolean): InboxItem => ({
  ...blankItem,
  id,
  kind: 'record',
  read,
  sizeIsLowerBound: false,
  hasContents: false,
  problem: why,
});

const mib = 2 ** 20;

/**
 * Describes a body over the limit, which is refused before it is read to its end.
 * @param stated its Content-Length, in bytes; NaN for none: the size is then the smallest over the limit
 */
export function oversizedBody(stated: number, limitMiB: number): { size: number; problem: Problem } {
  if (Number.isSafeInteger(stated))
    return { size: stated, problem: problem('body-too-large', { size: Math.ceil(stated / mib), limit: limitMiB }) };
  return { size: limitMiB * mib + 1, problem: problem('body-too-large', { limit: limitMiB, context: 'unstated' }) };
}

/** Whether the size of an item with this problem is the smallest that it can be. */
export const sizeIsLowerBound = (found: Problem | null): boolean => found?.code === 'body-too-large' && found.detail?.size === undefined;

/** A quarantined body, as an administrator sees it. */
export type Quarantined = Pick<
  InboxItem,
  'id' | 'receivedAt' | 'user' | 'size' | 'sizeIsLowerBound' | 'sha256' | 'hasContents' | 'problem'
>;

export type InboxRepository = Pick<Table<InboxRow>, 'find' | 'has' | 'put' | 'remove'> & {
  /** Newest first; a row that does not parse is in its place, with its problem. */
  page(filter: InboxFilter, offset: number, limit: number): InboxPage;
  counts(): InboxState;
  /** The number of quarantined bodies and their bytes on the disk. */
  quarantined(): { count: number; bytes: number };
  /** `now`: an item that follows one from between the two times is no older than that, whatever the clock said when it arrived. */
  quarantinedBefore(receivedAt: string, now: string): InboxRow[];
  /** The quarantined body with these bytes of that user. */
  quarantinedOf(sha256: string, user: string): InboxRow | undefined;
  /** Returns the stored records of that Uid; without a Uid, those of the same content. */
  versionsOf(record: Pick<InboxRow, 'uid' | 'digest'>): InboxRow[];
  /** Marks also a row that does not parse. Returns an item that parses and has changed, else null. */
  mark(id: string, read: boolean): InboxRow | null;
  /** Returns the ids of the removed items. */
  removeOfVisit(visitId: string): string[];
};

/** The filters of the list: condition, column of `inbox_count` with the number of items, and index. */
const shown = {
  all: { where: '1', count: 'total', index: 'inbox_item_all' },
  unread: { where: 'is_read = 0', count: 'unread', index: 'inbox_item_unread' },
  changed: { where: 'is_changed = 1', count: 'changed', index: 'inbox_item_changed' },
  quarantined: { where: "kind = 'quarantined'", count: 'quarantined', index: 'inbox_item_quarantined' },
} as const satisfies Record<InboxFilter['show'], object>;

export function openInboxRepository(database: Database): InboxRepository {
  const { sql } = database;
  const items = openTable<InboxRow>({
    database,
    table: 'inbox_item',
    kind: 'inbox-item',
    schema: inboxRowSchema,
    columns: {
      visit_id: ({ visitId }) => visitId,
      kind: ({ kind }) => kind,
      received_at: ({ receivedAt }) => receivedAt,
      is_read: ({ read }) => Number(read),
      is_changed: (item) => Number(isNewVersion(item)),
      body_size: ({ bodyFile, size }) => (bodyFile === null ? 0 : size),
      uid_key: ({ uid }) => (uid === null ? null : uidKey(uid)),
      digest: ({ digest }) => digest,
      search_text: ({ name, identification, transaction, uid }) => searchText([name], [identification, transaction ?? '', uid ?? '']),
    },
  });
  const { find, has, put, remove } = items;
  const ofUid = items.select("WHERE kind = 'record' AND uid_key = ? ORDER BY number");
  const ofContent = items.select("WHERE kind = 'record' AND uid_key IS NULL AND digest = ? ORDER BY number");
  const old = items.select(
    `WHERE kind = 'quarantined' AND received_at < ?
       AND number < coalesce((SELECT min(number) FROM inbox_item WHERE received_at BETWEEN ? AND ?), number + 1)
     ORDER BY number`,
  );
  const ofBytes = items.select("WHERE kind = 'quarantined' AND digest = ? ORDER BY number");
  const selectCounts = sql.prepare('SELECT total, unread, changed, quarantined FROM inbox_count');
  const selectQuarantined = sql.prepare("SELECT count(*) AS count, total(body_size) AS bytes FROM inbox_item WHERE kind = 'quarantined'");
  const selectRead = sql.prepare('SELECT is_read FROM inbox_item WHERE id = ?');
  const setRead = sql.prepare('UPDATE inbox_item SET is_read = ? WHERE id = ?');
  const selectOfVisit = sql.prepare('SELECT id FROM inbox_item WHERE visit_id = ? ORDER BY number');

  const counts = () => selectCounts.get() as Record<(typeof shown)[InboxFilter['show']]['count'], number>;
  const isRead = (id: string): boolean => selectRead.get(id)?.is_read === 1;

  return {
    find,
    has,
    put,
    remove,
    page({ text, show }, offset, limit) {
      const { where, count, index } = shown[show];
      const only = { where, values: [] };
      const { total, rows } =
        text.trim() === ''
          ? items.page({ index, conditions: [only], order: 'number DESC', total: counts()[count] }, offset, limit)
          : items.page({ index: 'inbox_item_list', conditions: [only, typedCondition(text)], order: 'number DESC' }, offset, limit);
      const item = (one: (typeof rows)[number]): InboxItem =>
        one.ok ? toInboxItem(one.value) : unopened(one.id, one.problem, isRead(one.id));
      return { total, items: rows.map(item) };
    },
    counts() {
      const { total, unread, quarantined } = counts();
      return { total, unread, quarantined };
    },
    quarantined() {
      const { count, bytes } = selectQuarantined.get() ?? {};
      return { count: Number(count), bytes: Number(bytes) };
    },
    quarantinedBefore: (receivedAt, now) => readable(old(receivedAt, receivedAt, now)),
    quarantinedOf: (sha256, user) => readable(ofBytes(sha256)).find((item) => item.user === user),
    versionsOf: ({ uid, digest }) => readable(uid === null ? ofContent(digest) : ofUid(uidKey(uid))),
    mark(id, read) {
      const item = find(id);
      if (item?.read === read) return null;
      if (!item) {
        setRead.run(Number(read), id);
        return null;
      }
      const marked = { ...item, read };
      put(marked);
      return marked;
    },
    removeOfVisit: (visitId) =>
      database.transaction(() => {
        const removed = selectOfVisit.all(visitId).map(({ id }) => String(id));
        for (const id of removed) remove(id);
        return removed;
      }),
  };
}
