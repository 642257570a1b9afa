/** The list of the inbox: pages, filters, search and numbers of items, all answered by the database. */
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { codeOf, outcomeOf } from '../support/code-of.ts';
import type { InboxFilter } from '../support/doors/domain.ts';
import { type Database, openEncryptedFiles, openMemoryDatabase } from '../support/doors/storage.ts';
import { blankItem, type InboxRow, openInbox, openInboxRepository } from '../support/doors/web-service.ts';
import { damageTable } from '../support/storage/damaged-database.ts';
import { openTestDatabase, testKey } from '../support/storage/data-keys.ts';
import { watchPlans } from '../support/storage/query-plans.ts';
import { tempDir } from '../support/temp-dir.ts';

const item = (id: string, more: Partial<InboxRow> = {}): InboxRow => ({
  ...blankItem,
  ...{ id, kind: 'record', receivedAt: `2026-01-01T00:00:${id.padStart(2, '0')}Z`, uid: `U-${id}`, digest: id, bodyFile: null },
  ...more,
});
const quarantined = (id: string, size: number): InboxRow =>
  item(id, { kind: 'quarantined', uid: null, digest: '', size, bodyFile: `f-${id}` });

type Store = ReturnType<typeof openInboxRepository>;
function fill(database: Database): Store {
  const store = openInboxRepository(database);
  store.put(item('1', { name: 'ANA PÉREZ', identification: '1.020', visitId: 'visit' }));
  store.put(item('2', { name: 'LUIS MUÑOZ', transaction: 'TX-77', read: true, visitId: 'visit' }));
  store.put(quarantined('3', 30));
  store.put(item('4', { name: 'Ana Gómez', uid: 'U-1', version: 2 }));
  store.put(quarantined('5', 50));
  return store;
}
const idsOf = (store: Store, show: InboxFilter['show'], text = '', offset = 0, limit = 10) => {
  const { total, items } = store.page({ text, show }, offset, limit);
  return [total, ...items.map(({ id }) => id)];
};

test.each<[InboxFilter['show'], string, (string | number)[]]>([
  ['all', '', [5, '5', '4', '3', '2', '1']],
  ['unread', '', [4, '5', '4', '3', '1']],
  ['changed', '', [1, '4']],
  ['quarantined', '', [2, '5', '3']],
  ['all', 'ana', [2, '4', '1']],
  ['unread', 'munoz', [0]],
  ['changed', 'gomez ana', [1, '4']],
  ['all', 'tx 77', [1, '2']],
  ['all', '1020', [1, '1']],
  ['all', 'u-1', [2, '4', '1']],
])('shows %s with "%s", newest first', (show, text, found) => {
  const database = closing(openMemoryDatabase());
  expect(idsOf(fill(database), show, text)).toEqual(found);
});

test('a page has its rows and the number of all that match, also after a restart', async () => {
  const dataDir = await tempDir();
  const first = openTestDatabase(dataDir);
  fill(first);
  first.close();
  const database = openTestDatabase(dataDir);
  const store = openInboxRepository(database);
  expect(idsOf(store, 'all', '', 1, 2)).toEqual([5, '4', '3']);
  expect(idsOf(store, 'all', 'ana', 1, 2)).toEqual([2, '1']);
  expect(idsOf(store, 'all', 'ana', 0, 1)).toEqual([2, '4']);
  expect(idsOf(store, 'all', 'ana', 3, 2)).toEqual([2]);
  expect(idsOf(store, 'unread', '', 3, 2)).toEqual([4, '1']);
  expect(store.counts()).toEqual({ total: 5, unread: 4, quarantined: 2 });
  expect(store.quarantined()).toEqual({ count: 2, bytes: 80 });
});

test('numbers follow every change, and a transaction that is rolled back', () => {
  const database = closing(openMemoryDatabase());
  const store = fill(database);
  expect(() =>
    database.transaction(() => {
      store.remove('3');
      store.mark('1', true);
      store.put(item('6'));
      expect(store.counts()).toEqual({ total: 5, unread: 3, quarantined: 1 });
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(store.counts()).toEqual({ total: 5, unread: 4, quarantined: 2 });
  store.put(item('4', { version: 2, read: true, repeats: 1 }));
  expect(idsOf(store, 'all')).toEqual([5, '5', '4', '3', '2', '1']);
  expect(store.removeOfVisit('visit')).toEqual(['1', '2']);
  store.remove('5');
  expect(store.counts()).toEqual({ total: 2, unread: 1, quarantined: 1 });
  expect(store.quarantined()).toEqual({ count: 1, bytes: 30 });
  expect([idsOf(store, 'unread'), idsOf(store, 'changed')]).toEqual([
    [1, '3'],
    [1, '4'],
  ]);
});

test('items are listed and counted after their database was damaged and salvaged', async () => {
  const dataDir = await tempDir();
  const first = openTestDatabase(dataDir);
  fill(first);
  first.close();
  damageTable(dataDir, testKey, 'inbox_count');
  const database = openTestDatabase(dataDir);
  const store = openInboxRepository(database);
  expect(store.counts()).toEqual({ total: 5, unread: 4, quarantined: 2 });
  expect(idsOf(store, 'changed')).toEqual([1, '4']);
  store.remove('4');
  expect(idsOf(store, 'all')).toEqual([4, '5', '3', '2', '1']);
  expect(idsOf(store, 'changed')).toEqual([0]);
});

test('earlier items are found by Uid, without one by content, and quarantined ones by age and by what came before', () => {
  const database = closing(openMemoryDatabase());
  const store = fill(database);
  store.put(item('6', { uid: null, digest: 'same' }));
  const ids = (items: InboxRow[]) => items.map(({ id }) => id);
  expect(ids(store.versionsOf({ uid: ' U-1 ', digest: 'x' }))).toEqual(['1', '4']);
  const uuid = '0a1b2c3d-0000-4000-8000-00000000abcd';
  store.put(item('8', { uid: uuid.toUpperCase() }));
  expect(ids(store.versionsOf({ uid: uuid, digest: 'x' }))).toEqual(['8']);
  store.remove('8');
  expect(ids(store.versionsOf({ uid: null, digest: 'same' }))).toEqual(['6']);
  expect(ids(store.versionsOf({ uid: null, digest: '' }))).toEqual([]);
  // Of a clock that was behind.
  store.put({ ...quarantined('7', 1), receivedAt: '2025-11-01T00:00:00Z' });
  const before = (second: number, now = '2026-01-01T00:00:30Z') => ids(store.quarantinedBefore(`2026-01-01T00:00:0${second}Z`, now));
  expect([before(3), before(5), before(7)]).toEqual([[], ['3'], ['3', '5', '7']]);
  // Nor do items of a clock that was ahead hold up those after them.
  expect(before(5, '2026-01-01T00:00:04Z')).toEqual(['3', '7']);
});

async function inboxOn(database: Database, store: Store) {
  const files = await openEncryptedFiles({ folder: await tempDir(), database });
  const visits = { addPushedRecord: () => expect.unreachable(), noteRepeat: () => expect.unreachable() };
  return { files, inbox: openInbox({ database, inbox: store, now: () => new Date(), records: { has: () => true }, visits, files }) };
}

test('a file without an item is removed, unless a database that is quarantined may have the item', async () => {
  const database = openTestDatabase(await tempDir());
  const store = openInboxRepository(database);
  const { inbox, files } = await inboxOn(database, store);
  await inbox.quarantine(Buffer.from('{'), 'p', { code: 'body-not-json', message: '' });
  const [one] = store.page({ text: '', show: 'all' }, 0, 1).items;
  store.remove(one?.id ?? '');
  await inbox.sweep(() => false);
  expect(files.list(['quarantined'])).toHaveLength(1);
  await inbox.sweep(() => true);
  expect(files.list(['quarantined'])).toEqual([]);
  inbox.close();
});

test('items that are removed, with their visit or alone, are announced', async () => {
  const database = openTestDatabase(await tempDir());
  const store = fill(database);
  const { inbox } = await inboxOn(database, store);
  const removed: string[] = [];
  inbox.events.on('removed', (id) => removed.push(id));
  inbox.removeOfVisit('visit');
  store.put({ ...quarantined('6', 1), bodyFile: null });
  await inbox.remove('6');
  expect(removed).toEqual(['1', '2', '6']);
  inbox.close();
});

test.each([
  ['1000 of them', Array(1_000).fill(1)],
  ['256 MiB of them', [256 * 2 ** 20]],
])('no further body is quarantined after %s', async (_, sizes: number[]) => {
  const database = openTestDatabase(await tempDir());
  const store = openInboxRepository(database);
  database.transaction(() => {
    for (const [n, size] of sizes.entries()) store.put(quarantined(`${n}`, size));
  });
  const { inbox } = await inboxOn(database, store);
  const why = { code: 'body-not-json', message: '' } as const;
  expect(await codeOf(() => inbox.quarantine(Buffer.from('{'), 'p', why))).toBe('inbox-full');
  store.remove('0');
  await inbox.quarantine(Buffer.from('{'), 'p', why);
  const { bytes } = store.quarantined();
  expect(await outcomeOf(() => inbox.noteTooLarge(2 ** 30, 'p', why))).toBe(sizes.length > 1 ? 'inbox-full' : 'done');
  expect(store.quarantined().bytes).toBe(bytes);
  inbox.close();
});

test('a row that does not parse keeps its place and its filters, and can be marked as read', () => {
  const database = closing(openMemoryDatabase());
  const store = fill(database);
  database.sql.exec("UPDATE inbox_item SET value = '{}' WHERE id = '4'");
  const { items } = store.page({ text: 'gomez', show: 'unread' }, 0, 10);
  expect(items).toMatchObject([{ id: '4', read: false, problem: { code: 'stored-data-damaged' } }]);
  expect(idsOf(store, 'all')).toEqual([5, '5', '4', '3', '2', '1']);
  for (const id of ['5', '4', '3', '1']) store.mark(id, true);
  expect([store.counts().unread, idsOf(store, 'unread')]).toEqual([0, [0]]);
  expect(store.page({ text: '', show: 'changed' }, 0, 1).items).toMatchObject([{ id: '4', read: true }]);
});

test('no query of the inbox goes through all items, and a search reads the index of the list only', () => {
  const inMemory = openMemoryDatabase();
  const { database, plans } = watchPlans(inMemory);
  const store = fill(database);
  for (const show of ['all', 'unread', 'changed', 'quarantined'] as const) {
    store.page({ text: '', show }, 0, 10);
    // Full, so that the others are counted.
    store.page({ text: 'ana', show }, 0, 0);
  }
  const found = [...plans()].filter(([text]) => text.includes('inbox_item'));
  const planOf = (kind: (text: string) => boolean) => found.filter(([text]) => kind(text)).map(([, plan]) => plan);
  const [isPage, isSearch] = [(text: string) => text.includes('LIMIT'), (text: string) => text.includes('search_text, ?)')];
  const list = 'SCAN inbox_item USING INDEX inbox_item_';
  expect(planOf((text) => isPage(text) && !isSearch(text))).toEqual([
    `${list}all`,
    `${list}unread`,
    `${list}changed`,
    `${list}quarantined`,
  ]);
  expect(planOf((text) => isPage(text) && isSearch(text))).toEqual(Array(4).fill(`${list}list`));
  expect(planOf((text) => !isPage(text) && isSearch(text))).toEqual(Array(4).fill('SCAN inbox_item USING COVERING INDEX inbox_item_list'));
  const others = found.filter(([text]) => !isSearch(text) && !isPage(text) && !text.startsWith('INSERT'));
  // Only when a quarantined body is old, items are read for one that is not.
  const age = '; SCALAR SUBQUERY 1; SEARCH inbox_item';
  for (const [text, plan] of others)
    expect(plan.replace(age, ''), text).toMatch(
      /^SEARCH inbox_item USING |^SCAN inbox_item USING (COVERING )?INDEX inbox_item_quarantined$/,
    );
  expect(others.filter(([, plan]) => plan.endsWith(age))).toHaveLength(1);
  inMemory.close();
});
