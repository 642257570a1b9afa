/** Data keys in the real keychain, of a data folder on a real disk, over restarts. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { systemKeychain } from '../support/doors/keychain.ts';
import { createSealer, openDatabase, openDataKeys, openSealedFiles } from '../support/doors/storage.ts';
import { testWith } from '../support/need.ts';
import { tempDir } from '../support/temp-dir.ts';

const label = { kind: 'job', id: '1', version: 1 };

/** A service name of the test's own; entries of these keys are gone afterwards. */
function ownKeychain() {
  const keychain = systemKeychain(`Signing Station test ${randomUUID()}`);
  const made = new Set<string>();
  onTestFinished(async () => {
    for (const id of made) await keychain.remove(`data-key/${id}`);
  });
  return { keychain, made };
}

testWith('keyring')('opens after a restart what was sealed before it, also after a renewal', async () => {
  const { keychain, made } = ownKeychain();
  const dataDir = await tempDir();
  const start = async () => {
    const database = openDatabase(dataDir);
    onTestFinished(database.close);
    const keys = await openDataKeys({ database, keychain });
    made.add(keys.current().id);
    return { database, keys, sealer: createSealer(keys), files: await openSealedFiles({ folder: join(dataDir, 'sealed'), keys }) };
  };

  const first = await start();
  expect(first.keys.notKept).toBeNull();
  const row = first.sealer.seal(label, { clientInfo: 'marked-text' });
  const writer = await first.files.create('original', randomUUID());
  await writer.write(Buffer.from('marked-text'.repeat(10_000)));
  const file = await writer.finish();
  first.database.close();

  const second = await start();
  expect(second.keys.current()).toEqual(first.keys.current());
  expect(second.sealer.open(label, row)).toEqual({ clientInfo: 'marked-text' });
  await second.keys.renew();
  made.add(second.keys.current().id);
  await second.files.renew(file);
  second.database.close();

  const third = await start();
  expect(third.keys.current()).toEqual(second.keys.current());
  expect(third.sealer.open(label, row)).toEqual({ clientInfo: 'marked-text' });
  await third.keys.retireOld();
  expect(await keychain.get(`data-key/${first.keys.current().id}`)).toBeNull();
  expect((await third.files.bytes(file)).toString()).toBe('marked-text'.repeat(10_000));

  const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const all = await Promise.all(names.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))));
  const everything = Buffer.concat(all);
  // The search does find what is there: the id of the key, and nothing of the key or the content.
  const { id, key } = third.keys.current();
  expect(everything.includes(id)).toBe(true);
  for (const form of [key, key.toString('base64'), key.toString('hex'), 'marked-text']) expect(everything.includes(form)).toBe(false);
});
