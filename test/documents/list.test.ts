import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createDocumentList } from '../support/doors/documents.ts';
import { stationDocumentSchema } from '../support/doors/domain.ts';
import { openDocuments } from '../support/pdf/open-documents.ts';
import * as pdfs from '../support/pdf/pdfs.ts';

const { writeFile } = pdfs;
const { documents, folder, only } = openDocuments();
const codes = () => Object.fromEntries(documents.list().map(({ name, problem }) => [name, problem?.code ?? null]));
const names = () => documents.list().map(({ name }) => name);

describe('opening', () => {
  it('a folder: its PDFs in natural order, not deeper, whatever the case of the extension', async () => {
    const paths = await pdfs.fiveContracts(folder());
    await writeFile(folder(), '5 LOUD.PDF', await pdfs.plainPdf());
    await writeFile(folder(), 'notes.txt', 'no contract');
    await writeFile(folder(), '._1 rotated.pdf', 'what macOS leaves on shared drives');
    await mkdir(join(folder(), '6 folder.pdf'));
    await writeFile(join(folder(), '6 folder.pdf'), 'deeper.pdf', await pdfs.plainPdf());

    const { taken, ids } = await documents.open([folder()]);
    expect(taken).toBe(6);
    expect(codes()).toEqual({
      '1 rotated.pdf': null,
      '2 cropped.pdf': null,
      '3 protected.pdf': 'pdf-password',
      '4 corrupted.pdf': 'pdf-damaged',
      '5 LOUD.PDF': null,
      '10 fourteen pages.pdf': null,
    });
    expect(names()).toEqual([
      '1 rotated.pdf',
      '2 cropped.pdf',
      '3 protected.pdf',
      '4 corrupted.pdf',
      '5 LOUD.PDF',
      '10 fourteen pages.pdf',
    ]);
    expect(documents.list().map(({ id }) => id)).toEqual(ids);
    expect(documents.get(ids[0] ?? '').path).toBe(paths.rotated);
    for (const document of documents.list()) expect(stationDocumentSchema.parse(document)).toEqual(document);
  });

  it('size, SHA-256 and suggested reference', async () => {
    // The digest is of FIPS 180's own example "abc".
    await documents.open([await writeFile(folder(), 'Contrato 12.v3.pdf', 'abc')]);
    expect(only()).toMatchObject({
      size: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      reference: 'Contrato 12.v3',
    });
  });

  it('the same file once, by whatever path, and read again', async () => {
    const path = await writeFile(folder(), 'a.pdf', await pdfs.plainPdf());
    const link = join(folder(), 'link.pdf');
    if (process.platform !== 'win32') await symlink(path, link);
    const totals: number[] = [];
    const onReading = ({ total }: { total: number }) => totals.push(total);
    documents.events.on('reading', onReading);
    const first = await documents.open([path, path, join(folder(), '.', 'a.pdf')]);
    documents.events.off('reading', onReading);
    expect(new Set(totals)).toEqual(new Set([1]));
    expect(first).toEqual({ taken: 1, ids: [only().id] });
    await writeFile(folder(), 'a.pdf', await pdfs.plainPdf(2));
    const again = await documents.open([process.platform === 'win32' ? path : link, folder()]);
    expect(again).toEqual({ taken: 0, ids: first.ids });
    expect(only().facts?.pages).toHaveLength(2);
  });

  it('a document that asks for a password is read with it, and may be sent as its permissions say', async () => {
    const free = await writeFile(folder(), 'free.pdf', await pdfs.protectedPdf('señal', { modifying: true, annotating: true }));
    const closed = await writeFile(folder(), 'closed.pdf', await pdfs.protectedPdf('secret'));
    const [id = '', other = ''] = (await documents.open([free, closed])).ids;
    await expect(documents.unlock(id, 'Señal')).rejects.toMatchObject({ problem: { code: 'pdf-password-wrong' } });
    expect(codes()).toEqual({ 'free.pdf': 'pdf-password', 'closed.pdf': 'pdf-password' });
    let isFree = false;
    documents.events.once('changed', (list) => {
      isFree = list.some((one) => one.id === id && one.problem === null);
    });
    await documents.unlock(id, 'sen\u0303al');
    expect(isFree).toBe(true);
    await documents.unlock(other, 'secret-owner');
    expect(codes()).toEqual({ 'free.pdf': null, 'closed.pdf': 'pdf-no-changes' });
    expect(documents.get(id).document.facts).toMatchObject({ protection: 'password', pages: [{ rotation: 0 }] });

    // The password is known no more, but what it showed of these bytes is.
    await documents.recheck([id]);
    expect(documents.get(id).document).toMatchObject({ problem: null, facts: { pages: [{ rotation: 0 }] } });
    await writeFile(folder(), 'free.pdf', await pdfs.protectedPdf('another'));
    await documents.recheck([id]);
    expect(documents.get(id).document).toMatchObject({ problem: { code: 'pdf-password' }, facts: { pages: [] } });
  });

  it('a document that no password opens asks for none', async () => {
    const bytes = Buffer.from(await pdfs.protectedPdf());
    bytes.write('/Adobe.PS', bytes.indexOf('/Standard'));
    await documents.open([await writeFile(folder(), 'certificate.pdf', bytes)]);
    expect(codes()).toEqual({ 'certificate.pdf': 'pdf-encryption-unknown' });
  });

  it('two files of one name in different folders, with references of their own', async () => {
    for (const part of ['one', 'two', 'three']) {
      await mkdir(join(folder(), part));
      await writeFile(join(folder(), part), 'contract.pdf', await pdfs.plainPdf());
    }
    await documents.open(['one', 'two', 'three'].map((part) => join(folder(), part)));
    expect(names()).toEqual(['contract.pdf', 'contract.pdf', 'contract.pdf']);
    expect(documents.list().map(({ reference }) => reference)).toEqual(['contract', 'contract (2)', 'contract (3)']);
  });

  it.each([
    ['emoji', 'contrato 📝✍🏽.pdf'],
    ['curly apostrophe', 'Peru’s “contract”.pdf'],
    ['combining accents', 'Muñoz Garcí́a.pdf'.normalize('NFD')],
    ['spaces and per cent signs', ' 100% #1 &c .pdf'],
  ])('a name with %s', async (_, name) => {
    const path = await writeFile(folder(), name, await pdfs.plainPdf());
    await documents.open([path]);
    expect(only()).toMatchObject({ name, problem: null, reference: name.slice(0, -4).trim().normalize('NFC') });
    expect((await buffer(documents.read(only().id))).length).toBe(only().size);
  });

  it('a path of 300 characters', async () => {
    const deep = join(folder(), 'x'.repeat(150), 'y'.repeat(150));
    await mkdir(deep, { recursive: true });
    await documents.open([await writeFile(deep, 'deep.pdf', await pdfs.plainPdf())]);
    expect(only()).toMatchObject({ name: 'deep.pdf', problem: null });
  });

  it('emits its progress and the list', async () => {
    const emitted: unknown[] = [];
    const lengths: number[] = [];
    const onReading = (progress: unknown) => emitted.push(progress);
    const onChanged = (list: unknown[]) => lengths.push(list.length);
    documents.events.on('reading', onReading).on('changed', onChanged);
    await pdfs.fiveContracts(folder());
    await documents.open([folder()]);
    documents.events.off('reading', onReading).off('changed', onChanged);
    expect(emitted).toEqual([0, 1, 2, 3, 4, 5].map((done) => ({ preview: null, done, total: 5 })));
    expect(lengths.at(-1)).toBe(5);
  });

  it('emits a long list rarely while more is read, since each event has all of it', async () => {
    const pdf = await pdfs.plainPdf();
    const write = async (name: string, count: number) => {
      await mkdir(join(folder(), name));
      for (let number = 1; number <= count; number++) await writeFile(join(folder(), name), `${number}.pdf`, pdf);
      return join(folder(), name);
    };
    const [listed, more] = [400, 200];
    await documents.open([await write('listed', listed)]);
    const folderOfMore = await write('more', more);
    const begun = performance.now();
    /** Milliseconds before each event, while not all are read. */
    const pauses: number[] = [];
    let last = begun;
    const onChanged = ({ length }: unknown[]) => {
      if (length < listed + more) pauses.push(performance.now() - last);
      last = performance.now();
    };
    documents.events.on('changed', onChanged);
    await documents.open([folderOfMore]);
    documents.events.off('changed', onChanged);
    // A slower machine has longer ones.
    expect(Math.min(Number.POSITIVE_INFINITY, ...pauses)).toBeGreaterThan(2 * listed - 2);
    expect(documents.list()).toHaveLength(listed + more);
  });

  it('stopped: what was read or is being read stays, and the rest is not listed until it is opened again', async () => {
    const known = await writeFile(folder(), '9 known.pdf', await pdfs.plainPdf());
    const [knownId = ''] = (await documents.open([known])).ids;
    for (let number = 1; number <= 8; number++) await writeFile(folder(), `${number}.pdf`, await pdfs.plainPdf());
    const emitted: { done: number; total: number }[] = [];
    const onReading = ({ done, total }: { done: number; total: number }) => {
      emitted.push({ done, total });
      if (done !== 1 || isStopped) return;
      isStopped = true;
      left = documents.stopReading();
    };
    let isStopped = false;
    let left = 0;
    documents.events.on('reading', onReading);
    const { taken, ids } = await documents.open([folder()]);
    documents.events.off('reading', onReading);
    // What was read before stays, though its turn had not come.
    expect(documents.list().map(({ id }) => id)).toContain(knownId);
    expect(names()).toHaveLength(taken + 1);
    expect(left).toBe(8 - taken);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(8);
    expect(emitted.at(-1)).toEqual({ done: taken, total: taken });
    expect(documents.stopReading()).toBe(0);

    expect((await documents.open([folder()])).taken).toBe(8 - taken);
    expect(new Set(names()).size).toBe(9);
    expect(ids).toHaveLength(9);
  });

  it('a file that is removed while it is read stays removed', async () => {
    const opening = documents.open([await writeFile(folder(), 'a.pdf', await pdfs.plainPdf())]);
    const { ids } = await opening;
    const rechecking = documents.recheck(ids);
    documents.remove(ids);
    await rechecking;
    expect(documents.list()).toEqual([]);
  });
});

it('closed while reading: the rest is cancelled, and closing does not wait', async () => {
  for (let number = 1; number <= 8; number++) await writeFile(folder(), `${number}.pdf`, await pdfs.plainPdf());
  const closing = createDocumentList();
  const opening = closing.open([folder()]);
  await closing.close();
  await opening;
  expect(new Set(closing.list().map(({ problem }) => problem?.code))).toEqual(new Set(['cancelled']));
});

describe('what cannot be used is listed with its reason', () => {
  it('by content', async () => {
    await writeFile(folder(), 'empty.pdf', '');
    await writeFile(folder(), 'picture.pdf', '\x89PNG\r\n\x1a\n and so on');
    await writeFile(folder(), 'truncated.pdf', await pdfs.truncatedPdf());
    await writeFile(folder(), 'damaged.pdf', pdfs.damagedPdf());
    await writeFile(folder(), 'pageless.pdf', await pdfs.pagelessPdf());
    await writeFile(folder(), 'treeless.pdf', pdfs.treelessPdf());
    await writeFile(folder(), 'protected.pdf', await pdfs.protectedPdf());
    await writeFile(folder(), 'restricted.pdf', await pdfs.restrictedPdf());
    await writeFile(folder(), 'certified.pdf', await pdfs.certifiedPdf(1));
    await documents.open([folder()]);
    expect(codes()).toEqual({
      'certified.pdf': 'pdf-certified',
      'damaged.pdf': 'pdf-damaged',
      'empty.pdf': 'file-empty',
      'pageless.pdf': 'pdf-no-pages',
      'treeless.pdf': 'pdf-no-pages',
      'picture.pdf': 'not-a-pdf',
      'protected.pdf': 'pdf-password',
      'restricted.pdf': 'pdf-no-changes',
      'truncated.pdf': 'pdf-truncated',
    });
  });

  it('cut off inside a later update, with an older end mark further up', async () => {
    const whole = Buffer.from(await pdfs.plainPdf());
    const path = await writeFile(folder(), 'updated.pdf', Buffer.concat([whole, Buffer.from(`7 0 obj\n<< /Long (${'x'.repeat(3000)}`)]));
    await documents.open([path]);
    expect(codes()).toEqual({ 'updated.pdf': 'pdf-truncated' });
  });

  it('but not for leading junk or padding at the end', async () => {
    const whole = Buffer.from(await pdfs.plainPdf());
    await writeFile(folder(), 'padded.pdf', Buffer.concat([whole, Buffer.alloc(8192)]));
    await writeFile(folder(), 'prefixed.pdf', Buffer.concat([Buffer.from('\r\nContent-Type: application/pdf\r\n\r\n'), whole]));
    await documents.open([folder()]);
    expect(codes()).toEqual({ 'padded.pdf': null, 'prefixed.pdf': null });
  });

  it('missing, and in a place that is no folder', async () => {
    const file = await writeFile(folder(), 'file.txt', 'x');
    await documents.open([join(folder(), 'gone.pdf'), join(file, 'below.pdf')]);
    expect(codes()).toEqual({ 'gone.pdf': 'file-missing', 'below.pdf': 'file-missing' });
  });

  it('a name that no system accepts', async () => {
    const name = `${'n'.repeat(300)}.pdf`;
    await documents.open([join(folder(), name)]);
    expect(codes()).toEqual({ [name]: 'path-too-long' });
  });

  it('an empty folder, until it has a PDF', async () => {
    const empty = join(folder(), 'nothing here');
    await mkdir(empty);
    await writeFile(empty, 'readme.txt', 'x');
    await documents.open([empty]);
    expect(only()).toMatchObject({ name: 'nothing here', problem: { code: 'folder-empty', detail: { name: 'nothing here' } } });
    await writeFile(empty, 'a.pdf', await pdfs.plainPdf());
    await documents.recheck([only().id]);
    expect(codes()).toEqual({ 'a.pdf': null });
  });

  it.runIf(process.platform !== 'win32')('no permission', async () => {
    const path = await writeFile(folder(), 'closed.pdf', await pdfs.plainPdf());
    await chmod(folder(), 0o755);
    await chmod(path, 0);
    const root = process.geteuid?.() === 0;
    // Root may read everything, so it becomes the user `nobody` for the attempt.
    if (root) process.seteuid?.(65_534);
    try {
      await documents.open([path]);
    } finally {
      if (root) process.seteuid?.(0);
    }
    expect(only().problem).toMatchObject({ code: 'file-unreadable', detail: { name: 'closed.pdf', cause: 'EACCES' } });
  });

  it.runIf(process.platform !== 'win32')('a device that never ends', async () => {
    await documents.open(['/dev/zero']);
    expect(only().problem).toMatchObject({ code: 'file-unreadable', detail: { name: 'zero', cause: 'ENOTFILE' } });
  });

  it('usable again when read again after it was corrected', async () => {
    const path = await writeFile(folder(), 'a.pdf', '');
    await documents.open([path]);
    const { id } = only();
    expect(codes()).toEqual({ 'a.pdf': 'file-empty' });
    await writeFile(folder(), 'a.pdf', await pdfs.plainPdf());
    const totals: number[] = [];
    const onReading = ({ total }: { total: number }) => totals.push(total);
    documents.events.on('reading', onReading);
    await documents.recheck([id, 'unknown', id]);
    documents.events.off('reading', onReading);
    expect(new Set(totals)).toEqual(new Set([1]));
    expect(only()).toMatchObject({ id, problem: null });
    expect(documents.shown(id).size).toBe(only().size);
    await rm(path);
    await documents.recheck([id]);
    expect(only()).toMatchObject({ id, sha256: null, problem: { code: 'file-missing' } });
  });
});

it.runIf(process.platform !== 'win32')('a link that was missing is then the file that it leads to', async () => {
  const [file, link] = [join(folder(), 'a.pdf'), join(folder(), 'link.pdf')];
  const { ids } = await documents.open([link]);
  expect(codes()).toEqual({ 'link.pdf': 'file-missing' });
  await writeFile(folder(), 'a.pdf', await pdfs.plainPdf());
  await symlink(file, link);
  await documents.recheck(ids);
  expect(await documents.open([file])).toEqual({ taken: 0, ids });
});

describe('a large file', () => {
  const large = async (name: string, { head = '', tail = '', mib = 9 } = {}) => {
    const begin = Buffer.from(`%PDF-1.7\n${head}`);
    return writeFile(folder(), name, Buffer.concat([begin, Buffer.alloc(mib * 1024 * 1024, ' '), Buffer.from(`${tail}\n%%EOF\n`)]));
  };

  it('can be shown while it is read, unless it may be encrypted', async () => {
    const shown: (string | null)[] = [];
    const sizes: number[] = [];
    const onReading = ({ preview }: { preview: { id: string; name: string } | null }) => {
      shown.push(preview?.name ?? null);
      if (preview === null) return;
      expect(documents.list()).toEqual([]);
      expect(() => documents.get(preview.id)).toThrow('document-unknown');
      sizes.push(documents.shown(preview.id).size);
    };
    documents.events.on('reading', onReading);
    const path = await large('large.pdf');
    const { ids } = await documents.open([path]);
    expect(shown).toEqual([null, 'large.pdf', null]);
    expect(sizes).toEqual([documents.list()[0]?.size]);
    expect(documents.shown(ids[0] ?? '')).toMatchObject({ path, size: sizes[0] });
    await documents.open([
      await large('encrypted.pdf', { tail: 'trailer << /Encrypt 1 0 R >>' }),
      await large('linearized.pdf', { head: 'trailer << /Encrypt 1 0 R >>' }),
      await large('middle.pdf', { mib: 1 }),
      await writeFile(folder(), 'small.pdf', await pdfs.plainPdf()),
    ]);
    documents.events.off('reading', onReading);
    expect(shown.filter((name) => name !== null)).toEqual(['large.pdf']);
    expect(() => documents.shown('other')).toThrow();
  });
});

describe('removed documents', () => {
  it('are listed again with their ids and at their places, but never twice', async () => {
    await pdfs.fiveContracts(folder());
    const { ids } = await documents.open([folder()]);
    const [before, [first = '', second = '', third = '']] = [documents.list(), ids];
    documents.remove([third, first]);
    documents.remove([second]);
    expect(documents.list().map(({ id }) => id)).toEqual(ids.slice(3));
    expect(documents.restore([second, 'unknown'])).toEqual([second]);
    documents.restore([first, third]);
    expect(documents.list()).toEqual(before);
    documents.restore([first]);
    expect(documents.list()).toEqual(before);

    for (let times = 0; times < 2; times++) {
      documents.remove([first]);
      expect(documents.restore([first])).toEqual([first]);
    }

    // Opened again in the meantime: the same file has one entry.
    documents.remove(ids);
    await documents.open([folder()]);
    expect(documents.restore(ids)).toEqual([]);
    expect(documents.list().map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  });

  it('are forgotten after ten further removals', async () => {
    await pdfs.fiveContracts(folder());
    const { ids } = await documents.open([folder()]);
    const [first = '', second = ''] = ids;
    documents.remove([first]);
    documents.remove([second]);
    for (let times = 0; times < 9; times++) documents.remove([]);
    expect(documents.restore([first, second])).toEqual([second]);
  });
});
