/** Entries of the ledger that are missing, or those of an older copy: nothing that waits is sent before a person has read of it. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { memoryKeychain } from '../support/doors/keychain.ts';
import {
  arrivals,
  cutEnd,
  databaseFiles,
  entriesAgain,
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
import { asKilled } from '../support/storage/as-killed.ts';

const gaps: [string, (folder: string, scene: Scene) => void, number | undefined][] = [
  ['is deleted', (folder) => remove(folder, ['sent-ledger']), undefined],
  ['is replaced by an older copy', (folder, { early }) => putBack(early, folder, ['sent-ledger']), undefined],
  // The last entry, of the queued document, is one that the database need not know.
  ['is cut', (folder) => cutEnd(join(folder, 'sent-ledger'), 400), 1],
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
      const documents = await entriesAgain(forked, [path], 'T-9');
      // The signed files of the calls that it does not know are in the folder.
      await forked.signing.send({ documents: documents.map((one) => ({ ...one, again: true })) });
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
