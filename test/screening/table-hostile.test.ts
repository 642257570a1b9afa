import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeTable } from '../support/doors/screening.ts';
import { inSoak, sized } from '../support/runner/soak.ts';
import { bombFile, cellsOf, plainOptions, refusalOf, tableFile, workbookParts, zipFile } from '../support/screening/tables.ts';
import { shell } from '../support/shell.ts';
import { tempDir } from '../support/temp-dir.ts';

type Refusal = Awaited<ReturnType<typeof refusalOf>>;
const codeAndCause = ({ code, detail }: Refusal) => [code, (detail as { cause?: string }).cause];

/** Refused by whoever opens it, and by whoever reads it all the same. */
async function refusals(path: string): Promise<unknown[]> {
  return [await refusalOf(describeTable(path)), await refusalOf(cellsOf(path))].map(codeAndCause);
}
/** By whoever reads it; the soak opens it before. Each of them starts a worker. */
async function refusalOfReader(path: string): Promise<unknown> {
  return inSoak ? (await refusals(path))[1] : codeAndCause(await refusalOf(cellsOf(path)));
}
const twice = (code: string, cause: string) => [
  [code, cause],
  [code, cause],
];

describe('files that are no table', () => {
  it.each([
    ['NUL bytes', Buffer.from('Ana,1\nE\0va,2\n'), 'not-text'],
    ['a program', Buffer.from('4d5a000300000004', 'hex'), 'not-text'],
    ['Excel 97-2003, or one with a password', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'old-excel'],
    ['a ZIP cut off', Buffer.from('504b0304140000000800', 'hex'), 'damaged-workbook'],
    ['far too much in one line', () => Buffer.alloc(sized(8, 100) << 20, 'x'), 'row-too-long'],
    ['far too many separators', () => Buffer.alloc(sized(8, 100) << 20, ','), 'row-too-long'],
  ])('%s', async (_, bytes, cause) => {
    expect(await refusals(await tableFile(typeof bytes === 'function' ? bytes() : bytes))).toEqual(twice('table-unreadable', cause));
  });
  it('far too much behind an open quote', async () => {
    const path = await tableFile(Buffer.concat([Buffer.from('Ana,1\n"'), Buffer.alloc(sized(8, 100) << 20, 'Eva,2\n')]));
    expect(await refusalOf(cellsOf(path))).toEqual({ code: 'table-quote-open', detail: { line: 2 } });
  });
  it('an empty file, and only blank lines', async () => {
    for (const text of ['', '\ufeff', '\n\r\n  \n']) {
      expect(await refusalOf(describeTable(await tableFile(text, 'none.csv')))).toEqual({
        code: 'table-empty',
        detail: { name: 'none.csv' },
      });
      expect(await cellsOf(await tableFile(text))).toEqual([]);
    }
  });
  it('only a header is a table without rows', async () => {
    const path = await tableFile('Nombre;Cédula\n');
    const found = await describeTable(path);
    expect(found).toMatchObject({ columns: ['Nombre', 'Cédula'], sample: [], problem: null, options: { header: true } });
    expect(await cellsOf(path, found.options)).toEqual([]);
  });
  it('a file that is not there, and a folder', async () => {
    const folder = await tempDir();
    await mkdir(join(folder, 'sub.csv'));
    expect(await refusals(join(folder, 'none.csv'))).toEqual(twice('table-unreadable', 'file-gone'));
    expect(await refusals(join(folder, 'sub.csv'))).toEqual(twice('table-unreadable', 'not-a-file'));
  });
  it('bytes that the chosen encoding does not have are reported, not replaced', async () => {
    const path = await tableFile(Buffer.from('Muñoz,1\n', 'latin1'));
    expect(await refusalOf(cellsOf(path))).toMatchObject({ detail: { cause: 'not-this-encoding' } });
    expect(await describeTable(path, plainOptions)).toMatchObject({ problem: { code: 'table-unreadable' }, columns: [], sample: [] });
  });
  it('UTF-8 that is damaged stays UTF-8: the line is named, and a person may choose', async () => {
    const bad = Buffer.concat([Buffer.from('Nombre,Id\r\nAna Ñu,1\r\n"Gil\nPaz",2\rMu'), Buffer.of(0xf1), Buffer.from('oz,3\r\n')]);
    const path = await tableFile(bad);
    const problem = { code: 'table-unreadable', detail: { name: 'table.csv', cause: 'not-this-encoding', line: 5, encoding: 'utf-8' } };
    const found = await describeTable(path);
    expect(found).toMatchObject({ problem, options: { encoding: 'utf-8' }, columns: [], sample: [] });
    expect(await describeTable(path, { ...found.options, encoding: 'windows-1252' })).toMatchObject({ problem: null });
  });
  it('far into the file too, where two pieces of it meet', async () => {
    for (const more of [0, 1, 2, 3]) {
      // More than one piece of 64 KiB.
      const start = `${'a'.repeat(more)}ñé€,\r\n`.concat('Ana,ñ\r\n'.repeat(10_000));
      const path = await tableFile(Buffer.concat([Buffer.from(start), Buffer.from('Mu\xf1oz,3\n', 'latin1')]));
      const { options, problem } = await describeTable(path);
      expect([options.encoding, problem]).toEqual(['utf-8', null]);
      expect(await refusalOf(cellsOf(path, options))).toMatchObject({ detail: { cause: 'not-this-encoding', line: 10_002 } });
    }
  });
  it('given options are not guessed', async () => {
    const path = await tableFile(Buffer.from('Nombre#Cédula\nAna#1020\n', 'utf16le'));
    expect(await refusalOf(describeTable(path))).toMatchObject({ detail: { cause: 'not-text' } });
    expect(await describeTable(path, { encoding: 'utf-16le', separator: '#' })).toMatchObject({
      columns: ['Nombre', 'Cédula'],
      options: { encoding: 'utf-16le', separator: '#', header: true },
      mapping: { name: [0], identification: 1 },
    });
  });
  it('the kind of a file is known by its content, not by its name', async () => {
    expect(await describeTable(await tableFile('Ana,1\n', 'list.xlsx'))).toMatchObject({ format: 'csv' });
    expect(await describeTable(await zipFile(workbookParts('<row><c t="str"><v>Ana</v></c></row>'), 'list.csv'))).toMatchObject({
      format: 'xlsx',
    });
  });
});

describe('hostile workbooks', () => {
  const cell = (xml: string) => `<row>${xml}</row>`;
  const texts = '<row><c t="s"><v>0</v></c></row>';
  it.each([
    ['a ZIP of something else', { 'a.txt': 'x' }, 'damaged-workbook'],
    ['no XML', { ...workbookParts(''), 'xl/workbook.xml': 'PK' }, 'damaged-workbook'],
    [
      'a sheet that ends early',
      { ...workbookParts(''), 'xl/worksheets/one.xml': '<worksheet><sheetData><row><c><v>1</v></c>' },
      'damaged-workbook',
    ],
    ['a text that is not there', workbookParts(texts), 'damaged-workbook'],
    ['a row beyond the last one', workbookParts('<row r="1000000000"><c><v>1</v></c></row>'), 'damaged-workbook'],
    ['rows that go back', workbookParts('<row r="5"/><row r="2"><c><v>1</v></c></row>'), 'damaged-workbook'],
    ['a cell beyond the last column', workbookParts(cell('<c r="ZZZ1"><v>1</v></c>')), 'damaged-workbook'],
    [
      'entities that multiply',
      {
        ...workbookParts(''),
        'xl/worksheets/one.xml': `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`,
      },
      'damaged-workbook',
    ],
    ['a cell without end', workbookParts(cell(`<c t="str"><v>${'x'.repeat(3 << 20)}</v></c>`)), 'damaged-workbook'],
    [
      'elements within each other',
      { ...workbookParts(''), 'xl/worksheets/one.xml': `<worksheet>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</worksheet>` },
      'damaged-workbook',
    ],
    [
      'an element with attributes without end',
      {
        ...workbookParts(''),
        'xl/worksheets/one.xml': `<worksheet><sheetData><row ${Array.from({ length: 300 }, (_, at) => `a${at}="x"`).join(' ')}/></sheetData></worksheet>`,
      },
      'damaged-workbook',
    ],
  ])('%s', async (_, parts, cause) => {
    expect(await refusalOfReader(await zipFile(parts as Record<string, string>))).toEqual(['table-unreadable', cause]);
  });
  it.each([
    ['the shared texts', 'xl/texts.xml', 520],
    ['the workbook itself', 'xl/workbook.xml', 20],
  ])('a bomb in %s', async (_, part, mebibytes) => {
    const path = await bombFile(workbookParts(texts), part, mebibytes);
    expect(await refusalOfReader(path)).toEqual(['table-unreadable', 'workbook-too-large']);
  });
  it('a bomb is a ZIP that other programs unpack', async () => {
    const path = await bombFile(workbookParts(texts), 'xl/texts.xml', 2);
    const unzip = await shell(`unzip -tq ${path}`, dirname(path));
    expect(unzip).toEqual({ code: 0, output: expect.stringContaining('No errors detected') });
  });
  it('a declared size smaller than the real one', async () => {
    const path = await zipFile(workbookParts(cell(`<c t="str"><v>${'x'.repeat(5000)}</v></c>`)));
    const bytes = await readFile(path);
    // In the central directory, the unpacked size stands 24 bytes into the entry, the name 46.
    const entry = bytes.lastIndexOf('xl/worksheets/one.xml') - 46;
    expect(bytes.toString('latin1', entry, entry + 4)).toBe('PK\u0001\u0002');
    bytes.writeUInt32LE(100, entry + 24);
    const short = join(await tempDir(), 'short.xlsx');
    await writeFile(short, bytes);
    expect(await refusalOf(cellsOf(short))).toMatchObject({ detail: { cause: 'damaged-workbook' } });
  });
  it('cells without end: each row has 16,384, all but one of them not written', async () => {
    const path = await zipFile(workbookParts('<row><c r="XFD1" t="str"><v>x</v></c></row>'.repeat(1_100)));
    expect(await refusalOf(cellsOf(path))).toMatchObject({ detail: { cause: 'workbook-too-large' } });
  });
  it('far cells take no memory for the rows and cells before them', async () => {
    const path = await zipFile(
      workbookParts('<row r="1"><c r="A1" t="str"><v>Ana</v></c></row><row r="1048576"><c r="XFD1048576" t="str"><v>Eva</v></c></row>'),
    );
    const rows = await cellsOf(path);
    expect(rows.map((row) => row.length)).toEqual([1, 16_384]);
  });
});
