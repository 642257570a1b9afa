/** Pushes are stored once for each Uid and content and join their visit; unreadable bodies are quarantined. */
import { randomUUID } from 'node:crypto';
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { readPush } from '../support/doors/records.ts';
import { openEncryptedFiles, openMemoryDatabase } from '../support/doors/storage.ts';
import { blankItem, type InboxRow, openInbox, openInboxRepository, toInboxItem } from '../support/doors/web-service.ts';
import { buildStation, type TestStation } from '../support/station.ts';
import { damageTable, spoil } from '../support/storage/damaged-database.ts';
import { tempDir } from '../support/temp-dir.ts';

const vaultKey = Buffer.alloc(32, 3);
const all = { text: '', show: 'all' } as const;
const body = (record: object) => Buffer.from(JSON.stringify(record));

const open = (dataDir: string): Promise<TestStation> => buildStation({ provider: 'none', dataDir, vaultKey, sending: 'manual' });

async function withStation(work: (station: TestStation, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await tempDir();
  await work(await open(dataDir), dataDir);
}
const encryptedFiles = async (dataDir: string) => (await readdir(join(dataDir, 'encrypted'))).sort();

test('a duplicate push changes nothing; other content under its Uid is a flagged new version in the same visit', () =>
  withStation(async ({ inbox, visits, records }) => {
    const first = { Uid: 'U-1', IdNumber: '79555001', FirstName: 'ANA', TransactionId: 'T-1' };
    expect(await inbox.ingestPush(body(first), 'provider')).toMatchObject({ outcome: 'stored' });
    expect(
      await inbox.ingestPush(Buffer.from(' {"TransactionId":"T-1", "FirstName":"ANA","IdNumber":"79555001","Uid":"U-1"}'), 'provider'),
    ).toMatchObject({ outcome: 'duplicate' });
    expect(await inbox.ingestPush(body({ ...first, IdNumber: '1', TransactionId: 'T-9' }), 'other')).toMatchObject({
      outcome: 'new-version',
    });
    expect(await inbox.ingestPush(body(first), 'provider')).toMatchObject({ outcome: 'duplicate' });

    const { items } = inbox.page(all, 0, 10);
    expect(items.map(({ version, repeats, user, read }) => ({ version, repeats, user, read }))).toEqual([
      { version: 2, repeats: 0, user: 'other', read: false },
      { version: 1, repeats: 2, user: 'provider', read: false },
    ]);
    expect(new Set(items.map(({ visitId }) => visitId)).size).toBe(1);
    const visit = visits.open(items[0]?.visitId ?? '');
    expect(visit.records.map(({ version, source, profile, caller }) => [version, source, profile, caller])).toEqual([
      [2, 'pushed', null, 'other'],
      [1, 'pushed', null, 'provider'],
    ]);
    expect(visit.events.map(({ kind, detail }) => [kind, detail.version])).toEqual([
      ['opened', undefined],
      ['record-pushed', undefined],
      ['record-pushed', 2],
      ['record-pushed', 1],
    ]);
    expect(records()).toMatchObject({ lines: [{ Uid: 'U-1', source: 'pushed', versions: 2 }], unreadable: 0 });
  }));

test('a record that a damaged database has lost is stored again when it is repeated, in its visit and once', () =>
  withStation(async (station, dataDir) => {
    const pushes = ['ANA', 'ANA MARIA'].map((FirstName) => body({ Uid: 'U-1', IdNumber: '79555001', FirstName, TransactionId: 'T-1' }));
    for (const push of pushes) await station.inbox.ingestPush(push, 'p');
    await station.close();
    damageTable(dataDir, vaultKey, 'identity_record');
    const { inbox, visits, notices } = await open(dataDir);
    const [visitId] = inbox.page(all, 0, 10).items.map((item) => item.visitId);
    const stored = () => visits.open(visitId ?? '').records.map(({ name }) => name);
    expect([notices().map(({ code }) => code), stored()]).toEqual([['database-damaged'], []]);
    const outcomes = async () => (await Promise.all(pushes.map((push) => inbox.ingestPush(push, 'p')))).map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['new-version', 'new-version']);
    expect([stored(), inbox.page(all, 0, 10).total, inbox.state().total]).toEqual([['ANA MARIA', 'ANA'], 2, 2]);
    expect(await outcomes()).toEqual(['duplicate', 'duplicate']);
  }));

test.each([
  ['gone', (path: string) => rm(path)],
  ['damaged', (path: string) => writeFile(path, 'other bytes')],
])('a quarantined body whose file is %s is stored again when it is repeated', (_, harm) =>
  withStation(async ({ inbox }, dataDir) => {
    const why = { code: 'body-not-json', message: '' } as const;
    for (let time = 0; time < 2; time += 1) await inbox.quarantine(Buffer.from('{ no JSON'), 'p', why);
    const items = () => inbox.page(all, 0, 10).items.map(({ repeats }) => repeats);
    expect(items()).toEqual([1]);
    for (const name of await encryptedFiles(dataDir)) await harm(join(dataDir, 'encrypted', name));
    for (let time = 0; time < 2; time += 1) await inbox.quarantine(Buffer.from('{ no JSON'), 'p', why);
    expect(items()).toEqual([1]);
    const [{ id = '' } = {}] = inbox.page(all, 0, 10).items;
    expect(await inbox.body(id)).toEqual({ text: '{ no JSON', cut: false });
    expect(await encryptedFiles(dataDir)).toHaveLength(1);
  }),
);

test('a quarantined body whose file is lost is replaced at once or not at all', async () => {
  const [database, folder] = [openMemoryDatabase(), await tempDir()];
  const inbox = openInbox({
    database,
    inbox: openInboxRepository(database),
    records: { has: () => true },
    visits: { addPushedRecord: () => expect.unreachable(), noteRepeat: () => expect.unreachable() },
    files: await openEncryptedFiles({ folder, database }),
    now: () => new Date(),
  });
  const quarantine = () => inbox.quarantine(Buffer.from('{ no JSON'), 'p', { code: 'body-not-json', message: '' });
  await quarantine();
  for (const name of await readdir(folder)) await rm(join(folder, name));
  const ids = () => inbox.page(all, 0, 10).items.map(({ id }) => id);
  const before = ids();
  database.sql.exec("CREATE TRIGGER refused BEFORE DELETE ON inbox_item BEGIN SELECT raise(ABORT, 'refused'); END");
  await expect(quarantine()).rejects.toMatchObject({ problem: { code: 'push-not-stored' } });
  expect([ids(), await readdir(folder)]).toEqual([before, []]);
  database.sql.exec('DROP TRIGGER refused');
  await quarantine();
  expect([ids().length, ids()[0] !== before[0]]).toEqual([1, true]);
  inbox.close();
  database.close();
});

test('an earlier version that arrives again counts next to the latest one, the less favourable first, until that one arrives again', () =>
  withStation(async ({ inbox, visits }) => {
    const pushed = async (Uid: string, ComparationFacesAproved: boolean) => {
      const { outcome } = await inbox.ingestPush(body({ Uid, IdNumber: '5', TransactionId: Uid, ComparationFacesAproved }), 'p');
      const { items } = inbox.page({ text: Uid, show: 'all' }, 0, 1);
      return [outcome, visits.open(items[0]?.visitId ?? '').face];
    };
    expect(await pushed('A-1', false)).toEqual(['stored', 'not-approved']);
    expect(await pushed('A-1', true)).toEqual(['new-version', 'approved']);
    expect(await pushed('A-1', false)).toEqual(['duplicate', 'not-approved']);
    expect(await pushed('A-1', true)).toEqual(['duplicate', 'approved']);
    expect(await pushed('B-1', true)).toEqual(['stored', 'approved']);
    expect(await pushed('B-1', false)).toEqual(['new-version', 'not-approved']);
    expect(await pushed('B-1', true)).toEqual(['duplicate', 'not-approved']);
  }));

test('an earlier version that arrives again is counted also when the latest one is damaged', async () => {
  const dataDir = await tempDir();
  const record = (FirstName: string) => body({ Uid: 'U-1', TransactionId: 'T-1', FirstName });
  const first = await open(dataDir);
  for (const name of ['A', 'B']) await first.inbox.ingestPush(record(name), 'p');
  await first.close();
  spoil(dataDir, vaultKey, 'identity_record', 'number = 2');
  const { inbox } = await open(dataDir);
  expect(await inbox.ingestPush(record('A'), 'p')).toMatchObject({ outcome: 'duplicate' });
  expect(inbox.page(all, 0, 10).items.map(({ version, repeats }) => [version, repeats])).toContainEqual([1, 1]);
});

test('all versions of a record are found from each of them, and no record of a Uid that only contains it', () =>
  withStation(async ({ inbox }) => {
    for (const record of [{ Uid: 'U-1' }, { Uid: 'U-12' }, { Uid: 'U-1', Name: 'x' }, { Uid: 'OU-1' }])
      await inbox.ingestPush(body(record), 'provider');
    const items = inbox.page(all, 0, 10).items.filter(({ uid }) => uid === 'U-1');
    for (const { id } of items) expect(inbox.versions(id).map(({ version }) => version)).toEqual([2, 1]);
  }));

test('a Uid that is a UUID is not case-sensitive', () =>
  withStation(async ({ inbox, records }) => {
    const Uid = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expect(await inbox.ingestPush(body({ Uid, IdNumber: '5' }), 'p')).toMatchObject({ outcome: 'stored' });
    expect(await inbox.ingestPush(body({ Uid: Uid.toUpperCase(), IdNumber: '5' }), 'p')).toMatchObject({ outcome: 'new-version' });
    expect(records().lines).toMatchObject([{ versions: 2 }]);
    expect(await inbox.ingestPush(body({ Uid: 'u-1', IdNumber: '5' }), 'p')).toMatchObject({ outcome: 'stored' });
    expect(await inbox.ingestPush(body({ Uid: 'U-1', IdNumber: '5' }), 'p')).toMatchObject({ outcome: 'stored' });
  }));

test('concurrent pushes are stored once for each Uid and content', () =>
  withStation(async ({ inbox, records }, dataDir) => {
    const pushes = Array.from({ length: 60 }, (_, index) => body({ Uid: `U-${index % 10}`, FirstName: `N${index % 2}` }));
    const outcomes = await Promise.all(pushes.map((push) => inbox.ingestPush(push, 'provider')));
    expect(outcomes.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(50);
    expect(inbox.state()).toEqual({ total: 10, unread: 10, quarantined: 0 });
    expect(records().lines.map(({ versions }) => versions)).toEqual(Array(10).fill(1));
    // Each has encrypted its picture by the time that one of them is stored.
    const picture = body({ Uid: 'P', FirstName: 'N', Picture: 'A'.repeat(100_000) });
    await Promise.all(Array.from({ length: 5 }, () => inbox.ingestPush(picture, 'provider')));
    expect(await encryptedFiles(dataDir)).toHaveLength(1);
  }));

test('a push without a Uid is identified by its content', () =>
  withStation(async ({ inbox }) => {
    expect(await inbox.ingestPush(body({ Uid: null, IdNumber: '5' }), 'p')).toMatchObject({ outcome: 'stored' });
    expect(await inbox.ingestPush(body({ Uid: null, IdNumber: '5' }), 'p')).toMatchObject({ outcome: 'duplicate' });
    expect(await inbox.ingestPush(body({ IdNumber: '6' }), 'p')).toMatchObject({ outcome: 'stored' });
    expect(inbox.page(all, 0, 10).items.map(({ version }) => version)).toEqual([1, 1]);
  }));

test('a push joins its visit, survives a restart, and is removed with its visit', async () => {
  const dataDir = await tempDir();
  let station = await open(dataDir);
  const visit = station.visits.create({ name: '', identification: '', transaction: 'T-7' });
  // As another reader writes the number.
  const long = { Uid: 'U-7', TransactionId: ' t-7', IdNumber: '7', Extras: { Long: 'QUJD'.repeat(8000) } };
  await station.inbox.ingestPush(body(long), 'provider');
  await station.inbox.quarantine(Buffer.from('{'), 'provider', { code: 'body-not-json', message: '' });
  await station.close();

  station = await open(dataDir);
  expect(await station.inbox.ingestPush(body(long), 'provider')).toMatchObject({ outcome: 'duplicate' });
  const [quarantined, item] = station.inbox.page(all, 0, 10).items;
  expect(item).toMatchObject({ kind: 'record', visitId: visit.id, uid: 'U-7', identification: '7', repeats: 1 });
  expect(quarantined).toMatchObject({ kind: 'quarantined', problem: { code: 'body-not-json' }, size: 1 });
  expect(await encryptedFiles(dataDir)).toHaveLength(2);

  await station.visits.remove(visit.id);
  expect(station.inbox.page(all, 0, 10).items.map(({ kind }) => kind)).toEqual(['quarantined']);
  await expect(station.inbox.remove(item?.id ?? '')).rejects.toMatchObject({ problem: { code: 'inbox-unknown' } });
  await station.inbox.remove(quarantined?.id ?? '');
  expect(await encryptedFiles(dataDir)).toEqual([]);
  // With the visit it is forgotten that it ever came.
  expect(await station.inbox.ingestPush(body(long), 'provider')).toMatchObject({ outcome: 'stored' });
});

test('a quarantined body is stored once for each user, and its repetitions are counted', () =>
  withStation(async ({ inbox }) => {
    const why = { code: 'body-not-json', message: '' } as const;
    for (const [text, user] of [
      ['{', 'p'],
      ['{', 'p'],
      ['[', 'p'],
      ['{', 'other'],
      ['{', 'p'],
    ] as const)
      await inbox.quarantine(Buffer.from(text), user, why);
    for (let time = 0; time < 2; time++) await inbox.noteTooLarge(7, 'p', why);
    const { items } = inbox.page({ text: '', show: 'quarantined' }, 0, 10);
    expect(items.map(({ user, repeats, repeatedAt, hasContents }) => [user, repeats, repeatedAt !== null, hasContents])).toEqual([
      ['p', 0, false, false],
      ['p', 0, false, false],
      ['other', 0, false, true],
      ['p', 0, false, true],
      ['p', 2, true, true],
    ]);
  }));

test('the same unreadable body at the same time is one item with a count', () =>
  withStation(async ({ inbox }) => {
    const why = { code: 'body-not-json', message: '' } as const;
    await Promise.all(Array.from({ length: 3 }, () => inbox.quarantine(Buffer.from('{'), 'p', why)));
    expect(inbox.page({ text: '', show: 'quarantined' }, 0, 10).items.map(({ repeats }) => repeats)).toEqual([2]);
  }));

test('a quarantined body can be viewed and exported unchanged, whatever its bytes', () =>
  withStation(async ({ inbox }) => {
    const odd = Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.alloc(100_000, 0x41)]);
    await inbox.quarantine(odd, 'provider', { code: 'body-not-json', message: '' });
    const [item] = inbox.page({ text: '', show: 'quarantined' }, 0, 10).items;
    const { text, cut } = await inbox.body(item?.id ?? '');
    expect(cut).toBe(true);
    expect(text.startsWith('\ufffd\u0000\ufffdAAA')).toBe(true);
    expect((await buffer(inbox.read(item?.id ?? ''))).equals(odd)).toBe(true);
    const shown = 'b'.repeat(64 * 1024);
    await inbox.quarantine(Buffer.from(shown), 'provider', { code: 'body-not-json', message: '' });
    const [latest] = inbox.page({ text: '', show: 'quarantined' }, 0, 10).items;
    expect(await inbox.body(latest?.id ?? '')).toEqual({ text: shown, cut: false });
    // Files of items are no orphans, whatever else is missing.
    await inbox.sweep(() => true);
    expect(await inbox.body(latest?.id ?? '')).toEqual({ text: shown, cut: false });
  }));

test('a pushed record is removed with its visit only, not like a quarantined body', () =>
  withStation(async ({ inbox }) => {
    await inbox.ingestPush(body({ Uid: 'U-1' }), 'p');
    const { items } = inbox.page(all, 0, 10);
    await expect(inbox.remove(items[0]?.id ?? '')).rejects.toMatchObject({ problem: { code: 'inbox-unknown' } });
    expect(inbox.page(all, 0, 10).items).toEqual(items);
  }));

test('a body that is no record is refused and leaves nothing; neither does the self-test', () =>
  withStation(async ({ inbox, visits }, dataDir) => {
    await expect(inbox.ingestPush(body({ Other: 1 }), 'p')).rejects.toMatchObject({ problem: { code: 'record-not-as-described' } });
    await inbox.rehearse(body({ Uid: 'U', Extras: { Long: 'QUJD'.repeat(8000) } }));
    expect(inbox.state().total).toBe(0);
    expect(visits.page(all, 0, 10).total).toBe(0);
    expect(await encryptedFiles(dataDir)).toEqual([]);
  }));

test('marks, filters and search', () =>
  withStation(async ({ inbox }) => {
    await inbox.ingestPush(body({ Uid: 'U-1', FirstName: 'JOSÉ', FirstSurname: 'MUÑOZ', IdNumber: '1.020' }), 'p');
    await inbox.ingestPush(body({ Uid: 'U-2', FirstName: 'ANA', IdNumber: 77 }), 'p');
    await inbox.ingestPush(body({ Uid: 'U-2', FirstName: 'ANA', IdNumber: 78 }), 'p');
    const uids = (text: string, show: 'all' | 'unread' | 'changed' | 'quarantined' = 'all') =>
      inbox.page({ text, show }, 0, 10).items.map(({ uid, version }) => `${uid}/${version}`);
    expect(uids('jose munoz')).toEqual(['U-1/1']);
    expect(uids('1020')).toEqual(['U-1/1']);
    expect(uids('u-2')).toEqual(['U-2/2', 'U-2/1']);
    expect(uids('', 'changed')).toEqual(['U-2/2']);
    const [newest] = inbox.page(all, 0, 1).items;
    inbox.mark([newest?.id ?? ''], true);
    expect(uids('', 'unread')).toEqual(['U-2/1', 'U-1/1']);
    const ids = inbox.page(all, 0, 10).items.map(({ id }) => id);
    inbox.mark(ids, true);
    expect(inbox.state()).toEqual({ total: 3, unread: 0, quarantined: 0 });
    inbox.mark(ids, false);
    expect(inbox.state().unread).toBe(3);
    // Only what has changed is announced.
    const changed: string[] = [];
    inbox.events.on('changed', ({ id }) => changed.push(id));
    inbox.mark(ids.slice(0, 1), true);
    inbox.mark(ids, true);
    expect(changed).toEqual(ids);
  }));

test('a duplicate does not restore a record whose visit is removed before it is counted', async () => {
  const database = closing(openMemoryDatabase());
  const store = openInboxRepository(database);
  // A picture is encrypted before the transaction, so a duplicate with one is found before it.
  const push = body({ Uid: '1', Images: [{ Image: Buffer.alloc(76_000, 1).toString('base64') }] });
  const { digest } = readPush(push);
  store.put({ ...blankItem, id: randomUUID(), kind: 'record', uid: '1', visitId: 'visit', digest, bodyFile: null });
  const inbox = openInbox({
    database,
    inbox: store,
    records: { has: () => true },
    visits: { addPushedRecord: () => expect.unreachable(), noteRepeat: () => expect.unreachable() },
    files: await openEncryptedFiles({ folder: await tempDir(), database }),
    now: () => new Date(),
  });
  const ingesting = inbox.ingestPush(push, 'p');
  inbox.removeOfVisit('visit');
  expect(await ingesting).toMatchObject({ outcome: 'duplicate' });
  expect(inbox.page(all, 0, 10).items).toEqual([]);
  inbox.close();
});

test('a visit that changes during its removal stays, with its pushed record', async () => {
  let at = Date.now();
  const station = await buildStation({ provider: 'none', vaultKey, sending: 'manual', now: () => new Date(at++) });
  const { inbox, visits } = station;
  await inbox.ingestPush(body({ Uid: 'U-1', FirstName: 'ANA' }), 'p');
  const visit = inbox.page(all, 0, 1).items[0]?.visitId ?? '';
  const removing = visits.remove(visit);
  visits.note(visit, 'wait');
  await expect(removing).rejects.toMatchObject({ problem: { code: 'state-changed' } });
  expect(visits.open(visit).records).toHaveLength(1);
  await visits.remove(visit);
  expect(inbox.state().total).toBe(0);
});

test('while a damaged database is quarantined its possible files stay', async () => {
  const dataDir = await tempDir();
  let station = await open(dataDir);
  await station.inbox.quarantine(Buffer.from('{'), 'p', { code: 'body-not-json', message: '' });
  await station.close();
  const names = await encryptedFiles(dataDir);
  expect(names).toHaveLength(1);
  const published = names[0]?.replace('quarantined', 'published') ?? '';
  await copyFile(join(dataDir, 'encrypted', names[0] ?? ''), join(dataDir, 'encrypted', published));
  for (const side of ['', '-wal', '-shm']) await rm(join(dataDir, `station.sqlite${side}`), { force: true });
  await writeFile(join(dataDir, 'station.sqlite'), Buffer.alloc(8192, 0x41));
  station = await open(dataDir);
  await station.close();
  expect(await encryptedFiles(dataDir)).toEqual([published, ...names].sort());
});

test('a row that does not parse is listed and stays with its file until its visit is removed', async () => {
  const dataDir = await tempDir();
  let station = await open(dataDir);
  const visit = station.visits.create({ name: 'ANA', identification: '', transaction: 'T-1' });
  await station.inbox.ingestPush(body({ Uid: 'U-1', TransactionId: 'T-1' }), 'p');
  await station.inbox.quarantine(Buffer.from('{'), 'p', { code: 'body-not-json', message: '' });
  await station.close();
  spoil(dataDir, vaultKey, 'inbox_item', 'true');

  station = await open(dataDir);
  expect(station.inbox.page(all, 0, 10).items.map(({ problem }) => problem?.code)).toEqual(['stored-data-damaged', 'stored-data-damaged']);
  expect(await encryptedFiles(dataDir)).toHaveLength(1);
  await station.visits.remove(visit.id);
  expect(station.inbox.page(all, 0, 10).items).toHaveLength(1);
  expect(await encryptedFiles(dataDir)).toHaveLength(1);
});

test('a rolled-back removal leaves everything as it was, in order', async () => {
  const database = closing(openMemoryDatabase());
  const store = openInboxRepository(database);
  const added = ['1', '2', '3'].map((uid): InboxRow => {
    const item = {
      ...blankItem,
      id: randomUUID(),
      kind: 'record' as const,
      uid,
      visitId: uid === '3' ? 'other' : 'visit',
      digest: uid,
      bodyFile: null,
    };
    store.put(item);
    return item;
  });
  const undone = () =>
    database.transaction(() => {
      expect(store.removeOfVisit('visit')).toEqual(added.slice(0, 2).map(({ id }) => id));
      store.put({ ...(added[2] as InboxRow), id: randomUUID() });
      expect(store.versionsOf({ uid: '1', digest: '' })).toEqual([]);
      throw new Error('undone');
    });
  expect(undone).toThrow('undone');
  expect(store.page(all, 0, 10).items).toEqual(added.toReversed().map(toInboxItem));
  expect(store.counts()).toEqual({ total: 3, unread: 3, quarantined: 0 });
  expect(store.versionsOf({ uid: '1', digest: '' })).toEqual(added.slice(0, 1));
});
