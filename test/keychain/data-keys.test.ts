/** The data key in the real keychain, of a data folder on a real disk, over restarts and a key rotation. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { closing } from '../support/closing.ts';
import { systemKeychain } from '../support/doors/keychain.ts';
import { openEncryptedStore, openSettingsDatabase } from '../support/doors/storage.ts';
import { testWith } from '../support/runner/need.ts';
import { tempDir } from '../support/temp-dir.ts';

/** A keychain under a service name of its own. `made`: ids of keys whose entries are removed at the end of the test. */
function ownKeychain() {
  const keychain = systemKeychain(`Signing Station test ${randomUUID()}`);
  const made = new Set<string>();
  onTestFinished(async () => {
    for (const id of made) await keychain.remove(`data-key/${id}`);
  });
  return { keychain, made };
}

testWith('keyring')('opens after a restart what was written before it, also after a key rotation', async () => {
  const { keychain, made } = ownKeychain();
  const dataDir = await tempDir();
  const start = async () => {
    const settings = closing(openSettingsDatabase(dataDir));
    const store = await openEncryptedStore({ settings, dataDir, keychain });
    made.add(store.keys.current().id);
    const rows = () => store.database.sql.prepare("SELECT value FROM json_row WHERE kind = 'test'").all();
    const end = async () => {
      await store.close();
      settings.close();
    };
    return { ...store, rows, end };
  };

  const first = await start();
  expect(first.memoryOnly).toBeNull();
  first.database.sql.exec("INSERT INTO json_row VALUES ('test', '1', 'marked-text')");
  const writer = await first.files.create('original', randomUUID());
  await writer.write(Buffer.from('marked-text'.repeat(10_000)));
  const file = await writer.finish();
  await first.end();

  const second = await start();
  expect(second.keys.current()).toEqual(first.keys.current());
  expect(second.rows()).toEqual([{ value: 'marked-text' }]);
  await second.keys.add();
  await second.rekey();
  second.keys.forgetOld();
  made.add(second.keys.current().id);
  expect(second.keys.current()).not.toEqual(first.keys.current());
  expect(second.rows()).toEqual([{ value: 'marked-text' }]);
  await second.end();
  // It stays for another data folder that may use it.
  expect(await keychain.get(`data-key/${first.keys.current().id}`)).not.toBeNull();

  const third = await start();
  expect(third.keys.current()).toEqual(second.keys.current());
  expect(third.rows()).toEqual([{ value: 'marked-text' }]);
  expect((await third.files.bytes(file)).toString()).toBe('marked-text'.repeat(10_000));

  const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const all = await Promise.all(names.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))));
  const everything = Buffer.concat(all);
  // The files have the id of the key, which shows that the search works, and neither the key nor the content.
  const { id, key } = third.keys.current();
  expect(everything.includes(id)).toBe(true);
  for (const form of [key, key.toString('base64'), key.toString('hex'), 'marked-text']) expect(everything.includes(form)).toBe(false);
  await third.end();
});
