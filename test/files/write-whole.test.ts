import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import { renameByLink, renameByReserving, writeWhole } from '../support/doors/files.ts';
import { testWith } from '../support/runner/need.ts';
import { sha256 } from '../support/sha256.ts';
import { makeReadOnly, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';

const bytes = (text: string) => Readable.from([Buffer.from(text)]);
async function problemOf(work: Promise<unknown>) {
  const thrown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return thrown instanceof StationError ? thrown.problem : thrown;
}

describe('writing a file whole', () => {
  it('writes the content, returns its path, and leaves nothing else', async () => {
    const folder = await tempDir();
    const written = await writeWhole({ folder, name: 'x-signed.pdf', content: Readable.from([Buffer.from('ab'), Buffer.from('c')]) });
    expect(written).toEqual({ path: join(folder, 'x-signed.pdf'), name: 'x-signed.pdf', sha256: sha256('abc'), size: 3 });
    expect(await readFile(written.path, 'utf8')).toBe('abc');
    expect(await readdir(folder)).toEqual(['x-signed.pdf']);
  });

  it('never overwrites a file of the wanted name', async () => {
    const folder = await tempDir();
    await writeFile(join(folder, 'x-signed.pdf'), 'original');
    await mkdir(join(folder, 'x-signed (2).pdf'));
    const written = await writeWhole({ folder, name: 'x-signed.pdf', content: bytes('new') });
    expect(written.name).toBe('x-signed (3).pdf');
    expect(await readFile(join(folder, 'x-signed.pdf'), 'utf8')).toBe('original');
  });

  it('gives the file one name when the answer of a share to its link was lost', async () => {
    const folder = await tempDir();
    await writeFile(join(folder, 'x-signed.pdf'), 'original');
    async function* content() {
      yield Buffer.from('new');
      // The share has made the link, and then says that the name is taken.
      await link(join(folder, '.station-k.part'), join(folder, 'x-signed (2).pdf'));
    }
    const written = await writeWhole({ folder, name: 'x-signed.pdf', content: content(), key: 'k' });
    expect([written.name, await readFile(written.path, 'utf8')]).toEqual(['x-signed (2).pdf', 'new']);
    expect((await readdir(folder)).sort()).toEqual(['x-signed (2).pdf', 'x-signed.pdf']);
  });

  it('gives each of 20 concurrent writers of one name a file of its own', async () => {
    const folder = await tempDir();
    const contents = Array.from({ length: 20 }, (_, index) => `content ${index}`);
    const written = await Promise.all(contents.map((text) => writeWhole({ folder, name: 'x.pdf', content: bytes(text) })));
    expect((await readdir(folder)).length).toBe(20);
    for (const [index, file] of written.entries()) expect(await readFile(file.path, 'utf8')).toBe(contents[index]);
    expect(written.map(({ name }) => name).sort()).toEqual(
      ['x.pdf', ...Array.from({ length: 19 }, (_, index) => `x (${index + 2}).pdf`)].sort(),
    );
  });

  it.each([
    ['emoji', '👩‍👩‍👧 contrato 📄.pdf'],
    ['an apostrophe and a combining accent', 'l’e\u0301te\u0301.pdf'],
  ])('keeps a name with %s', async (_, name) => {
    const folder = await tempDir();
    const written = await writeWhole({ folder, name, content: bytes('x') });
    expect(await readdir(folder)).toEqual([name]);
    expect(written.name).toBe(name);
  });

  it('shortens a name of 300 characters, and numbers it', async () => {
    const folder = await tempDir();
    const name = `${'ñ'.repeat(289)}-signed.pdf`;
    const first = await writeWhole({ folder, name, content: bytes('1') });
    const second = await writeWhole({ folder, name, content: bytes('2') });
    expect(first.name).toMatch(/^ñ+-signed\.pdf$/);
    expect(second.name).toMatch(/^ñ+-signed \(2\)\.pdf$/);
    expect(await readFile(second.path, 'utf8')).toBe('2');
  });

  it.runIf(process.platform === 'linux')('shortens further where the whole path is too long', async () => {
    let folder = await tempDir();
    while (folder.length < 3_800) folder = join(folder, 'd'.repeat(Math.min(200, 3_900 - folder.length)));
    await mkdir(folder, { recursive: true });
    const written = await writeWhole({ folder, name: `${'x'.repeat(280)}-signed.pdf`, content: bytes('1') });
    expect(Buffer.byteLength(written.name)).toBe(140);
    expect(await readdir(folder)).toEqual([written.name]);
  });

  it('creates the folder on request, and only that one', async () => {
    const parent = await tempDir();
    const folder = join(parent, 'signed');
    await writeWhole({ folder, name: 'x.pdf', content: bytes('1'), createFolder: true });
    await writeWhole({ folder, name: 'x.pdf', content: bytes('2'), createFolder: true });
    expect((await readdir(folder)).sort()).toEqual(['x (2).pdf', 'x.pdf']);
    const deeper = writeWhole({ folder: join(parent, 'gone', 'signed'), name: 'x.pdf', content: bytes('1'), createFolder: true });
    expect(await problemOf(deeper)).toMatchObject({ code: 'output-folder-missing', detail: { name: 'signed' } });
  });
});

describe('failures of writing', () => {
  it('a missing folder', async () => {
    const folder = join(await tempDir(), 'chosen');
    expect(await problemOf(writeWhole({ folder, name: 'x.pdf', content: bytes('1') }))).toEqual({
      code: 'output-folder-missing',
      message: 'output-folder-missing',
      detail: { name: 'chosen' },
    });
  });

  it('a file in place of the folder', async () => {
    const folder = join(await tempDir(), 'chosen');
    await writeFile(folder, 'a file');
    const work = writeWhole({ folder, name: 'x.pdf', content: bytes('1'), createFolder: true });
    expect(await problemOf(work)).toMatchObject({ code: 'output-folder-missing' });
    expect(await readFile(folder, 'utf8')).toBe('a file');
  });

  it('a folder that is removed during the write', async () => {
    const folder = join(await tempDir(), 'chosen');
    await mkdir(folder);
    async function* content() {
      yield Buffer.from('first');
      await rm(folder, { recursive: true });
      yield Buffer.from('second');
    }
    expect(await problemOf(writeWhole({ folder, name: 'x.pdf', content: content() }))).toMatchObject({ code: 'output-folder-missing' });
  });

  it('content that fails: its own error is thrown and nothing is left', async () => {
    const folder = await tempDir();
    const fault = new StationError('signed-not-base64');
    async function* content() {
      yield Buffer.from('first');
      throw fault;
    }
    await expect(writeWhole({ folder, name: 'x.pdf', content: content() })).rejects.toBe(fault);
    expect(await readdir(folder)).toEqual([]);
  });

  testWith('small file system')('a read-only folder', async () => {
    const folder = await tempDir();
    makeReadOnly(folder);
    const work = writeWhole({ folder, name: 'x.pdf', content: bytes('1') });
    expect(await problemOf(work)).toMatchObject({ code: 'output-not-writable', detail: { cause: 'EROFS' } });
  });

  testWith('small file system')('a full disk: nothing is left, and what was there stays', async () => {
    const folder = await smallDisk(256);
    await writeFile(join(folder, 'x.pdf'), 'original');
    async function* content() {
      for (let chunk = 0; chunk < 64; chunk += 1) yield Buffer.alloc(16_384, 1);
    }
    expect(await problemOf(writeWhole({ folder, name: 'x.pdf', content: content() }))).toMatchObject({ code: 'disk-full' });
    expect(await readdir(folder)).toEqual(['x.pdf']);
    expect((await writeWhole({ folder, name: 'x.pdf', content: bytes('fits') })).name).toBe('x (2).pdf');
  });

  it('a kill during a write leaves nothing under a document’s name', async () => {
    const folder = await tempDir();
    const script = `
      const { writeWhole } = await import(${JSON.stringify(new URL('../../main/platform/files/write-whole.ts', import.meta.url).href)});
      async function* content() {
        yield Buffer.alloc(1_000_000, 1);
        process.stdout.write('half');
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      }
      await writeWhole({ folder: ${JSON.stringify(folder)}, name: 'x.pdf', content: content() });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await readdir(folder)).map((name) => name.replace(/-.*\./, '-….'))).toEqual(['.station-….part']);
  });
});

describe.each([
  ['by link', renameByLink],
  ['by reserving the name', renameByReserving],
])('placing %s', (_, placeFile) => {
  it('lets one of 20 win, and never replaces', async () => {
    const folder = await tempDir();
    const final = join(folder, 'x.pdf');
    const temporaries = Array.from({ length: 20 }, (_, index) => join(folder, `.${index}.part`));
    await Promise.all(temporaries.map((path) => writeFile(path, path)));
    const results = await Promise.all(temporaries.map((path) => placeFile(path, final)));
    expect(results.filter((result) => result === 'renamed')).toHaveLength(1);
    expect(await readFile(final, 'utf8')).toBe(temporaries[results.indexOf('renamed')]);
    expect(await readdir(folder)).toHaveLength(20);
  });

  it('leaves the name free when there is nothing to place', async () => {
    const folder = await tempDir();
    await expect(placeFile(join(folder, 'gone.part'), join(folder, 'x.pdf'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual([]);
  });
});

it('a hard link of the original is not written through', async () => {
  const folder = await tempDir();
  await writeFile(join(folder, 'original.pdf'), 'original');
  await link(join(folder, 'original.pdf'), join(folder, 'x-signed.pdf'));
  await writeWhole({ folder, name: 'x-signed.pdf', content: bytes('new') });
  expect(await readFile(join(folder, 'original.pdf'), 'utf8')).toBe('original');
});
