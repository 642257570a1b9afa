/** Database, files and key of a data folder together: other keys, rotations that are cut off, and missing parts. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { codeOf } from '../support/code-of.ts';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { type EncryptedFile, openDataKeys, openEncryptedStore, openSettingsDatabase } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

type Options = { keychain?: Keychain; vaultKey?: Buffer };

async function open(dataDir: string, { keychain = memoryKeychain(), vaultKey }: Options) {
  const settings = closing(openSettingsDatabase(dataDir));
  const store = closing(await openEncryptedStore({ settings, dataDir, keychain, ...(vaultKey && { vaultKey }) }));
  const row = () => store.database.sql.prepare("SELECT value FROM json_row WHERE kind = 'test'").get()?.value ?? null;
  const write = async (content: string): Promise<EncryptedFile> => {
    store.database.sql.prepare("INSERT OR REPLACE INTO json_row VALUES ('test', '1', ?)").run(content);
    const writer = await store.files.create('original', randomUUID());
    await writer.write(Buffer.from(content));
    return writer.finish();
  };
  const end = async () => {
    await store.close();
    settings.close();
  };
  return { ...store, settings, row, write, end };
}

/** Name and content of all files below. */
async function content(folder: string): Promise<Map<string, string>> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile() && !/-(wal|shm)$/.test(one.name)).map((one) => join(one.parentPath, one.name));
  return new Map(await Promise.all(files.sort().map(async (path) => [path, (await readFile(path)).toString('hex')] as const)));
}

const locked = () => Promise.reject(new StationError('keychain-unavailable', { cause: 'locked' }));

describe('with another key', () => {
  test.each<[string, () => Promise<Options>]>([
    ['of the environment', async () => ({ vaultKey: randomBytes(32) })],
    ['in an empty keychain', async () => ({})],
  ])('%s, the start is refused, and nothing is changed', async (_, other) => {
    const dataDir = await tempDir();
    const [vaultKey, keychain] = [randomBytes(32), memoryKeychain()];
    const first = await open(dataDir, { vaultKey });
    const file = await first.write('content');
    await first.end();
    const before = await content(dataDir);
    expect(await codeOf(open(dataDir, await other()))).toBe('data-key-missing');
    expect(await content(dataDir)).toEqual(before);
    // Also when nothing names the key any more.
    await rm(join(dataDir, 'settings.sqlite'));
    expect(await codeOf(open(dataDir, await other()))).toBe('data-key-missing');
    const again = await open(dataDir, { vaultKey, keychain });
    expect([again.row(), (await again.files.bytes(file)).toString(), again.database.notices()]).toEqual(['content', 'content', []]);
  });

  test('because the keychain does not answer, the data stay hidden and unchanged', async () => {
    const dataDir = await tempDir();
    const keychain = memoryKeychain();
    const first = await open(dataDir, { keychain });
    await first.write('content');
    await first.end();
    const before = await content(dataDir);
    const hidden = await open(dataDir, { keychain: { get: async () => null, set: locked, remove: locked } });
    expect([hidden.memoryOnly?.code, hidden.isOneOfSeveral, hidden.row()]).toEqual(['memory-only', true, null]);
    await hidden.write('other');
    await hidden.end();
    expect(await content(dataDir)).toEqual(before);
    expect((await open(dataDir, { keychain })).row()).toBe('content');
  });
});

test('a rotation that ended after the new key was stored is completed by the next start', async () => {
  const dataDir = await tempDir();
  const entries = new Map<string, string>();
  const keychain = memoryKeychain(entries);
  const first = await open(dataDir, { keychain });
  const file = await first.write('content');
  const old = first.keys.current();
  await first.end();
  const settings = openSettingsDatabase(dataDir);
  await (await openDataKeys({ settings, keychain, hasData: true })).add();
  settings.close();
  expect(entries.size).toBe(2);

  const second = await open(dataDir, { keychain });
  expect([second.row(), (await second.files.bytes(file)).toString()]).toEqual(['content', 'content']);
  expect(second.keys.current()).not.toEqual(old);
  expect(second.keys.isRotating()).toBe(true);
  second.keys.forgetOld();
  expect(second.keys.isRotating()).toBe(false);
  await second.end();
  const third = await open(dataDir, { keychain });
  expect(third.row()).toBe('content');
});

test('a rotation removes the daily copies, which the old key opens', async () => {
  const dataDir = await tempDir();
  const store = await open(dataDir, {});
  const copies = join(dataDir, 'daily-backups');
  await mkdir(copies);
  await writeFile(join(copies, 'station-2026-01-01T10-00-00-000Z.sqlite'), '');
  await store.keys.add();
  await store.rekey();
  expect(existsSync(copies)).toBe(false);
});

test('without its database, the files are quarantined and reported; with a damaged one they stay', async () => {
  const dataDir = await tempDir();
  const vaultKey = randomBytes(32);
  const first = await open(dataDir, { vaultKey });
  await first.write('content');
  await first.end();
  const files = await readdir(join(dataDir, 'encrypted'));
  expect(files).toHaveLength(1);

  await writeFile(join(dataDir, 'station.sqlite'), Buffer.alloc(8_192, 0xa5));
  const damaged = await open(dataDir, { vaultKey });
  expect(damaged.database.notices()).toMatchObject([{ code: 'database-damaged' }]);
  expect([damaged.isOneOfSeveral, await readdir(join(dataDir, 'encrypted'))]).toEqual([true, files]);
  await damaged.end();

  for (const name of await readdir(dataDir)) if (name.startsWith('station')) await rm(join(dataDir, name));
  const missing = await open(dataDir, { vaultKey });
  const [notice] = missing.database.notices();
  expect(notice).toMatchObject({ code: 'database-missing', detail: { name: expect.stringMatching(/^encrypted-/) } });
  expect(await readdir(join(dataDir, String(notice?.detail?.name)))).toEqual(files);
  expect(await readdir(join(dataDir, 'encrypted'))).toEqual([]);
});
