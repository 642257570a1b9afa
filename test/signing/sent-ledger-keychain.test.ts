/** The head of the ledger in the keychain. */
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { openSentLedger } from '../support/doors/signing.ts';
import { ledgerDeps } from '../support/signing/ledger.ts';
import { queuedDocument } from '../support/signing/outbox.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

const at = '2026-11-23T12:00:00.000Z';

test('is written while entries are appended, tried again when the keychain fails, and written at the end', async () => {
  const [folder, entries] = [await tempDir(), new Map<string, string>()];
  const database = openTestDatabase(folder);
  const keychain = memoryKeychain(entries);
  let failures = 0;
  const set: typeof keychain.set = async (account, value) => {
    if (account.startsWith('ledger-head/') && failures++ < 2) throw new Error('locked');
    return keychain.set(account, value);
  };
  const head = () => JSON.parse([...entries].find(([name]) => name.startsWith('ledger-head/'))?.[1] ?? '{}').count;
  const deps = ledgerDeps({ database, dataDir: folder, keychain: { ...keychain, set }, keychainIntervalMs: 1 });
  const ledger = await openSentLedger(deps);
  database.transaction(ledger.appendCall({ id: 'c1', at, documents: [queuedDocument('a')] }).store);
  await expect.poll(head, longWait).toBe(1);
  expect(failures).toBe(3);
  await ledger.close();

  // With an interval that does not end: only the close writes.
  const later = await openSentLedger({ ...deps, keychainIntervalMs: 2 ** 31 - 1 });
  expect(later.news()).toMatchObject({ calls: [], incomplete: null });
  database.transaction(later.appendCall({ id: 'c2', at, documents: [queuedDocument('b')] }).store);
  expect(head()).toBe(1);
  await later.close();
  expect(head()).toBe(2);
});

test('in memory-only mode the ledger is not on the disk, and knows every call until the end', async () => {
  const set = async () => {
    throw new Error('locked');
  };
  const station = withSigningActions(await buildStation({ keychain: { ...memoryKeychain(), set } }));
  const ids = await station.contracts('a');
  expect(await station.sendAll(ids)).toMatchObject([{ status: 'signed' }]);
  await station.queue.forget(ids);
  expect(() => readFileSync(join(station.dataDir, 'sent-ledger'))).toThrow('ENOENT');
  const copy = join(station.folder, 'copy.pdf');
  await copyFile(join(station.folder, 'a.pdf'), copy);
  const again = (await station.documents.open([copy])).ids;
  expect((await station.signing.check({ documents: station.entries(again) })).map(({ problem }) => problem.code)).toEqual(['already-sent']);
});
