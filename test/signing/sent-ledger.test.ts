/**
 * No document is sent twice without a person, or lost without a notice, when the database is deleted, damaged, cut, or replaced by an
 * older copy: the ledger knows of it.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import {
  arrivals,
  cutEnd,
  databaseFiles,
  doubt,
  entriesAgain,
  faultsOfAgain,
  notices,
  once,
  openOn,
  putBack,
  remove,
  type Scene,
  scene,
  shown,
} from '../support/signing/lost-data.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

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
    cutEnd(join(made.late, 'station.sqlite-wal'), 100);
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
    cutEnd(join(late, 'station.sqlite-wal'), 100);
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
    await batchFinished(opened, batchId);
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
