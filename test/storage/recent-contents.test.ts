/** Encrypted files that are written in a thread, and whose contents stay in memory for a while. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRecentContents, type EncryptedFiles, type RecentContents, stateOf } from '../support/doors/storage.ts';
import { testWith } from '../support/runner/need.ts';
import { sha256 } from '../support/sha256.ts';
import { orDamaged } from '../support/storage/damaged-file.ts';
import { onDisk, owner, place, refusal } from '../support/storage/encrypted-place.ts';
import { smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';

const MiB = 1024 * 1024;

async function putSoon(files: EncryptedFiles, content: Buffer, readSoon = content.length) {
  const writer = await files.create('decoded', owner, { readSoon });
  for (let at = 0; at < content.length; at += 100_000) await writer.write(content.subarray(at, at + 100_000));
  return writer.finish();
}

async function copySoon(files: EncryptedFiles, path: string, expected: Buffer) {
  const writer = await files.create('original', owner, { sha256: sha256(expected), readSoon: expected.length });
  await writer.copy({ path, size: expected.length, read: () => expect.unreachable() });
  return writer.finish();
}

async function writeNew(): Promise<string> {
  const path = join(await tempDir(), 'a.pdf');
  await writeFile(path, '');
  return path;
}

describe('a content that is read soon', () => {
  it.each([0, 1, 65_536, 65_537, 1_000_000])('of %i bytes is on the disk as any other, and in memory', async (size) => {
    const { dataDir, folder, files, database } = await place();
    const content = randomBytes(size);
    const file = await putSoon(files, content);
    expect(file).toEqual({ kind: 'decoded', owner, id: file.id, size, sha256: sha256(content) });
    expect(files.source(file).source.content).toEqual(content);
    expect(await files.bytes(file)).toEqual(content);
    expect(await readdir(folder)).toEqual([onDisk(file)]);
    // Another opening has nothing in memory.
    const { files: later } = await place({ dataDir, database });
    expect(later.source(file).source.content).toBeNull();
    expect(await later.bytes(file)).toEqual(content);
  });

  it('with more bytes than announced is written, and not retained', async () => {
    const { files } = await place();
    const content = randomBytes(350_000);
    const file = await putSoon(files, content, 250_000);
    expect(file).toMatchObject({ size: content.length, sha256: sha256(content) });
    expect(files.source(file).source.content).toBeNull();
    expect(await files.bytes(file)).toEqual(content);
  });

  it('is put together in its own memory, which it no longer has once there are more bytes than announced', async () => {
    const { files } = await place();
    const content = randomBytes(300_000);
    const writer = await files.create('decoded', owner, { readSoon: 250_000 });
    const put = async (from: number, to: number) => {
      const room = writer.room(to - from);
      content.copy(room, 0, from, to);
      await writer.write(room);
      return room.buffer instanceof SharedArrayBuffer;
    };
    expect([await put(0, 100_000), await put(100_000, 100_001), await put(100_001, 260_000), await put(260_000, 300_000)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await files.bytes(await writer.finish())).toEqual(content);
    const discarded = await files.create('decoded', owner, { readSoon: 10 });
    expect(discarded.room(10).buffer).toBeInstanceOf(SharedArrayBuffer);
    await discarded.discard();
    expect(discarded.room(10).buffer).toBeInstanceOf(ArrayBuffer);
  });

  it('is refused when the thread dies, which leaves nothing, and the next one is written by another thread', async () => {
    const { folder, files } = await place();
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    onTestFinished(() => posted.mockRestore());
    const first = await putSoon(files, Buffer.of(1));
    const [thread] = posted.mock.contexts as Worker[];
    const writer = await files.create('decoded', owner, { readSoon: 1 });
    await writer.write(Buffer.of(2));
    void thread?.terminate();
    await expect(writer.end()).rejects.toThrow('a thread ended');
    const next = await putSoon(files, Buffer.of(3));
    expect(await files.bytes(next)).toEqual(Buffer.of(3));
    expect((await readdir(folder)).sort()).toEqual([onDisk(first), onDisk(next)].sort());
  });

  it('is not retained without room, nor when it is large', async () => {
    const { files } = await place();
    const isRetained = async (readSoon: number) => files.source(await putSoon(files, Buffer.of(1), readSoon)).source.content !== null;
    expect(await isRetained(8 * MiB + 1)).toBe(false);
    for (let count = 0; count < 8; count += 1) expect(await isRetained(8 * MiB)).toBe(true);
    expect(await isRetained(1)).toBe(false);
    const [first] = files.ofOwner(owner).filter((name) => files.source({ ...name, size: 1, sha256: '' }).source.content !== null);
    if (first) await files.remove(first);
    expect(await isRetained(8 * MiB)).toBe(true);
  });

  it('leaves its memory to the next one only when nothing reads it any more', async () => {
    const { files } = await place();
    const [first, ...others] = Array.from({ length: 4 }, () => randomBytes(600_000)) as [Buffer, Buffer, Buffer, Buffer];
    const file = await putSoon(files, first);
    const { source, release } = files.source(file);
    const reading = files.read(file)[Symbol.asyncIterator]();
    const { value: piece } = await reading.next();
    await files.remove(file);
    // Neither the thread that has the source, nor whoever has the piece, sees another content.
    const isOf = (bytes: Buffer) => bytes.equals(source.content ?? Buffer.alloc(0));
    await putSoon(files, others[0]);
    expect(isOf(first)).toBe(true);
    release();
    release();
    await putSoon(files, others[1]);
    expect(isOf(first)).toBe(true);
    await reading.return(undefined);
    const last = await putSoon(files, others[2]);
    expect(isOf(others[2])).toBe(true);
    expect(first.subarray(0, piece.length).equals(piece)).toBe(true);
    expect(others[2].equals(await files.bytes(last))).toBe(true);
  });

  it('does not hide that its file was changed, cut or removed', async () => {
    const { folder, files } = await place();
    const [changed, cut, gone, removed] = await Promise.all([1, 2, 3, 4].map(() => putSoon(files, randomBytes(100_000))));
    if (!changed || !cut || !gone || !removed) return expect.unreachable();
    const bytes = await readFile(join(folder, onDisk(changed)));
    bytes[5_000] = (bytes[5_000] ?? 0) ^ 1;
    await writeFile(join(folder, onDisk(changed)), bytes);
    await truncate(join(folder, onDisk(cut)), 90_000);
    await rm(join(folder, onDisk(gone)));
    await files.remove(removed);
    for (const file of [changed, cut]) expect(await orDamaged(() => files.bytes(file))).toBe('damaged');
    for (const file of [gone, removed]) expect(await refusal(files.bytes(file))).toMatchObject({ code: 'ENOENT' });
    for (const file of [changed, cut, gone]) expect(files.source(file).source.content).toBeNull();
  });

  it('leaves nothing when it is discarded', async () => {
    const { folder, files } = await place();
    const writer = await files.create('decoded', owner, { readSoon: 10 });
    await writer.write(Buffer.of(1));
    await writer.discard();
    expect(String(await refusal(writer.end()))).toContain('discarded');
    const ended = await files.create('decoded', owner, { readSoon: 10 });
    const file = await ended.end();
    await ended.discard();
    expect(await refusal(files.bytes(file))).toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual([]);
    // Nor does it take room.
    for (let count = 0; count < 9; count += 1) await (await files.create('decoded', owner, { readSoon: 8 * MiB })).discard();
    expect(files.source(await putSoon(files, Buffer.of(1), 8 * MiB)).source.content).not.toBeNull();
  });

  testWith('small file system')('reports a full disk, and leaves nothing', async () => {
    const { folder, files } = await place({ dataDir: await smallDisk(512), database: 'in memory' });
    expect(await refusal(putSoon(files, randomBytes(2_000_000)))).toMatchObject({ problem: { code: 'disk-full' } });
    expect(await readdir(folder)).toEqual([]);
    expect(await putSoon(files, Buffer.of(1))).toMatchObject({ size: 1 });
  });

  it('reports that the folder is gone', async () => {
    const { folder, files } = await place();
    await rename(folder, `${folder}-gone`);
    expect(await refusal(putSoon(files, Buffer.of(1)))).toMatchObject({
      problem: { code: 'data-folder-unusable', detail: { cause: 'ENOENT' } },
    });
  });
});

describe('contents of several kinds', () => {
  const state = async (path: string) => stateOf(await stat(path, { bigint: true }));
  const retain = async (contents: RecentContents<string>, kind: string, id: string, path: string) => {
    const memory = contents.begin(kind, id, MiB);
    memory?.add(Buffer.of(1));
    memory?.complete(await state(path));
    memory?.end();
    return memory !== null;
  };

  it('have room of their own', async () => {
    const contents = createRecentContents<string>({ one: 1, other: 1 });
    const path = await writeNew();
    expect([await retain(contents, 'one', 'a', path), await retain(contents, 'one', 'b', path)]).toEqual([true, false]);
    expect([await retain(contents, 'other', 'c', path), await retain(contents, 'unknown', 'd', path)]).toEqual([true, false]);
  });

  it('are dropped after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const contents = createRecentContents<string>({ one: 1 });
    const path = await writeNew();
    await retain(contents, 'one', 'a', path);
    vi.advanceTimersByTime(59_999);
    expect(contents.borrow('a', path)?.content).toEqual(Buffer.of(1));
    vi.advanceTimersByTime(1);
    expect(contents.borrow('a', path)).toBeNull();
  });
});

describe('a file that is copied', () => {
  it('is not read when its content is in memory, which then belongs to the encrypted file', async () => {
    const { files } = await place();
    const contents = createRecentContents<'opened'>({ opened: 1 });
    const path = join(await tempDir(), 'a.pdf');
    const content = randomBytes(300_000);
    await writeFile(path, content);
    const memory = contents.begin('opened', 'a', content.length);
    memory?.add(content);
    memory?.complete(stateOf(await stat(path, { bigint: true })));
    memory?.end();
    const given = contents.borrow('a', path);
    const writer = await files.create('original', owner, { sha256: sha256(content), readSoon: content.length, content: given });
    given?.release();
    contents.drop('a');
    await writer.copy({ path: 'gone', size: content.length, read: () => expect.unreachable() });
    const file = await writer.finish();
    // Another content does not get the memory while the encrypted file has it.
    await putSoon(files, randomBytes(300_000));
    expect(files.source(file).source.content).toEqual(content);
    expect(await files.bytes(file)).toEqual(content);
  });

  it('is read, verified and encrypted in the thread', async () => {
    const { files } = await place();
    const content = randomBytes(700_000);
    const path = join(await tempDir(), 'a.pdf');
    await writeFile(path, content);
    const file = await copySoon(files, path, content);
    expect(file).toMatchObject({ size: content.length, sha256: sha256(content) });
    expect(files.source(file).source.content).toEqual(content);
  });

  it.each([
    ['other bytes', (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 1))],
    ['fewer bytes', (bytes: Buffer) => bytes.subarray(1)],
    ['more bytes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(1)])],
  ])('is refused with %s', async (_, change) => {
    const { folder, files } = await place();
    const content = randomBytes(1000);
    const path = join(await tempDir(), 'a.pdf');
    await writeFile(path, change(content));
    expect(await refusal(copySoon(files, path, content))).toMatchObject({ problem: { code: 'file-changed', detail: { name: 'a.pdf' } } });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused when it is gone, or no file', async () => {
    const { files } = await place();
    const folder = await tempDir();
    expect(await refusal(copySoon(files, join(folder, 'none.pdf'), Buffer.of(1)))).toMatchObject({ problem: { code: 'file-missing' } });
    expect(await refusal(copySoon(files, folder, Buffer.of(1)))).toMatchObject({
      problem: { code: 'file-unreadable', detail: { cause: 'ENOTFILE' } },
    });
  });
});
