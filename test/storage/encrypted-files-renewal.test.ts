/** Sealed files under a new key, on a real disk. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { givenDataKeys } from '../support/data-keys.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { openDatabase, openDataKeys, openMemoryDatabase, openSealedFiles, type SealedFile } from '../support/doors/storage.ts';
import { onDisk, place, put } from '../support/sealed-place.ts';
import { tempDir } from '../support/temp-dir.ts';
import { reasonOf } from '../support/unsealable.ts';

describe('key rotation', () => {
  it('re-encrypts every file under the current key, also with a restart in the middle; the old key can be removed', async () => {
    const dataDir = await tempDir();
    const database = openDatabase(dataDir);
    onTestFinished(database.close);
    const keychain = memoryKeychain();
    const keys = await openDataKeys({ database, keychain });
    const { folder, files } = await place(keys, dataDir);
    const contents = [Buffer.alloc(0), Buffer.from('short'), randomBytes(300_000)];
    const all: SealedFile[] = [];
    for (const content of contents) all.push(await put(files, content));
    await keys.renew();
    for (const file of all.slice(0, 2)) await files.renew(file);
    // As a crash leaves it: a file in the making beside the old one.
    await writeFile(join(folder, `${onDisk(all[2] ?? owned())}.${randomUUID()}.part`), 'half');

    const laterKeys = await openDataKeys({ database, keychain });
    expect(laterKeys.old()).toHaveLength(1);
    const later = await openSealedFiles({ folder, keys: laterKeys });
    const listed = await later.list();
    expect(listed).toHaveLength(3);
    for (const name of listed) await later.renew(name);
    await laterKeys.retireOld();
    expect(await Promise.all(all.map((file) => later.bytes(file)))).toEqual(contents);
    expect(await readdir(folder)).toHaveLength(3);
  });

  it('leaves a file that is under the current key as it is', async () => {
    const { folder, files } = await place();
    const file = await put(files, 'x');
    const before = await readFile(join(folder, onDisk(file)));
    await files.renew(file);
    expect(await readFile(join(folder, onDisk(file)))).toEqual(before);
  });

  it('leaves a damaged file as it is, and reports it', async () => {
    const { folder, keys, files } = await place();
    const file = await put(files, randomBytes(200_000));
    const path = join(folder, onDisk(file));
    const bytes = await readFile(path);
    bytes[150_000] = (bytes[150_000] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await keys.renew();
    expect(await reasonOf(() => files.renew(file))).toBe('damaged');
    expect(await readFile(path)).toEqual(bytes);
    expect(await readdir(folder)).toEqual([onDisk(file)]);
  });

  it('reports an absent key, and leaves the file as it is', async () => {
    const database = openMemoryDatabase();
    const keychain = memoryKeychain();
    const { dataDir, folder, files } = await place(await openDataKeys({ database, keychain }));
    const file = await put(files, 'x');
    const bytes = await readFile(join(folder, onDisk(file)));
    const elsewhere = await place(await openDataKeys({ database, keychain: memoryKeychain() }), dataDir);
    expect(await reasonOf(() => elsewhere.files.bytes(file))).toBe('key-absent');
    expect(await reasonOf(() => elsewhere.files.renew(file))).toBe('key-absent');
    const stranger = await place(await givenDataKeys(), dataDir);
    expect(await reasonOf(() => stranger.files.bytes(file))).toBe('damaged');
    expect(await readFile(join(folder, onDisk(file)))).toEqual(bytes);
  });
});

function owned(): never {
  throw new Error('three files');
}
