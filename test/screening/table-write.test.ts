import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { neutralised, writeTable, xlsxBytes } from '../support/doors/screening.ts';
import { fc } from '../support/runner/property.ts';
import { runs, sized } from '../support/runner/soak.ts';
import { cellsOf, plainOptions } from '../support/screening/tables.ts';
import { tempDir } from '../support/temp-dir.ts';

const csv = { separator: ',', quote: '"', bom: false };

async function* each<T>(rows: Iterable<T>): AsyncGenerator<T> {
  yield* rows;
}

/** With each of them, the table has to come back as it was. */
const hostileCells = [
  '=cmd|"/c calc"!A1',
  '@SUM(1)',
  '+cmd',
  '-0-',
  '+57 300 123 4567',
  'a,b;c\td|e',
  'two\nlines',
  'cr\r',
  'say "so"',
  "'x'",
  ' blank ',
  '',
  '😀ñ',
  '\u0001',
  '_x0041_',
  '<&>',
];
const cell = fc
  .oneof(fc.constantFrom(...hostileCells), fc.string({ maxLength: 5, unit: 'grapheme' }))
  .filter((text) => !text.includes('\0'));
const tables = fc.integer({ min: 2, max: 4 }).chain((width) =>
  fc.array(
    fc.array(cell, { minLength: width - 1, maxLength: width - 1 }).map((cells) => ['x', ...cells]),
    { maxLength: 6 },
  ),
);

describe('CSV', () => {
  it.each([
    [',', '"'],
    [';', "'"],
    ['\t', '"'],
    ['|', "'"],
    [',', ''],
  ])('separator %j, quote %j: is read back exactly, except apostrophes before formulas', async (separator, quote) => {
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), async (table, bom) => {
        const written = await writeTable({
          path: join(await tempDir(), 'out.csv'),
          format: 'csv',
          columns: ['name', 'id'],
          rows: each(table),
          csv: { separator, quote, bom },
        });
        expect(written).toMatchObject({ name: 'out.csv', rows: table.length, cut: 0 });
        const bytes = await readFile(written.path);
        expect(bytes.subarray(0, 3).toString('hex') === 'efbbbf').toBe(bom);
        const mark = quote || '"';
        const back: string[][] = parse(bytes, {
          bom: true,
          delimiter: separator,
          quote: mark,
          escape: mark,
          relax_column_count: true,
          record_delimiter: '\r\n',
        });
        expect(back).toEqual([['name', 'id'], ...table.map((cells) => cells.map(neutralised))]);
      }),
      { numRuns: runs(12) },
    );
  });
  it('no reader finds a formula in it, whatever its separator', async () => {
    const path = join(await tempDir(), 'out.csv');
    const table = [
      ['Ana;=1+1', 'x"; =cmd', 'a,@SUM(1)'],
      ['b|+cmd|=2', '\t=3', 'c\td'],
    ];
    await writeTable({ path, format: 'csv', columns: null, rows: each(table), csv });
    const text = await readFile(path, 'utf8');
    for (const delimiter of [';', ',', '\t', '|']) {
      const rows: string[][] = parse(text, { delimiter, relax_quotes: true, relax_column_count: true });
      // However roughly a reader takes the quotes.
      const rough = text
        .split(/\r?\n/)
        .flatMap((line) => line.split(delimiter))
        .map((cell) => cell.replace(/^["\s]+/, ''));
      for (const cell of [...rows.flat(), ...rough]) expect(cell).not.toMatch(/^\s*[=@+]/);
    }
  });
  it('is read by the table reader, and has a header only when there is one', async () => {
    const path = join(await tempDir(), 'out.csv');
    const table = [
      ['Ana', '=1'],
      ['', ''],
      ['Pérez, "la"', '-0-'],
    ];
    await writeTable({ path, format: 'csv', columns: null, rows: each(table), csv });
    expect(await cellsOf(path)).toEqual([
      ['Ana', "'=1"],
      ['', ''],
      ['Pérez, "la"', '-0-'],
    ]);
  });
});

describe('CSV for other readers', () => {
  it('quotes every cell', async () => {
    const path = join(await tempDir(), 'out.csv');
    const rows = [['two\nlines', 'one\rreturn', ' before', 'after ', 'in between']];
    await writeTable({ path, format: 'csv', columns: null, rows: each(rows), csv });
    expect(await readFile(path, 'utf8')).toBe('"two\nlines","one\rreturn"," before","after ","in between"\r\n');
  });
});

describe('XLSX', () => {
  it('every cell is text, none a formula; it comes back exactly, here and in another library', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const { path } = await writeTable({
          path: join(await tempDir(), 'out.xlsx'),
          format: 'xlsx',
          columns: ['name', 'id', '', 'end'],
          rows: each(table),
          csv,
        });
        const filled = (cells: string[]) => [...cells, '', '', ''].slice(0, 4);
        const expected = [['name', 'id', '', 'end'], ...table.map(filled)];
        expect(await cellsOf(path)).toEqual(expected);
        const theirs = await readSheet(path, { trim: false });
        expect(theirs.map((cells) => cells.map((text) => text ?? ''))).toEqual(expected);
        const sheet = execFileSync('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], { encoding: 'utf8' });
        expect(sheet).not.toMatch(/<f[\s/>]/);
        const kinds = new Set([...sheet.matchAll(/<c [^>]*t="(\w+)"/g)].map(([, kind]) => kind));
        expect(kinds).toEqual(new Set(['inlineStr']));
        expect(sheet.match(/<c /g)?.length).toBe(sheet.match(/<c [^>]*t="inlineStr"/g)?.length);
      }),
      { numRuns: runs(5) },
    );
  });
  it('a text that reads as an escape, and columns after Z, come back as they were', async () => {
    const row = Array.from({ length: 60 }, (_, at) => `${at} _x0041_ _x005F_x0041_ _x41_`);
    const { path } = await writeTable({ path: join(await tempDir(), 'out.xlsx'), format: 'xlsx', columns: null, rows: each([row]), csv });
    expect(await cellsOf(path)).toEqual([row]);
  });
  it('is a sound ZIP', async () => {
    const { path } = await writeTable({ path: join(await tempDir(), 'out.xlsx'), format: 'xlsx', columns: null, rows: each([]), csv });
    expect(execFileSync('unzip', ['-tq', path], { encoding: 'utf8' })).toContain('No errors');
    expect(await cellsOf(path)).toEqual([]);
  });
  it('a cell longer than the limit of XLSX is cut, visibly, and counted', async () => {
    const rows = [
      ['Ana', 'x'.repeat(32_767)],
      ['Eva', 'y'.repeat(32_768)],
    ];
    const written = await writeTable({ path: join(await tempDir(), 'out.xlsx'), format: 'xlsx', columns: null, rows: each(rows), csv });
    expect(written.cut).toBe(1);
    expect(await cellsOf(written.path)).toEqual([rows[0], ['Eva', `${'y'.repeat(32_766)}…`]]);
  });
  it.each([
    [9, [4, 4, 4]],
    [6, [4, 4]],
    [7, [4, 4, 2]],
    [0, [1]],
  ])('%i rows with 3 a sheet continue on further sheets', async (count, sheets) => {
    const rows = Array.from({ length: count }, (_, at) => [`row ${at}`]);
    const path = join(await tempDir(), 'out.xlsx');
    await writeFile(path, xlsxBytes(['name'], each(rows), { cut: 0 }, { rows: 4 }));
    const found: string[][] = [];
    for (const [at, length] of sheets.entries()) {
      const sheet = await cellsOf(path, { ...plainOptions, sheet: String(at + 1) });
      expect(sheet).toHaveLength(length);
      expect(sheet[0]).toEqual(['name']);
      found.push(...sheet.slice(1));
    }
    expect(found).toEqual(rows);
  });
  const total = sized(8_000, 100_000);
  it(`${total} rows, in order`, async () => {
    function* rows() {
      for (let at = 0; at < total; at += 1) yield [`Ana ${at}`, String(at), 'clear', '', 'lists=clear'];
    }
    const written = await writeTable({
      path: join(await tempDir(), 'out.xlsx'),
      format: 'xlsx',
      columns: ['name', 'id', 'outcome', 'block', 'sources'],
      rows: each(rows()),
      csv,
    });
    expect(written.rows).toBe(total);
    const back = await cellsOf(written.path, { ...plainOptions, header: true });
    expect(back).toHaveLength(total);
    expect(back.findIndex(([, id], at) => id !== String(at))).toBe(-1);
  });
});

describe('a file is written whole or not at all', () => {
  it.each(['csv', 'xlsx'] as const)('%s: never over another one', async (format) => {
    const folder = await tempDir();
    const path = join(folder, `out.${format}`);
    await writeFile(path, 'mine');
    const { name } = await writeTable({ path, format, columns: ['a'], rows: each([['1']]), csv });
    expect(name).toBe(`out (2).${format}`);
    expect(await readFile(path, 'utf8')).toBe('mine');
  });
  it.each(['csv', 'xlsx'] as const)('%s: nothing is left when the rows end in an error, which is thrown', async (format) => {
    const folder = await tempDir();
    let closed = false;
    async function* failing() {
      try {
        for (let at = 0; at < 5000; at += 1) yield [`row ${at}`, 'x'.repeat(100)];
        throw new Error('the database is gone');
      } finally {
        closed = true;
      }
    }
    const work = writeTable({ path: join(folder, `out.${format}`), format, columns: ['a'], rows: failing(), csv });
    await expect(work).rejects.toThrow('the database is gone');
    expect(closed).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });
});
