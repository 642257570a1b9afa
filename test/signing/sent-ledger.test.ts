/**
 * No document is sent twice without a person, or lost without a notice, when database or ledger are deleted, damaged, cut, or
 * replaced by an older copy.
 */
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Station } from '../support/doors/app.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { asKilled } from '../support/storage/as-killed.ts';
import { longWait } from '../support/waiting.ts';

const databaseFiles = ['station.sqlite', 'station.sqlite-wal', 'station.sqlite-shm'];

type Scene = {
  station: SigningStation;
  /** Copies of the data folder: with a signed and b, c queued; and with a and b signed, c in doubt and d queued. */
  early: string;
  late: string;
  paths: string[];
};

async function scene(keychainEntries?: Map<string, string>): Promise<Scene> {
  const station = withSigningActions(await buildStation(keychainEntries ? { keychain: memoryKeychain(keychainEntries) } : {}));
  const [a = '', b = '', c = '', d = ''] = await station.contracts('a', 'b', 'c', 'd');
  await station.sendAll([a]);
  station.queue.pause();
  await station.send([b, c]);
  const early = station.asKilled();
  station.signing.cancel([c]);
  await station.queue.run({ maxWaitMs: 10_000 });
  station.provider.misbehave('sign', { drop: 'before-answer' });
  await station.queue.retry([c]);
  await station.queue.run({ maxWaitMs: 10_000 });
  await station.send([d]);
  expect(station.states([a, b, c, d])).toEqual(['signed', 'signed', 'in-doubt no-answer', 'queued']);
  const late = station.asKilled();
  const paths = ['a', 'b', 'c', 'd'].map((name) => join(station.folder, `${name}.pdf`));
  return { station, early, late, paths };
}

/** Number of calls that had each document, by its reference. */
function arrivals({ station }: Scene): Record<string, number> {
  const times: Record<string, number> = {};
  for (const { references } of station.calls()) for (const reference of references) times[reference] = (times[reference] ?? 0) + 1;
  return times;
}

const remove = (folder: string, names: readonly string[]) => {
  for (const name of names) rmSync(join(folder, name), { force: true });
};

/** Replaces these files of `to` by those of `from`; removes the ones that `from` does not have. */
function putBack(from: string, to: string, names: readonly string[]): void {
  remove(to, names);
  for (const name of names) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
}

const cut = (path: string, bytes: number) => truncateSync(path, statSync(path).size - bytes);

/** Opens the folder and sends what may be sent. */
async function openOn({ station }: Scene, folder: string, options: Parameters<SigningStation['openOn']>[1] = {}) {
  const opened = await station.openOn(folder, options);
  opened.queue.resume();
  await opened.queue.run({ maxWaitMs: 10_000 });
  return opened;
}

const shown = ({ signing }: Station) =>
  Object.fromEntries(signing.jobs().map(({ name, status, problem }) => [name.slice(0, 1), problem ? `${status} ${problem.code}` : status]));
const notices = (opened: Station) => opened.notices().map(({ code }) => code);

/** Requests for the same files again, for this client. */
async function entriesAgain(opened: Station, paths: readonly string[], clientInfo = 'T-1', again = false) {
  const { ids } = await opened.documents.open(paths);
  const placement = { page: -1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 } as const;
  return ids.map((documentId, index) => ({ documentId, reference: `again-${index}`, clientInfo, placement, again }));
}

/** The fault of each document that is not sent again. */
async function faultsOfAgain(opened: Station, { paths }: Scene): Promise<Record<string, string>> {
  const faults = await opened.signing.check({ documents: await entriesAgain(opened, paths) });
  const nameOf = (id: string | null) => opened.documents.get(id ?? '').document.name.slice(0, 1);
  return Object.fromEntries(faults.map(({ documentId, problem }) => [nameOf(documentId), problem.code]));
}

const once = { a: 1, b: 1, c: 1 };
const doubt = 'in-doubt sent-unrecorded';

/** Changes of a copy of the folder, with the states and notices after a start on it. */
const losses: [string, (folder: string, scene: Scene) => void, Record<string, string>, string[]][] = [
  [
    'the database is deleted',
    (folder) => remove(folder, databaseFiles),
    { a: doubt, b: doubt, c: doubt },
    ['ledger-ahead', 'database-missing', 'queue-incomplete'],
  ],
  [
    'the database is damaged',
    (folder) => {
      remove(folder, databaseFiles.slice(1));
      writeFileSync(join(folder, 'station.sqlite'), Buffer.alloc(8_192, 'x'));
    },
    { a: doubt, b: doubt, c: doubt },
    ['ledger-ahead', 'database-damaged', 'queue-incomplete'],
  ],
  [
    'an older copy of the database is put back',
    (folder, { early }) => putBack(early, folder, databaseFiles),
    { a: 'signed', b: doubt, c: doubt },
    ['ledger-ahead', 'queue-incomplete'],
  ],
  [
    'the log of the database is deleted',
    (folder) => remove(folder, databaseFiles.slice(1)),
    { a: doubt, b: doubt, c: doubt },
    ['ledger-ahead', 'queue-incomplete'],
  ],
];

describe('the ledger knows of calls that the database does not', () => {
  test.each(losses)('%s: the documents are in doubt, and not sent again', async (_, lose, states, expectedNotices) => {
    const made = await scene();
    lose(made.late, made);
    const opened = await openOn(made, made.late);
    expect(notices(opened)).toEqual(expectedNotices);
    expect(shown(opened)).toEqual(states);
    expect(arrivals(made)).toEqual(once);
    expect(await faultsOfAgain(opened, made)).toMatchObject({ b: 'same-document-in-doubt', c: 'same-document-in-doubt' });
    // A person settles the documents in doubt; the ledger knows that after the next loss, too.
    for (const { documentId, status } of opened.signing.jobs()) if (status === 'in-doubt') opened.queue.close(documentId, 'Found.');
    await opened.close();
    remove(made.late, databaseFiles);
    const again = await openOn(made, made.late);
    expect(Object.values(shown(again)).filter((state) => state !== doubt)).toEqual([]);
    expect(await faultsOfAgain(again, made)).toMatchObject({ b: 'already-sent', c: 'already-sent' });
    expect(arrivals(made)).toEqual(once);
  });

  test('100 bytes are cut off the log of the database: documents of its last transactions are not sent again', async () => {
    const made = await scene();
    cut(join(made.late, 'station.sqlite-wal'), 100);
    const opened = await openOn(made, made.late);
    expect(Object.keys(arrivals(made)).filter((reference) => (arrivals(made)[reference] ?? 0) > 1)).toEqual([]);
    expect(shown(opened)).toMatchObject({ a: 'signed', b: 'signed', c: expect.stringMatching(/^in-doubt/) });
  });

  test('an older log of the database is put back, which makes some of its pages older than others', async () => {
    const reported: string[][] = [];
    for (const before of [0, 1, 2, 3]) {
      const station = withSigningActions(await buildStation());
      if (before > 0) await station.sendAll(await station.contracts(...Array.from({ length: before }, (_, n) => `b${n}`)));
      const [a = ''] = await station.contracts('a');
      station.queue.pause();
      await station.send([a]);
      const early = station.asKilled();
      station.queue.resume();
      await station.queue.run({ maxWaitMs: 10_000 });
      const calls = station.calls().length;
      await station.close();
      expect(existsSync(join(station.dataDir, 'station.sqlite-wal'))).toBe(false);
      putBack(early, station.dataDir, databaseFiles.slice(1));
      const opened = await openOn({ station, early, late: '', paths: [] }, station.dataDir);
      expect(shown(opened)).toMatchObject({ a: doubt });
      expect(station.calls()).toHaveLength(calls);
      reported.push(notices(opened));
    }
    // SQLite does not notice each of them.
    expect(reported).toContainEqual(['ledger-ahead', 'database-older']);
  });

  test('queued documents are lost with the end of the log of the database: a notice says how many until a person has read it', async () => {
    const station = withSigningActions(await buildStation());
    station.queue.pause();
    await station.send(await station.contracts('a'));
    await station.send(await station.contracts('b', 'c'));
    const late = station.asKilled();
    cut(join(late, 'station.sqlite-wal'), 100);
    for (let start = 0; start < 2; start += 1) {
      const opened = await station.openOn(late);
      expect(opened.signing.jobs().map(({ name }) => name)).toEqual(['a.pdf']);
      expect(opened.notices()).toMatchObject([{ code: 'queue-incomplete', detail: { count: 2 } }]);
      if (start === 1) opened.acknowledgeNotices();
      await opened.close();
    }
    expect(notices(await station.openOn(late))).toEqual([]);
  });

  test('a duplicate under another id, which an older copy of the database has in its queue, is not sent either', async () => {
    const station = withSigningActions(await buildStation());
    const [first = ''] = await station.contracts('a');
    station.queue.pause();
    await station.send([first]);
    const early = station.asKilled();
    station.signing.cancel([first]);
    station.queue.resume();
    await station.reopen();
    const path = join(station.folder, 'a.pdf');
    const [second = ''] = (await station.documents.open([path])).ids;
    expect(second).not.toBe(first);
    expect(await station.sendAll([second])).toMatchObject([{ status: 'signed' }]);
    const late = station.asKilled();
    putBack(early, late, databaseFiles);
    const opened = await openOn({ station, early, late, paths: [path] }, late);
    const states = opened.signing.jobs().map(({ documentId, status, problem }) => [documentId, `${status} ${problem?.code}`]);
    expect(Object.fromEntries(states)).toEqual({ [first]: 'failed same-document-in-doubt', [second]: doubt });
    expect(station.calls()).toHaveLength(1);
    expect(await opened.queue.retry([first])).toEqual([]);
    expect(await opened.queue.retry([first], { again: true })).toEqual([first]);
  });

  test('the clock was a year ahead at an earlier call of the same document: the later call is not taken for an older one', async () => {
    const station = withSigningActions(await buildStation());
    const [a = ''] = await station.contracts('a');
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 });
    station.provider.misbehave('sign', { status: 400 });
    expect(await station.sendAll([a])).toMatchObject([{ status: 'failed' }]);
    vi.useRealTimers();
    station.queue.pause();
    await station.queue.retry([a]);
    const early = station.asKilled();
    station.queue.resume();
    await station.reopen();
    await station.queue.run({ maxWaitMs: 10_000 });
    expect(station.states([a])).toEqual(['signed']);
    const late = station.asKilled();
    putBack(late, early, ['sent-ledger']);
    const opened = await openOn({ station, early, late, paths: [] }, early);
    expect(shown(opened)).toEqual({ a: doubt });
    expect(station.calls()).toHaveLength(2);
  });

  test('the database is deleted, and the clock is 45 days ahead at the next start: no call and no lost document is old by that', async () => {
    const made = await scene();
    remove(made.late, databaseFiles);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 45 * 86_400_000 });
    const opened = await openOn(made, made.late);
    expect(shown(opened)).toEqual({ a: doubt, b: doubt, c: doubt });
    expect(opened.notices()).toContainEqual(expect.objectContaining({ code: 'queue-incomplete', detail: { count: 1 } }));
    expect(arrivals(made)).toEqual(once);
  });

  test('likewise when the settings are gone with the database: the ledger has the time of its last entry', async () => {
    const made = await scene();
    remove(made.late, [...databaseFiles, 'settings.sqlite', 'settings.sqlite-wal', 'settings.sqlite-shm']);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 45 * 86_400_000 });
    const opened = await openOn(made, made.late);
    expect(shown(opened)).toEqual({ a: doubt, b: doubt, c: doubt });
    expect(opened.notices()).toContainEqual(expect.objectContaining({ code: 'queue-incomplete', detail: { count: 1 } }));
  });

  test('the clock was 45 days behind at a call and when a document was queued: neither is old by that', async () => {
    const station = withSigningActions(await buildStation());
    const [a = '', b = '', c = ''] = await station.contracts('a', 'b', 'c');
    const day = 86_400_000;
    // The certificate of the signatures is valid from now on: that is the time of the clock that is behind.
    const start = Date.now() + 45 * day;
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    await station.sendAll([a]);
    vi.setSystemTime(start - 45 * day);
    expect(await station.sendAll([b])).toMatchObject([{ status: 'signed' }]);
    station.queue.pause();
    await station.send([c]);
    // The clock is put right, and trusted a day later.
    for (const days of [1, 1.5, 2]) {
      vi.setSystemTime(start + days * day);
      await station.reopen();
    }
    const folder = station.asKilled();
    remove(folder, databaseFiles);
    const opened = await station.openOn(folder);
    expect(shown(opened)).toEqual({ a: doubt, b: doubt });
    expect(opened.notices()).toContainEqual(expect.objectContaining({ code: 'queue-incomplete', detail: { count: 1 } }));
  });

  test('the original is gone: a document is settled, and not sent again without its file', async () => {
    const made = await scene();
    remove(made.late, databaseFiles);
    const opened = await openOn(made, made.late);
    const ids = opened.signing.jobs().map(({ documentId }) => documentId);
    expect(await opened.queue.retry(ids, { resend: true, again: true })).toEqual([]);
    expect(opened.signing.jobs()[0]).toMatchObject({ clientInfo: 'T-1', name: 'a.pdf', attempts: 1, lastAttemptAt: expect.any(String) });
    const documents = await entriesAgain(opened, made.paths.slice(0, 1), 'T-1', true);
    const { batchId, faults } = await opened.signing.send({ documents });
    expect(faults).toEqual([]);
    await opened.signing.finished(batchId ?? '');
    expect(arrivals(made)).toEqual({ ...once, 'again-0': 1 });
  });
});

/** What the provider does with the document, and whether an older database that has it queued sends it automatically. */
const refusals: [string, Misbehaviour, string][] = [
  ['rejected it', { entry: 'fail' }, 'failed resend-needed'],
  ['refused its call', { status: 400 }, 'failed resend-needed'],
  // It asks to wait, so that there is no second call before the queue is paused.
  ['had not processed its call', { status: 429, headers: { 'retry-after': '600' } }, 'signed'],
];

test.each(refusals)('the provider %s, and an older database has it queued again', async (_, how, expected) => {
  const station = withSigningActions(await buildStation());
  station.queue.pause();
  const [a = ''] = await station.contracts('a');
  await station.send([a]);
  const early = station.asKilled();
  station.provider.misbehave('sign', how);
  station.queue.resume();
  await vi.waitFor(() => expect(station.calls()).toHaveLength(1), longWait);
  station.queue.pause();
  await vi.waitFor(() => expect(station.states([a])[0]).not.toBe('sending'), longWait);
  const late = station.asKilled();
  const made = { station, early, late, paths: [] };
  putBack(early, late, databaseFiles);
  const before = arrivals(made);
  const opened = await openOn(made, late);
  expect(shown(opened)).toEqual({ a: expected });
  if (expected === 'signed') return;
  expect(arrivals(made)).toEqual(before);
  expect(opened.signing.jobs()[0]?.problem?.detail).toMatchObject({ context: 'refused' });
  await opened.queue.retry([opened.signing.jobs()[0]?.documentId ?? '']);
  await opened.queue.run({ maxWaitMs: 10_000 });
  expect(shown(opened)).toEqual({ a: 'signed' });
});

const gaps: [string, (folder: string, scene: Scene) => void, number | undefined][] = [
  ['is deleted', (folder) => remove(folder, ['sent-ledger']), undefined],
  ['is replaced by an older copy', (folder, { early }) => putBack(early, folder, ['sent-ledger']), undefined],
  // The last entry, of the queued document, is one that the database need not know.
  ['is cut', (folder) => cut(join(folder, 'sent-ledger'), 400), 1],
  ['is replaced by something else', (folder) => writeFileSync(join(folder, 'sent-ledger'), 'x'.repeat(2_000)), undefined],
  ['and the database are deleted', (folder) => remove(folder, ['sent-ledger', ...databaseFiles]), undefined],
  [
    'and the database are those of two times, the ledger of the earlier',
    (folder, { early }) => putBack(early, folder, ['sent-ledger']),
    undefined,
  ],
];

describe('entries of the ledger are missing', () => {
  test.each(gaps)('the ledger %s: queued documents are not sent before a person releases them', async (what, lose, count) => {
    const made = await scene();
    lose(made.late, made);
    const opened = await openOn(made, made.late);
    const [notice] = opened.notices().filter(({ code }) => code === 'ledger-incomplete');
    expect(notice).toBeDefined();
    if (count !== undefined) expect(notice?.detail?.count).toBe(count);
    expect(arrivals(made)).toEqual(once);
    const quarantined = readdirSync(made.late).filter((name) => name.startsWith('sent-ledger-damaged-'));
    expect(quarantined).toHaveLength(existsSync(join(made.late, 'sent-ledger')) && !what.includes('deleted') ? 1 : 0);
    if (what.includes('database are deleted')) return;
    expect(shown(opened)).toEqual({ a: 'signed', b: 'signed', c: 'in-doubt no-answer', d: 'failed resend-needed' });
    await opened.close();
    // No entry is missing any more; released documents are sent.
    const next = await openOn(made, made.late);
    expect(next.notices()).toContainEqual(notice);
    next.acknowledgeNotices();
    expect(notices(next)).toEqual([]);
    expect(arrivals(made)).toEqual(once);
    const waiting = next.signing.jobs().filter(({ status }) => status === 'failed');
    expect(await next.queue.retry(waiting.map(({ documentId }) => documentId))).toHaveLength(1);
    await next.queue.run({ maxWaitMs: 10_000 });
    expect(shown(next)).toMatchObject({ d: 'signed' });
    expect(arrivals(made)).toEqual({ ...once, d: 1 });
    expect(next.audit.verify().intact).toBe(true);
  });
});

test('an older copy of the database is put back after an orderly end: a notice says so, also where nothing was queued or sent', async () => {
  const station = withSigningActions(await buildStation());
  await station.reopen();
  const early = station.asKilled();
  station.visits.create({ name: 'Ana', identification: '', transaction: '' });
  await station.reopen({}, () => putBack(early, station.dataDir, databaseFiles));
  expect(station.notices().map(({ code }) => code)).toEqual(['database-older']);
  station.acknowledgeNotices();
  await station.reopen();
  expect(station.notices()).toEqual([]);
});

describe('the head in the keychain', () => {
  test('an older copy of the whole folder is noticed, and its queued documents are not sent', async () => {
    const entries = new Map<string, string>();
    const made = await scene(entries);
    const before = [...entries.keys()].filter((name) => name.startsWith('ledger-head/'));
    await made.station.close();
    expect([...entries.keys()].filter((name) => name.startsWith('ledger-head/'))).toHaveLength(1);
    expect(before.length).toBeLessThanOrEqual(1);
    const opened = await openOn(made, made.early, { keychain: memoryKeychain(entries) });
    expect(opened.notices()).toMatchObject([{ code: 'ledger-incomplete', detail: { waiting: 2, count: expect.any(Number) } }]);
    expect(shown(opened)).toEqual({ a: 'signed', b: 'failed resend-needed', c: 'failed resend-needed' });
    expect(arrivals(made)).toEqual(once);
    opened.acknowledgeNotices();
    await opened.close();
    const next = await openOn(made, made.early, { keychain: memoryKeychain(entries) });
    expect(notices(next)).toEqual([]);
    expect(arrivals(made)).toEqual(once);
  });

  test('an older copy of database and ledger that was used further: the keychain knows another entry', async () => {
    const entries = new Map<string, string>();
    const made = await scene(entries);
    await made.station.close();
    // With a keychain that has no head, the older copy works without a notice.
    const forgetful = new Map([...entries].filter(([name]) => !name.startsWith('ledger-head/')));
    const other = asKilled(made.early);
    const forked = await made.station.openOn(other, { keychain: memoryKeychain(forgetful) });
    // It then has more calls than the keychain knows.
    for (const path of made.paths.slice(1)) {
      await forked.signing.send({ documents: await entriesAgain(forked, [path], 'T-9') });
      const { batchId } = forked.signing.jobs().at(-1) ?? {};
      await forked.queue.run({ maxWaitMs: 10_000, ...(batchId && { batchId }) });
    }
    await forked.close();
    const opened = await made.station.openOn(other, { keychain: memoryKeychain(entries) });
    expect(opened.notices()).toMatchObject([{ code: 'ledger-incomplete', detail: { waiting: 2, context: 'uncounted' } }]);
    opened.acknowledgeNotices();
    await opened.close();
    const next = await made.station.openOn(other, { keychain: memoryKeychain(entries) });
    expect(notices(next)).toEqual([]);
  });

  test('a failing keychain does not stop the queue, and gets the head at the end', async () => {
    const entries = new Map<string, string>();
    const keychain = memoryKeychain(entries);
    let failing = true;
    const set: typeof keychain.set = async (account, value) => {
      if (failing && account.startsWith('ledger-head/')) throw new Error('the keychain does not answer');
      return keychain.set(account, value);
    };
    const station = withSigningActions(await buildStation({ keychain: { ...keychain, set } }));
    const ids = await station.contracts('a');
    expect((await station.sendAll(ids))[0]?.status).toBe('signed');
    failing = false;
    await station.close();
    const head = [...entries].find(([name]) => name.startsWith('ledger-head/'))?.[1] ?? '';
    expect(JSON.parse(head)).toMatchObject({ count: 3 });
  });
});

test('`verify` notices lost entries of the audit log by the ledger', async () => {
  const station = withSigningActions(await buildStation());
  station.audit.append({ kind: 'note', visitId: null, by: 'Ana', about: null, detail: {} });
  await station.sendAll(await station.contracts('a'));
  expect(station.audit.verify()).toEqual({ entries: 1, intact: true, firstBroken: null });
  await station.reopen({}, () => remove(station.dataDir, databaseFiles));
  expect(station.audit.verify()).toEqual({ entries: 0, intact: false, firstBroken: 1 });
  station.audit.append({ kind: 'note', visitId: null, by: 'Ana', about: null, detail: {} });
  expect(station.audit.verify()).toEqual({ entries: 1, intact: false, firstBroken: 1 });
});
