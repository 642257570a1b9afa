/** Writing the whole ledger again: after the removal of a visit, in a key rotation, and when entries are missing. */
import { closeSync, copyFileSync, fstatSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { thrownCode } from '../support/code-of.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { makeLedgerFile, openSentLedger, type SentLedger } from '../support/doors/signing.ts';
import { type Database, type DataKeys, openDataKeys, openSettingsDatabase } from '../support/doors/storage.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { ledgerDeps } from '../support/signing/ledger.ts';
import { queuedDocument } from '../support/signing/outbox.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { asKilled } from '../support/storage/as-killed.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

const at = '2026-11-23T12:00:00.000Z';

type Opened = { folder: string; database: Database; keys: DataKeys; ledger: SentLedger; entries: Map<string, string> };

async function openLedger(folder: string, entries = new Map<string, string>()): Promise<Opened> {
  const database = openTestDatabase(folder);
  const keys = await openKeys(folder, { keychain: memoryKeychain(entries) });
  const ledger = closing(await openSentLedger(ledgerDeps({ database, keys, dataDir: folder })));
  return { folder, database, keys, ledger, entries };
}

/** The keys of the ledger. The database is under another key, which these tests do not concern. */
async function openKeys(folder: string, options: { keychain?: Keychain; vaultKey?: Buffer }): Promise<DataKeys> {
  const settings = closing(openSettingsDatabase(folder));
  const keys = await openDataKeys({ settings, keychain: memoryKeychain(), hasData: false, ...options });
  keys.note();
  return keys;
}

/** Appends a call of two documents, each of a visit of its own, with its result. */
function note({ ledger, database }: Pick<Opened, 'ledger' | 'database'>, call: string): void {
  const documents = ['a', 'b'].map((name) =>
    queuedDocument(`${call}-${name}`, { visitId: `visit-${name}`, clientInfo: `${call}-${name}` }),
  );
  database.transaction(ledger.appendCall({ id: call, at, documents }).store);
  const results = documents.map(({ id }) => ({ id, outcome: 'signed' as const }));
  database.transaction(ledger.appendResults(call, at, results).store);
}

/** Reads the ledger like a station that has lost its database. */
async function readAll({ folder, keys }: Pick<Opened, 'folder' | 'keys'>) {
  const other = await tempDir();
  copyFileSync(join(folder, 'sent-ledger'), join(other, 'sent-ledger'));
  const database = openTestDatabase(other);
  const ledger = await openSentLedger(ledgerDeps({ database, keys, dataDir: other }));
  const { calls, results, incomplete } = ledger.news();
  await ledger.close();
  const contents = calls.flatMap(({ documents }) =>
    documents.map(({ content }) => (content?.document as { id: string } | undefined)?.id ?? null),
  );
  return { calls: calls.map(({ call }) => call), results: results.length, incomplete, contents };
}

const find = ({ ledger }: Pick<Opened, 'ledger'>, clientInfo: string) =>
  ledger.find({ account: 'a1b2c3', sha256: '0'.repeat(64), clientInfo }).map(({ documentId, outcome }) => `${documentId} ${outcome}`);

describe('erasing', () => {
  test('of a removed visit only the sending of its documents stays readable', async () => {
    const opened = await openLedger(await tempDir());
    for (const call of ['c1', 'c2', 'c3']) note(opened, call);
    const { ledger, database } = opened;
    database.transaction(() => ledger.markVisit('visit-a'));
    await ledger.eraseMarked();
    note(opened, 'c4');
    expect(await readAll(opened)).toEqual({
      calls: ['c1', 'c2', 'c3', 'c4'],
      results: 4,
      incomplete: null,
      contents: [null, 'c1-b', null, 'c2-b', null, 'c3-b', 'c4-a', 'c4-b'],
    });
    expect([find(opened, 'c1-a'), find(opened, 'c1-b')]).toEqual([['c1-a signed'], ['c1-b signed']]);
    // No content is marked any more: the file is not changed.
    const before = readFileSync(join(opened.folder, 'sent-ledger'));
    await ledger.eraseMarked();
    expect(readFileSync(join(opened.folder, 'sent-ledger')).equals(before)).toBe(true);
  });

  test('entries that are appended during the writing are copied', async () => {
    const opened = await openLedger(await tempDir());
    for (let n = 0; n < 150; n += 1) note(opened, `c${n}`);
    opened.database.transaction(() => opened.ledger.markVisit('visit-a'));
    const erasing = opened.ledger.eraseMarked();
    let meanwhile = 0;
    const timer = setInterval(() => {
      // More entries than one batch of the copying, and not without end.
      for (let n = 0; n < 120 && meanwhile < 360; n += 1) note(opened, `m${meanwhile++}`);
    }, 1);
    await erasing.finally(() => clearInterval(timer));
    expect(meanwhile).toBeGreaterThan(0);
    const { calls, contents, incomplete } = await readAll(opened);
    expect([calls.length, incomplete, new Set(calls).size]).toEqual([150 + meanwhile, null, 150 + meanwhile]);
    expect(contents.slice(0, 300).filter((id) => id?.endsWith('a'))).toEqual([]);
    expect(contents.slice(300).filter((id) => id === null)).toEqual([]);
    // The checkpoint agrees: the next start finds the entries after the replacement of the file.
    note(opened, 'after');
    const next = await openLedger(asKilled(opened.folder), opened.entries);
    expect(next.ledger.news()).toMatchObject({ calls: [], results: [], incomplete: null });
  });

  test('after a process that ended between file and database, the next one finds its place and erases the marked contents', async () => {
    const opened = await openLedger(await tempDir());
    for (const call of ['c1', 'c2']) note(opened, call);
    opened.database.transaction(() => opened.ledger.markVisit('visit-a'));
    const marked = asKilled(opened.folder);
    await opened.ledger.eraseMarked();
    copyFileSync(join(opened.folder, 'sent-ledger'), join(marked, 'sent-ledger'));
    const next = await openLedger(marked, opened.entries);
    expect(next.ledger.news()).toMatchObject({ calls: [], results: [], incomplete: null });
    await next.ledger.eraseMarked();
    expect((await readAll(next)).contents).toEqual([null, 'c1-b', null, 'c2-b']);
  });

  test('contents older than the retention of visits are erased, except those of documents in the queue', async () => {
    const opened = await openLedger(await tempDir());
    note(opened, 'c1');
    opened.ledger.markBefore(new Date(at), () => false);
    await opened.ledger.eraseMarked();
    expect((await readAll(opened)).contents).toEqual(['c1-a', 'c1-b']);
    opened.ledger.markBefore(new Date(Date.parse(at) + 1), (id) => id === 'c1-a');
    await opened.ledger.eraseMarked();
    expect((await readAll(opened)).contents).toEqual(['c1-a', null]);
  });

  test('removing a visit erases the contents of its documents, also of those that have left the queue', async () => {
    const station = withSigningActions(await buildStation());
    const { id: visitId } = station.visits.create({ name: 'Rosalba', identification: '', transaction: '' });
    const ids = await station.contracts('a', 'b');
    const [a = ''] = ids;
    const { batchId } = await station.signing.send({ documents: station.entries(ids), visitId });
    await batchFinished(station, batchId);
    await station.queue.deliver(ids);
    await station.queue.forget([a]);
    await station.visits.remove(visitId);
    await station.reopen({}, () => rmSync(join(station.dataDir, 'station.sqlite')));
    // The ledger has no document any more, and still knows that it was sent.
    expect(station.signing.jobs()).toEqual([]);
    const again = (await station.documents.open([join(station.folder, 'a.pdf')])).ids;
    const faults = await station.signing.check({ documents: station.entries(again) });
    expect(faults.map(({ problem }) => problem.code)).toEqual(['already-sent']);
  });
});

describe('a key rotation', () => {
  test('encrypts the file with the new key, also when it is killed before or after replacing the file', async () => {
    const opened = await openLedger(await tempDir());
    for (const call of ['c1', 'c2']) note(opened, call);
    await opened.keys.add();
    const before = asKilled(opened.folder);
    await opened.ledger.rotateKey();
    const keyOf = (folder: string) => readFileSync(join(folder, 'sent-ledger')).subarray(9, 25).toString('hex');
    expect(keyOf(opened.folder)).toBe(opened.keys.current().id);
    expect(keyOf(before)).not.toBe(opened.keys.current().id);
    const halfway = asKilled(before);
    copyFileSync(join(opened.folder, 'sent-ledger'), join(halfway, 'sent-ledger'));
    for (const folder of [before, halfway]) {
      // The file of an unfinished writing does no harm.
      writeFileSync(join(folder, 'sent-ledger.part'), 'unfinished');
      const next = await openLedger(folder, opened.entries);
      expect(next.ledger.news()).toMatchObject({ calls: [], results: [], incomplete: null });
      note(next, 'c3');
      await next.ledger.rotateKey();
      expect(keyOf(folder)).toBe(opened.keys.current().id);
      next.keys.forgetOld();
      expect((await readAll(next)).calls).toEqual(['c1', 'c2', 'c3']);
      expect(readdirSync(folder)).not.toContain('sent-ledger.part');
    }
  });

  test('leaves a header by which a data folder without settings finds its key', async () => {
    const entries = new Map<string, string>();
    const station = withSigningActions(await buildStation({ keychain: memoryKeychain(entries) }));
    await station.sendAll(await station.contracts('a'));
    await station.rotateKey();
    const keys = () => [...entries.keys()].filter((name) => name.startsWith('data-key/'));
    const before = keys();
    await station.reopen({}, () => {
      for (const name of ['settings.sqlite', 'station.sqlite']) rmSync(join(station.dataDir, name));
    });
    // No further one was made.
    expect(keys()).toEqual(before);
    expect(station.signing.jobs()).toMatchObject([{ name: 'a.pdf', status: 'in-doubt' }]);
    expect(station.notices().map(({ code }) => code)).toEqual(['settings-unreadable', 'ledger-ahead']);
  });
});

describe('entries are missing', () => {
  test('damage in the middle becomes a gap between the readable entries, and the old file is quarantined', async () => {
    const opened = await openLedger(await tempDir());
    for (const call of ['c1', 'c2', 'c3']) note(opened, call);
    await opened.ledger.close();
    const path = join(opened.folder, 'sent-ledger');
    const bytes = readFileSync(path);
    const damaged = Buffer.from(bytes);
    // A byte of the second of six entries.
    const second = 73 + 4 + bytes.readUInt32BE(73);
    damaged[second + 40] = (damaged[second + 40] ?? 0) ^ 1;
    const lost = await tempDir();
    writeFileSync(join(lost, 'sent-ledger'), damaged);
    const next = await openLedger(lost);
    // Neither its database nor its keychain knows the ledger or its key.
    const { calls, results, incomplete } = next.ledger.news();
    expect([calls.length, results.length]).toEqual([0, 0]);
    expect(incomplete).toMatchObject({ count: null });

    const known = asKilled(opened.folder);
    writeFileSync(join(known, 'sent-ledger'), damaged);
    rmSync(join(known, 'station.sqlite'));
    const { key, id } = opened.keys.current();
    const database = openTestDatabase(known);
    const keys = await openKeys(known, { vaultKey: key });
    expect(keys.current().id).toBe(id);
    const ledger = await openSentLedger(ledgerDeps({ database, keys, dataDir: known }));
    const news = ledger.news();
    expect(news.calls.map(({ call }) => call)).toEqual(['c1', 'c2', 'c3']);
    expect([news.results.map(({ call }) => call), news.incomplete]).toEqual([['c2', 'c3'], { count: 1, quarantined: expect.any(String) }]);
    database.transaction(news.store);
    const [quarantined = ''] = readdirSync(known).filter((name) => name.startsWith('sent-ledger-damaged-'));
    expect(readFileSync(join(known, quarantined)).equals(damaged)).toBe(true);
    note({ ledger, database }, 'c4');
    await ledger.close();
    expect(await readAll({ folder: known, keys })).toMatchObject({ calls: ['c1', 'c2', 'c3', 'c4'], results: 3, incomplete: null });
  });

  test('opening reads only the entries after the checkpoint; damage before it becomes a gap at the next writing of the whole file', async () => {
    const opened = await openLedger(await tempDir());
    for (const call of ['c1', 'c2']) note(opened, call);
    const folder = asKilled(opened.folder);
    const bytes = readFileSync(join(folder, 'sent-ledger'));
    bytes[120] = (bytes[120] ?? 0) ^ 1;
    writeFileSync(join(folder, 'sent-ledger'), bytes);
    const next = await openLedger(folder, opened.entries);
    expect(next.ledger.news()).toMatchObject({ calls: [], results: [], incomplete: null });
    expect(find(next, 'c1-a')).toEqual(['c1-a signed']);
    next.database.transaction(() => next.ledger.markVisit('visit-a'));
    await next.ledger.eraseMarked();
    note(next, 'c3');
    expect(await readAll(next)).toMatchObject({ calls: ['c2', 'c3'], results: 3, incomplete: null });
  });

  test('another history of the same length is noticed, and its calls are news', async () => {
    const opened = await openLedger(await tempDir());
    note(opened, 'c1');
    const other = await openLedger(asKilled(opened.folder), opened.entries);
    note(opened, 'c2');
    for (const call of ['x2', 'x3']) note(other, call);
    const folder = asKilled(opened.folder);
    copyFileSync(join(other.folder, 'sent-ledger'), join(folder, 'sent-ledger'));
    const { calls, hasCall, incomplete } = (await openLedger(folder, opened.entries)).ledger.news();
    expect([calls.map(({ call }) => call).filter((call) => !hasCall(call)), incomplete]).toEqual([
      ['x2', 'x3'],
      { count: null, quarantined: expect.any(String) },
    ]);
  });

  test('a cut-off append is removed without a notice, and the next entry takes its place', async () => {
    const opened = await openLedger(await tempDir());
    note(opened, 'c1');
    const before = asKilled(opened.folder);
    note(opened, 'c2');
    const whole = readFileSync(join(opened.folder, 'sent-ledger'));
    const known = readFileSync(join(before, 'sent-ledger')).length;
    for (const size of [known + 1, known + 5, whole.length - 1]) {
      const folder = asKilled(before);
      // Half of the first or of the second entry of the second call.
      writeFileSync(join(folder, 'sent-ledger'), whole.subarray(0, size));
      const next = await openLedger(folder, opened.entries);
      const { calls, incomplete } = next.ledger.news();
      expect([calls.length, incomplete]).toEqual([size === whole.length - 1 ? 1 : 0, null]);
      note(next, 'c3');
      expect((await readAll(next)).incomplete).toBeNull();
      expect(readdirSync(folder).filter((name) => name.startsWith('sent-ledger-damaged'))).toEqual([]);
    }
  });

  test('a call is undone when its transaction failed', async () => {
    const opened = await openLedger(await tempDir());
    note(opened, 'c1');
    const before = readFileSync(join(opened.folder, 'sent-ledger'));
    const { undo } = opened.ledger.appendCall({ id: 'c2', at, documents: [queuedDocument('x')] });
    undo();
    expect(readFileSync(join(opened.folder, 'sent-ledger')).equals(before)).toBe(true);
    note(opened, 'c3');
    expect((await readAll(opened)).calls).toEqual(['c1', 'c3']);
  });
});

test('a new file that cannot take its place is closed once: its number may be that of another file by then', async () => {
  const folder = await tempDir();
  const path = join(folder, 'sent-ledger');
  const file = makeLedgerFile(folder, Buffer.from('before'));
  const next = file.replacement();
  next.write(Buffer.from('after'));
  rmSync(`${path}.part`);
  expect(thrownCode(() => next.finish())).toBe('data-folder-unusable');
  const others = Array.from({ length: 8 }, () => openSync(path, 'r'));
  onTestFinished(() => others.forEach(closeSync));
  next.discard();
  expect(others.map((other) => fstatSync(other).isFile())).toEqual(others.map(() => true));
  file.append(Buffer.from(', and more'));
  file.close();
  expect(readFileSync(path, 'utf8')).toBe('before, and more');
});
