/** Encrypted files and their folder on a real disk. The tests of the streams are in `encrypted-stream.unit.test.ts`. */

import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type EncryptedName, openEncryptedFiles } from '../support/doors/storage.ts';
import { testWith } from '../support/runner/need.ts';
import { program } from '../support/runner/programs.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { sha256 } from '../support/sha256.ts';
import { orDamaged } from '../support/storage/damaged-file.ts';
import { onDisk, owner, place, put, refusal } from '../support/storage/encrypted-place.ts';
import { folderOnDisk, makeReadOnly, mountOver, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';

describe('an encrypted file', () => {
  it('is read as it was written, whatever its content and pieces', async () => {
    const { files } = await place();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 100_000, size: 'max' }), { maxLength: 4 }), async (pieces) => {
        const content = Buffer.concat(pieces);
        const file = await files.encrypt('decoded', owner, pieces);
        expect(file).toEqual({ kind: 'decoded', owner, id: file.id, size: content.length, sha256: sha256(content) });
        expect((await files.bytes(file)).equals(content)).toBe(true);
        await files.remove(file);
      }),
      { numRuns: runs(40) },
    );
  });

  it('leaves little garbage when a large one is read', async () => {
    // Without a thread that frees collected buffers later, on a busy machine much later.
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-concurrent-array-buffer-sweeping', program('read-large-file')]);
    expect(Number(stdout)).toBeLessThan(24);
  });

  it('has no content in clear on disk, and is readable by its owner only', async () => {
    const { dataDir, folder, files } = await place();
    const marker = 'a-text-that-stands-out-';
    const file = await put(files, marker.repeat(10_000));
    const bytes = await readFile(join(folder, onDisk(file)));
    expect(bytes.includes('stands-out')).toBe(false);
    expect(await readdir(folder)).toEqual([onDisk(file)]);
    expect((await files.bytes(file)).toString()).toBe(marker.repeat(10_000));
    if (process.platform === 'win32') return;
    expect((await stat(join(folder, onDisk(file)))).mode & 0o777).toBe(0o600);
    await files.quarantine(file);
    for (const name of ['encrypted', 'quarantine']) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o700);
  });

  it('has its name only once it is finished, and not after it was discarded', async () => {
    const { folder, files } = await place();
    const writer = await files.create('received', owner);
    await writer.write(randomBytes(200_000));
    expect(files.list()).toEqual([]);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/\.encrypted\..*\.part$/)]);
    await writer.discard();
    await writer.discard();
    expect(await readdir(folder)).toEqual([]);
    expect(String(await refusal(writer.write(Buffer.of(1))))).toContain('discarded');
    expect(String(await refusal(writer.finish()))).toContain('discarded');

    const other = await files.create('received', owner);
    expect(files.list()).toEqual([]);
    const file = await other.finish();
    expect(files.list()).toEqual([{ kind: 'received', owner, id: file.id }]);
    expect(String(await refusal(other.write(Buffer.of(1))))).toContain('finished');
    await other.discard();
    await other.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps the order of writes that are not awaited', async () => {
    const { files } = await place();
    const pieces = Array.from({ length: 20 }, () => randomBytes(30_000));
    const writer = await files.create('original', owner);
    await Promise.all(pieces.map((piece) => writer.write(piece)));
    expect(await files.bytes(await writer.finish())).toEqual(Buffer.concat(pieces));
  });

  it('does not exist where its content could not be read to the end', async () => {
    const { folder, files } = await place();
    async function* cutOff() {
      yield randomBytes(300_000);
      throw new Error('cut off');
    }
    expect(String(await refusal(files.encrypt('original', owner, cutOff())))).toContain('cut off');
    expect([await readdir(folder), files.list()]).toEqual([[], []]);
  });

  it('does not exist after it was discarded during a write or at its end', async () => {
    const { folder, files } = await place();
    const writer = await files.create('original', owner);
    const writing = writer.write(randomBytes(2_000_000));
    const discarding = writer.discard();
    await writing;
    await discarding;
    expect(await readdir(folder)).toEqual([]);
    const other = await files.create('original', owner);
    const finishing = other.finish();
    const dropping = other.discard();
    await finishing;
    await dropping;
    expect(await readdir(folder)).toEqual([]);
  });

  it('opens under its own kind, owner and id only', async () => {
    const { folder, files } = await place();
    const file = await put(files, 'x');
    const other = await put(files, 'another');
    for (const name of [
      { ...file, kind: 'decoded' as const },
      { ...file, owner: randomUUID() },
      { ...file, id: other.id },
    ]) {
      await cp(join(folder, onDisk(file)), join(folder, onDisk(name)));
      expect(await orDamaged(() => files.bytes(name))).toBe('damaged');
      expect(await orDamaged(async () => await files.read(name).next())).toBe('damaged');
    }
    const stranger = { ...file, id: randomUUID() };
    await cp(join(folder, onDisk(file)), join(folder, onDisk(stranger)));
    expect(await refusal(files.bytes(stranger))).toMatchObject({ code: 'ENOENT' });
    expect((await files.bytes(file)).toString()).toBe('x');
  });

  it('with the content of another file is refused', async () => {
    const { folder, files } = await place();
    const [one, two] = [await put(files, 'one'), await put(files, 'two')];
    await rename(join(folder, onDisk(one)), join(folder, onDisk(two)));
    expect(await orDamaged(() => files.bytes(two))).toBe('damaged');
  });

  it('that was cut is refused; a missing one is the error of the system', async () => {
    const { folder, files } = await place();
    const file = await put(files, randomBytes(150_000));
    await truncate(join(folder, onDisk(file)), 100_000);
    expect(await orDamaged(() => files.bytes(file))).toBe('damaged');
    await truncate(join(folder, onDisk(file)), 0);
    expect(await orDamaged(() => files.bytes(file))).toBe('damaged');
    await files.remove(file);
    await files.remove(file);
    expect(await refusal(files.bytes(file))).toMatchObject({ code: 'ENOENT' });
  });

  it('can be read in any part, and is closed when a reader stops', async () => {
    const { files } = await place();
    const content = randomBytes(200_000);
    const file = await put(files, content);
    const part = (start: number, end: number) => buffer(files.readRange(file, start, end));
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length - 1), fc.nat(content.length - 1), async (one, two) => {
        const [start, end] = [Math.min(one, two), Math.max(one, two)];
        expect((await part(start, end)).equals(content.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: runs(40) },
    );
    const openFiles = async () => (process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0);
    const before = await openFiles();
    for (let round = 0; round < 20; round += 1) {
      for await (const piece of files.readRange(file, 0, content.length - 1)) {
        expect(piece.equals(content.subarray(0, piece.length))).toBe(true);
        break;
      }
    }
    expect(await openFiles()).toBeLessThanOrEqual(before);
  });

  it('that was cut or renamed returns no part that reaches its end', async () => {
    const { folder, files } = await place();
    const file = await put(files, randomBytes(150_000));
    const part = (name: EncryptedName, start: number, end: number) =>
      orDamaged(async () => (await buffer(files.readRange(name, start, end))).length);
    expect(await part(file, 149_999, 149_999)).toBe(1);
    const other = { ...file, owner: randomUUID() };
    await cp(join(folder, onDisk(file)), join(folder, onDisk(other)));
    expect(await part(other, 0, 9)).toBe('damaged');
    await truncate(join(folder, onDisk(file)), 100_000);
    expect(await part(file, 149_999, 149_999)).toBe('damaged');
    expect(await part(file, 70_000, 70_001)).toBe('damaged');
    expect(await part(file, 0, 9)).toBe(10);
    await files.remove(file);
    expect(await refusal(buffer(files.readRange(file, 0, 9)))).toMatchObject({ code: 'ENOENT' });
  });

  it('has only UUIDs in its name', async () => {
    const { dataDir, files } = await place();
    await writeFile(join(dataDir, 'outside'), 'x');
    const id = randomUUID();
    const names = [
      { kind: 'original' as const, owner: '..', id },
      { kind: 'original' as const, owner: `../${owner}`, id },
      { kind: 'original' as const, owner, id: '../outside' },
      { kind: 'original' as const, owner, id: id.toUpperCase().replace(/^./, 'A') },
      { kind: 'original' as const, owner, id: `${id}\n` },
      { kind: 'original' as const, owner: '', id },
    ];
    for (const name of names) {
      for (const work of [() => files.bytes(name), () => files.remove(name), () => files.quarantine(name)]) {
        expect(String(await refusal(work()))).toBe('Error: not the name of an encrypted file');
      }
      if (name.owner !== owner) expect(String(await refusal(files.create('original', name.owner)))).toContain('not the name');
    }
    expect((await readdir(dataDir)).filter((name) => !name.startsWith('station.sqlite')).sort()).toEqual(['encrypted', 'outside']);
  });
});

describe('the folder', () => {
  it('lists complete files, removes files that a crash left, and leaves foreign files alone', async () => {
    const { folder, database, files } = await place();
    const [one, two] = [await put(files, 'one'), await put(files, 'two', 'received')];
    const left = [`${onDisk(one)}.${randomUUID()}.part`, onDisk({ ...one, id: randomUUID() })];
    const strange = ['notes.txt', 'x.part', `original.${owner}.encrypted`, `other.${owner}.${randomUUID()}.encrypted`];
    for (const name of [...left, ...strange]) await writeFile(join(folder, name), 'x');
    const writer = await files.create('original', owner);
    expect(files.list()).toHaveLength(2);
    expect(files.list()).toEqual(expect.arrayContaining([one, two].map(({ kind, owner, id }) => ({ kind, owner, id }))));
    expect(files.list(['received'])).toHaveLength(1);
    await files.removeStrays();
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toHaveLength(2);
    await writer.finish();
    await (await openEncryptedFiles({ folder, database })).removeStrays();
    expect(files.list()).toHaveLength(3);
    expect((await readdir(folder)).toSorted()).toEqual([...files.list().map(onDisk), ...strange].toSorted());
  });

  it('removes the row with the file: its content is unreadable from then on', async () => {
    const { folder, files } = await place();
    const file = await put(files, 'x');
    const bytes = await readFile(join(folder, onDisk(file)));
    await files.remove(file);
    await writeFile(join(folder, onDisk(file)), bytes);
    expect(await refusal(files.bytes(file))).toMatchObject({ code: 'ENOENT' });
  });

  it('says that nothing is left to remove only while no removal has failed', async () => {
    const { folder, files, database } = await place();
    const [gone, stuck] = [await put(files, 'x'), await put(files, 'y')];
    const remove = (file: EncryptedName) => {
      const { forget, finish } = files.removal([file]);
      database.transaction(forget);
      return finish();
    };
    await remove(gone);
    expect(await files.syncRemovals()).toBe(true);
    await rm(join(folder, onDisk(stuck)));
    await mkdir(join(folder, onDisk(stuck)));
    expect(await refusal(remove(stuck))).not.toBeNull();
    expect(await files.syncRemovals()).toBe(false);
  });

  it('removes what waited for the end of a backup, also behind a file that cannot be removed', async () => {
    const { folder, files } = await place();
    const [stuck, other] = [await put(files, 'x'), await put(files, 'y')];
    const release = files.holdRemovals();
    for (const file of [stuck, other]) await files.remove(file);
    expect((await readdir(folder)).sort()).toEqual([onDisk(stuck), onDisk(other)].sort());
    expect(await files.syncRemovals()).toBe(false);
    await rm(join(folder, onDisk(stuck)));
    await mkdir(join(folder, onDisk(stuck)));
    await release();
    expect(await readdir(folder)).toEqual([onDisk(stuck)]);
    expect(await files.syncRemovals()).toBe(false);
  });

  it('has files to look for as long as one is unfinished; one whose row was rolled back can be stored again', async () => {
    const { folder, database, files } = await place();
    const discarded = await files.create('decoded', owner);
    expect(await files.syncRemovals()).toBe(false);
    await discarded.discard();
    expect(await files.syncRemovals()).toBe(true);
    const ended = await files.create('decoded', owner);
    await ended.end();
    expect(await files.syncRemovals()).toBe(false);
    await ended.discard();
    expect(await files.syncRemovals()).toBe(true);

    const writer = await files.create('decoded', owner);
    await writer.write(Buffer.from('x'));
    const file = await writer.end();
    const { store } = await files.prepare([file]);
    const failing = () =>
      database.transaction(() => {
        store();
        throw new Error('rolled back');
      });
    expect(failing).toThrow('rolled back');
    await files.removeStrays();
    expect(await files.syncRemovals()).toBe(false);
    database.transaction(store);
    expect([(await files.bytes(file)).toString(), await files.syncRemovals()]).toEqual(['x', true]);

    await rename(folder, `${folder}-away`);
    expect(await refusal(files.create('decoded', owner))).toMatchObject({ problem: { code: 'data-folder-unusable' } });
    await rename(`${folder}-away`, folder);
    expect(await files.syncRemovals()).toBe(true);
  });

  it('quarantines damaged files unchanged, and never overwrites one', async () => {
    const { dataDir, folder, database, files } = await place();
    const file = await put(files, 'x');
    const path = join(folder, onDisk(file));
    for (const content of ['first', 'second', 'third']) {
      await writeFile(path, content);
      await files.quarantine(file);
      await files.quarantine(file);
      expect(await readdir(folder)).toEqual([]);
    }
    const quarantined = join(dataDir, 'quarantine');
    const stored = await readdir(quarantined);
    expect(stored.sort()).toEqual([onDisk(file), `${onDisk(file)}.2`, `${onDisk(file)}.3`]);
    expect(await Promise.all(stored.map((name) => readFile(join(quarantined, name), 'utf8')))).toEqual(['first', 'second', 'third']);
    // Its key is still there: a person may repair it.
    const rows = database.sql.prepare("SELECT value FROM quarantine WHERE kind = 'encrypted-file'").all();
    expect(rows.map(({ value }) => JSON.parse(String(value)))).toEqual([
      { kind: 'original', owner, key: expect.stringMatching(/^[0-9A-F]{64}$/), size: 1, sha256: sha256('x') },
    ]);
    expect(files.list()).toEqual([]);
  });
});

describe('a disk that refuses', () => {
  testWith('small file system')('because it is full is reported as disk-full, and nothing is left', async () => {
    const { folder, files } = await place({ dataDir: await smallDisk(512), database: 'in memory' });
    const stored = await put(files, 'kept');
    const writer = await files.create('received', owner);
    const fill = async () => {
      for (let n = 0; n < 100; n += 1) await writer.write(randomBytes(20_000));
    };
    expect(await refusal(fill())).toMatchObject({ problem: { code: 'disk-full' } });
    expect(await readdir(folder)).toEqual([onDisk(stored)]);
    await writer.discard();
    expect((await files.bytes(stored)).toString()).toBe('kept');
    // And there is room again.
    const size = 100_000;
    expect(await put(files, randomBytes(size))).toMatchObject({ size });
  });

  testWith('small file system')('at the last write leaves nothing either', async () => {
    const disk = await smallDisk(512);
    const { folder, files } = await place({ dataDir: disk, database: 'in memory' });
    const writer = await files.create('received', owner);
    // Less than a chunk: it is all held back until the end.
    await writer.write(randomBytes(60_000));
    await refusal(writeFile(join(disk, 'filler'), Buffer.alloc(1_000_000)));
    expect(await refusal(writer.finish())).toMatchObject({ problem: { code: 'disk-full' } });
    expect(await readdir(folder)).toEqual([]);
    await rm(join(disk, 'filler'));
  });

  testWith('small file system')('because it is read-only is reported as such; reading still works', async () => {
    const { folder, files } = await place();
    const file = await put(files, 'x');
    makeReadOnly(folder);
    const expected = { problem: { code: 'data-folder-unusable', detail: { cause: 'EROFS' } } };
    expect(await refusal(files.create('original', owner))).toMatchObject(expected);
    expect((await files.bytes(file)).toString()).toBe('x');
    expect(await refusal(files.remove(file))).toMatchObject(expected);
    // Its key is gone: the next start removes the file.
    expect(await refusal(files.bytes(file))).toMatchObject({ code: 'ENOENT' });
  });

  it('because the folder is gone is reported as such', async () => {
    const { folder, files } = await place();
    const file = await put(files, 'x');
    await rename(folder, `${folder}-gone`);
    const expected = { problem: { code: 'data-folder-unusable', detail: { cause: 'ENOENT' } } };
    expect(await refusal(files.create('original', owner))).toMatchObject(expected);
    expect(await refusal(files.removeStrays())).toMatchObject(expected);
    expect(await refusal(files.bytes(file))).toMatchObject(expected);
    expect(await refusal(buffer(files.readRange(file, 0, 0)))).toMatchObject(expected);
  });

  testWith('small file system')(
    'because the disk of the folder is not mounted is reported as such, and nothing is written there, also with files from before',
    async () => {
      const { dataDir, folder, mount } = await folderOnDisk(1_024);
      const stale = onDisk({ kind: 'original', owner, id: randomUUID() });
      await writeFile(join(folder, stale), 'of before');
      const unmount = mount();
      const { database, files } = await place({ dataDir });
      const file = await put(files, 'x');
      unmount();
      const expected = { problem: { code: 'data-folder-unusable', detail: { cause: 'ENOENT', context: 'encrypted' } } };
      expect(await refusal(files.bytes(file))).toMatchObject(expected);
      expect(await refusal(files.create('original', owner))).toMatchObject(expected);
      expect(await refusal(files.write('record', owner, []))).toMatchObject(expected);
      expect(await refusal((async () => files.source(file))())).toMatchObject(expected);
      expect(await refusal(place({ dataDir, database }))).toMatchObject(expected);
      expect(await readdir(folder)).toEqual([stale]);
      // Another disk is none either.
      const other = mountOver(await smallDisk(1_024), folder);
      expect(await refusal(place({ dataDir, database }))).toMatchObject(expected);
      other();
      const again = mount();
      expect((await files.bytes(file)).toString()).toBe('x');
      expect((await (await place({ dataDir, database })).files.bytes(file)).toString()).toBe('x');
      again();
      // A person who knows that the files are gone removes the folder: what it had counts as lost.
      await rm(folder, { recursive: true });
      const without = await place({ dataDir, database });
      expect(await refusal(without.files.bytes(file))).toMatchObject({ code: 'ENOENT' });
      await put(without.files, 'y');
      await place({ dataDir, database });
    },
  );

  testWith('small file system')('whose files were moved to the disk of the data folder is in use there', async () => {
    const { dataDir, folder, disk, mount } = await folderOnDisk(1_024);
    const unmount = mount();
    const { database, files } = await place({ dataDir });
    const [moved, lost] = [await put(files, 'x'), await put(files, 'y')];
    unmount();
    for (const name of [onDisk(moved), 'on-other-disk']) await cp(join(disk, name), join(folder, name));
    const next = await place({ dataDir, database });
    expect([await readdir(folder), await readdir(dataDir)]).toEqual([
      [onDisk(moved)],
      expect.not.arrayContaining([expect.stringMatching(/disk/)]),
    ]);
    expect((await next.files.bytes(moved)).toString()).toBe('x');
    expect(await refusal(next.files.bytes(lost))).toMatchObject({ code: 'ENOENT' });
  });

  it('because a file is in place of the folder is reported as such', async () => {
    const dataDir = await tempDir();
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'encrypted'), '');
    expect(await refusal(place({ dataDir }))).toMatchObject({ problem: { code: 'data-folder-unusable' } });
  });
});
