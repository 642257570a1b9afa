/** Publications are listed, counted and found for a request by the database. */
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import type { PublicationFilter } from '../support/doors/domain.ts';
import { classifyBody } from '../support/doors/records.ts';
import { type Database, openMemoryDatabase } from '../support/doors/storage.ts';
import { mayGoOut, openPublicationRepository, type PublicationRow, requestedKeys } from '../support/doors/web-service.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { damageTable } from '../support/storage/damaged-database.ts';
import { openTestDatabase, testKey } from '../support/storage/data-keys.ts';
import { watchPlans } from '../support/storage/query-plans.ts';
import { tempDir } from '../support/temp-dir.ts';
import { comparedArbitrary, keyArbitrary, transactionArbitrary } from '../support/web-service/customers-asked.ts';
import { idKey } from '../support/web-service/publishing.ts';

const publication = (id: string, more: Partial<PublicationRow> = {}): PublicationRow => ({
  ...{ id, fileId: `file-${id}`, name: `${id}.pdf`, size: 1, sha256: '', keys: [idKey(id)], once: false, state: 'offered', by: '' },
  ...{
    source: 'application',
    publishedAt: '2026-01-01',
    changedAt: '',
    visitId: null,
    path: null,
    gone: false,
    struck: false,
    fetches: [],
  },
  ...more,
});
type Store = ReturnType<typeof openPublicationRepository>;
const open = (database: Database): Store => openPublicationRepository({ database, changed: () => undefined });
function fill(database: Database): Store {
  const store = open(database);
  store.put(publication('1', { name: 'Crédito ANA.pdf', visitId: 'visit', keys: [idKey('1.020'), { kind: 'uid', value: 'U-1' }] }));
  store.put(publication('2', { state: 'withdrawn', changedAt: '2026-01-05', path: '/folder/2.pdf', gone: true }));
  store.put(publication('3', { path: '/folder/3.pdf' }));
  store.put(publication('4', { state: 'fetched', fetches: [{ id: 'f', at: '2026-01-09', user: 'p', complete: true }] }));
  store.put(publication('5', { state: 'withdrawn', struck: true, name: '', path: '/folder/5.pdf' }));
  store.put(publication('6', { state: 'withdrawn', visitId: 'visit' }));
  return store;
}
const ids = (found: readonly PublicationRow[]) => found.map(({ id }) => id);
const listed = (store: Store, show: PublicationFilter['show'], text = '', offset = 0, limit = 10) => {
  const { total, rows } = store.page({ text, show }, offset, limit);
  return [total, ...rows.map((row) => (row.ok ? row.value.id : `damaged ${row.id}`))];
};

test.each<[PublicationFilter['show'], string, (string | number)[]]>([
  ['all', '', [5, '6', '4', '3', '2', '1']],
  ['offered', '', [2, '3', '1']],
  ['ended', '', [3, '6', '4', '2']],
  ['all', 'ana credito', [1, '1']],
  ['offered', '1020', [1, '1']],
  ['ended', 'credito', [0]],
  ['all', 'pdf', [5, '6', '4', '3', '2', '1']],
])('lists %s with "%s", newest first, without struck ones', (show, text, found) => {
  const database = closing(openMemoryDatabase());
  expect(listed(fill(database), show, text)).toEqual(found);
});

test('numbers of publications follow every change, a restart, a rolled-back transaction and a salvage', async () => {
  const dataDir = await tempDir();
  const first = openTestDatabase(dataDir);
  const before = fill(first);
  before.put(publication('3', { state: 'withdrawn', struck: true }));
  before.put(publication('6'));
  before.remove('2');
  expect(() =>
    first.transaction(() => {
      before.put(publication('7'));
      expect(before.removeOfVisit('visit')).toEqual(['1']);
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect([listed(before, 'all')[0], listed(before, 'offered')[0], listed(before, 'ended')[0]]).toEqual([3, 2, 1]);
  first.close();
  damageTable(dataDir, testKey, 'publication_count');
  const database = openTestDatabase(dataDir);
  const store = open(database);
  expect(listed(store, 'all', '', 1, 1)).toEqual([3, '4']);
  expect(listed(store, 'offered')).toEqual([2, '6', '1']);
  expect(listed(store, 'ended')).toEqual([1, '4']);
  expect(ids(store.candidates([{ kind: 'uid', value: 'U-1' }]))).toEqual(['1']);
});

test('a row that does not parse keeps its place in lists, and is in nothing else', () => {
  const database = closing(openMemoryDatabase());
  const store = fill(database);
  database.sql.exec("UPDATE publication SET value = '{}' WHERE id IN ('1', '2')");
  expect(listed(store, 'all')).toEqual([5, '6', '4', '3', 'damaged 2', 'damaged 1']);
  expect(ids(store.candidates([{ kind: 'uid', value: 'U-1' }]))).toEqual([]);
  expect([ids(store.ofVisit('visit')), ids(store.offered()), ids(store.endedBefore('2027'))]).toEqual([['6'], ['3'], ['4']]);
});

test('publications are found by visit, path and last event', () => {
  const database = closing(openMemoryDatabase());
  const store = fill(database);
  expect([ids(store.ofVisit('visit')), ids(store.ofPath('/folder/5.pdf')), ids(store.offered())]).toEqual([['1', '6'], ['5'], ['1', '3']]);
  store.put(publication('7', { path: '/folder/3.pdf' }));
  store.put(publication('8', { path: '/folder/8.pdf', gone: true }));
  expect([store.paths().length, store.offeredPaths()]).toEqual([4, ['/folder/3.pdf']]);
  expect([ids(store.endedBefore('2026-01-05')), ids(store.endedBefore('2026-01-06')), ids(store.endedBefore('2027'))]).toEqual([
    [],
    ['2'],
    ['2', '4'],
  ]);
});

test('the rule over the candidates of a request answers as the rule over all publications', () => {
  const database = closing(openMemoryDatabase());
  const store = open(database);
  const keys = fc.array(
    keyArbitrary.filter(({ value }) => value.trim() !== ''),
    { maxLength: 4, size: 'max' },
  );
  const stateArbitrary = fc.constantFrom<PublicationRow['state'][]>('offered', 'offered', 'offered', 'withdrawn', 'fetched');
  const publications = fc.array(fc.tuple(keys, stateArbitrary), { minLength: 5, maxLength: 25, size: 'max' });
  let went = 0;
  fc.assert(
    fc.property(
      publications,
      fc.array(transactionArbitrary, { minLength: 5, maxLength: 5 }),
      comparedArbitrary,
      (made, asked, compared) => {
        database.sql.exec('DELETE FROM publication');
        for (const [n, [keys, state]] of made.entries()) store.put(publication(`${n}`, { keys, state }));
        for (const json of asked) {
          const question = classifyBody(Buffer.from(`{"JsonTransaction":${json}}`));
          if (question.kind !== 'question') throw new Error(`no question: ${json}`);
          const { transaction } = question;
          const candidates = store.candidates(requestedKeys(transaction, compared));
          const answered = candidates.filter((one) => mayGoOut(one.keys, transaction, compared));
          expect(ids(answered)).toEqual(ids(store.offered().filter((one) => mayGoOut(one.keys, transaction, compared))));
          went += answered.length;
        }
      },
    ),
    { numRuns: runs(150) },
  );
  // Otherwise nothing was tried.
  expect(went).toBeGreaterThan(50);
});

test('no query goes through all publications, and a search reads the index of the list only', () => {
  const inMemory = openMemoryDatabase();
  const { database, plans } = watchPlans(inMemory);
  const store = fill(database);
  for (const show of ['all', 'offered', 'ended'] as const) {
    store.page({ text: '', show }, 0, 10);
    // Full, so that the others are counted.
    store.page({ text: 'ana', show }, 0, 0);
  }
  store.candidates((['identification', 'transaction', 'uid', 'customer'] as const).map((kind) => ({ kind, value: '1' })));
  const found = [...plans()].filter(([text]) => /FROM publication\b/.test(text));
  const planOf = (kind: (text: string) => boolean) => found.filter(([text]) => kind(text)).map(([, plan]) => plan);
  const isSearch = (text: string) => text.includes('search_text, ?)');
  const list = 'SCAN publication USING INDEX publication_';
  expect(planOf((text) => text.includes('LIMIT') && !isSearch(text))).toEqual([`${list}all`, `${list}offered`, `${list}ended`]);
  expect(planOf((text) => text.includes('LIMIT') && isSearch(text))).toEqual(Array(3).fill(`${list}list`));
  expect(planOf((text) => text.includes('count(*)'))).toEqual(Array(3).fill('SCAN publication USING COVERING INDEX publication_list'));
  expect(planOf((text) => text.includes('_key = ?'))).toEqual([
    `MULTI-INDEX OR; ${['identification', 'transaction', 'uid', 'customer']
      .map((kind, n) => `INDEX ${n + 1}; SEARCH publication USING INDEX publication_by_${kind} (${kind}_key=?)`)
      .join('; ')}; USE TEMP B-TREE FOR ORDER BY`,
  ]);
  for (const plan of planOf((text) => !text.includes('LIMIT') && !text.includes('count(*)') && !text.includes('_key = ?')))
    expect(plan).toMatch(/^(SEARCH|SCAN) publication USING (COVERING )?INDEX /);
  inMemory.close();
});
