import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentList } from '../support/doors/documents.ts';
import { StationError } from '../support/doors/errors.ts';
import * as pdfs from '../support/pdf/pdfs.ts';
import { sharedTempDir } from '../support/temp-dir.ts';

const folder = sharedTempDir();
const documents = createDocumentList();
afterAll(() => documents.close());
/** Name → id of the documents; the two of one name by their folder. */
let ids: Record<string, string>;

beforeAll(async () => {
  const bytes = await pdfs.plainPdf();
  const names = ['contract.pdf', 'Muñoz.pdf'.normalize('NFD'), 'García, Ana.pdf', 'one/same.pdf', 'two/same.pdf'];
  for (const part of ['one', 'two']) await mkdir(join(folder, part));
  const paths = await Promise.all(names.map((name) => pdfs.writeFile(folder, name, bytes)));
  const opened = await documents.open(paths);
  ids = Object.fromEntries(names.map((name, index) => [name.normalize('NFC'), opened.ids[index] ?? '']));
});

/** References by document name, and what was not matched. */
async function match(csv: string | Uint8Array) {
  const { matched, unmatched } = await documents.matchReferences(await pdfs.writeFile(folder, 'references.csv', csv));
  const name = (id: string) => Object.keys(ids).find((key) => ids[key] === id) ?? 'unknown';
  return [Object.fromEntries(matched.map(({ documentId, reference }) => [name(documentId), reference])), unmatched];
}

const both = [{ 'contract.pdf': 'R-1', 'Muñoz.pdf': 'R-2' }, []];

describe('references from a CSV', () => {
  it.each([',', ';', '\t'])('separator %j', async (separator) => {
    expect(await match(`contract.pdf${separator}R-1\r\nMuñoz.pdf${separator}R-2\r\n`)).toEqual(both);
  });
  it('with and without extension, in any case, with spaces around', async () => {
    expect(await match(' CONTRACT , R-1 \nmuñoz.PDF,R-2\n\n')).toEqual(both);
  });
  it('byte order mark and header', async () => {
    expect(await match('\ufeffArchivo;Referencia\ncontract;R-1\nMuñoz;R-2')).toEqual(both);
    expect(await match('File name,Reference\ncontract,R-1\nMuñoz,R-2')).toEqual(both);
  });
  it('Windows-1252 and UTF-16', async () => {
    expect(await match(Buffer.from('contract;R-1\nMuñoz;R-2', 'latin1'))).toEqual(both);
    expect(await match(Buffer.from('\ufeffcontract\tR-1\nMuñoz\tR-2', 'utf16le'))).toEqual(both);
  });
  it('separators within names, quoted or of the other kind', async () => {
    expect(await match('"García, Ana.pdf",R-9')).toEqual([{ 'García, Ana.pdf': 'R-9' }, []]);
    expect(await match('García, Ana.pdf;"R ""9"""')).toEqual([{ 'García, Ana.pdf': 'R "9"' }, []]);
  });
  it('further columns are ignored', async () => {
    expect(await match('contract,R-1,note\nMuñoz,R-2')).toEqual(both);
  });
  it('reports names that are unknown, without reference, repeated, or of two documents', async () => {
    expect(await match('contract;R-1\nother.pdf;R-3\nMuñoz;\ncontract.pdf;R-4\nsame;R-5')).toEqual([
      { 'contract.pdf': 'R-1' },
      ['other.pdf', 'Muñoz', 'contract.pdf', 'same'],
    ]);
  });
  it('two documents of one name by their folders', async () => {
    expect(await match('one/same.pdf;R-1\ntwo\\same;R-2')).toEqual([{ 'one/same.pdf': 'R-1', 'two/same.pdf': 'R-2' }, []]);
    expect(await match('ne/same;R-1\ncontract;R-2')).toEqual([{ 'contract.pdf': 'R-2' }, ['ne/same']]);
  });
  it('a document with the name of a header has its reference in the first row', async () => {
    const named = await pdfs.writeFile(folder, 'Archivo.pdf', await pdfs.plainPdf());
    const [id = ''] = (await documents.open([named])).ids;
    ids['Archivo.pdf'] = id;
    expect(await match('archivo;R-1\ncontract;R-2')).toEqual([{ 'Archivo.pdf': 'R-1', 'contract.pdf': 'R-2' }, []]);
    documents.remove([id]);
  });
  it('damaged UTF-8 is refused', async () => {
    const path = await pdfs.writeFile(folder, 'damaged.csv', Buffer.from('\ufeffcontract;R-\u00f1\nMuñoz;R-2').subarray(0, 15));
    expect(await causeOf(path)).toMatchObject({ detail: { cause: 'damaged-text' } });
  });
  it('no match at all', async () => {
    expect(await match('a;1\nb;2')).toEqual([{}, ['a', 'b']]);
  });

  const causeOf = (path: string) =>
    documents.matchReferences(path).catch((error: unknown) => (error instanceof StationError ? error.problem : error));
  it.each([
    ['empty', ''],
    ['one column', 'contract\nMuñoz'],
    ['no text', Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 3])],
  ])('unreadable: %s', async (_, content) => {
    const path = await pdfs.writeFile(folder, 'bad.csv', content);
    expect(await causeOf(path)).toMatchObject({ code: 'references-file-unreadable', detail: { name: 'bad.csv' } });
  });
  it('unreadable: missing, or a folder', async () => {
    const code = 'references-file-unreadable';
    expect(await causeOf(join(folder, 'none.csv'))).toMatchObject({ code, detail: { name: 'none.csv', cause: 'ENOENT' } });
    expect(await causeOf(folder)).toMatchObject({ code, detail: { cause: 'EISDIR' } });
  });
});
