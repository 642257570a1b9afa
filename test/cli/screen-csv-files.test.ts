/** `screen --csv`: the files in and out, row by row and cell by cell. */
import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { counts, csvRows, openScreenCli } from '../support/cli/cli.ts';
import { writeTable } from '../support/doors/screening.ts';
import { encoded } from '../support/screening/tables.ts';

const added = ['outcome', 'block', 'idBitacora', 'sources', 'bestMatch', 'error'];

describe('files in and out', () => {
  const table = [
    ['nombre', 'cedula', 'nota'],
    ['Evaristo Quiroga Beltrán', '79555001', 'con, coma; y | barra'],
    ['Íñigo Güiza Ríos', '', 'dos\nlíneas'],
    ['Ana Muñoz', '123456', 'dice "sí"'],
    ['', '654321', ' blancos '],
    ['Silencio Listas Parra', '', ''],
    ['Falla Interna Robledo', '', '=1+1'],
  ];
  const written = (separator: string) =>
    table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n');
  const outcomes = ['match', 'match', 'clear', 'not-screened', 'unavailable', 'unavailable'];

  const files: [string, string, Parameters<typeof encoded>[1], boolean][] = [
    ['comma', ',', 'utf-8', false],
    ['semicolon', ';', 'utf-8', true],
    ['tab', '\t', 'windows-1252', false],
    ['pipe', '|', 'utf-16le', true],
    ['semicolon', ';', 'utf-16be', true],
  ];
  test.each(files)(
    '%s %j, %s, byte order mark %s: the same rows in the same order, each with its outcome',
    async (_, separator, encoding, mark) => {
      const { screen, file, path } = await openScreenCli();
      await file('in.csv', encoded(written(separator), encoding, mark));
      const run = await screen(['--csv', 'in.csv', '--out', 'out.csv', '--json']);
      expect(counts(run)).toEqual({ rows: 6, clear: 1, match: 2, unavailable: 1, failed: 2, waiting: 0 });
      expect(run).toMatchObject({ code: 3, stderr: 'Rows with remarks. no name, not screened: 1.\n' });
      const [header, ...rows] = await csvRows(path('out.csv'), separator);
      expect(header).toEqual([...(table[0] ?? []), ...added]);
      const shown = table.slice(1).map((row) => row.map((cell) => (cell.startsWith('=') ? `'${cell}` : cell)));
      expect(rows.map((row) => row.slice(0, 3))).toEqual(shown);
      expect(rows.map((row) => row[3])).toEqual(outcomes);
      expect(rows.map((row) => row[4])).toEqual(['true', 'false', 'false', '', 'false', '']);
      expect(rows[0]?.[6]).toBe('lists=hit(2); judicial=not-asked; procurator=not-asked; news=clear; social=not-asked');
      expect(rows[0]?.[7]).toMatch(/QUIROGA BELTRÁN EVARISTO \(same-identification\)/);
      expect(rows.map((row) => row[8] !== '')).toEqual([false, false, false, true, true, true]);
      // An unavailable row always says why.
      expect(rows[4]?.[8]).toBe('No answer from: lists.');
      expect(rows.map((row) => /^\d+$/.test(row[5] ?? ''))).toEqual([true, true, true, false, true, false]);
    },
  );

  test.each(['nombre;cedula\r\nAna Ruiz;="0912345678"\r\n', 'nombre;cedula\r\n"Ana Ruiz";"=""0912345678"""\r\n'])(
    'a number that keeps its zero by ="…" is screened as Excel shows it: %j',
    async (text) => {
      const { screen, file, asked, path } = await openScreenCli();
      await file('in.csv', text);
      expect((await screen(['--csv', 'in.csv', '--out', 'out.csv'])).code).toBe(0);
      expect(asked('Ana Ruiz', '0912345678')).toBe(1);
      expect((await csvRows(path('out.csv'), ';'))[1]?.slice(0, 2)).toEqual(['Ana Ruiz', `'="0912345678"`]);
    },
  );

  test('every cell is quoted, so that no reader splits one', async () => {
    const { screen, file, path } = await openScreenCli();
    await file('in.csv', 'nombre,nota,otra\nAna Ruiz,,"a\nb"\nBeto Díaz,"x,y",z\n');
    await screen(['--csv', 'in.csv', '--out', 'out.csv']);
    const [, ana, beto] = (await readFile(path('out.csv'), 'utf8')).split('\r\n');
    expect(ana).toMatch(/^"Ana Ruiz","","a\nb","clear","false","\d+","lists=clear; [^",]*","",""$/);
    expect(beto).toMatch(/^"Beto Díaz","x,y","z","clear",/);
  });

  test('IN may be XLSX, and the name of OUT decides its format', async () => {
    const { screen, path } = await openScreenCli();
    const rows = (async function* () {
      yield* table.slice(1);
    })();
    await writeTable({
      path: path('in.xlsx'),
      format: 'xlsx',
      columns: table[0] ?? [],
      rows,
      csv: { separator: ',', quote: '"', bom: false },
    });
    expect(counts(await screen(['--csv', 'in.xlsx', '--out', 'out.xlsx', '--json']))).toMatchObject({ rows: 6, match: 2 });
    const sheet = await readSheet(path('out.xlsx'), 1, { trim: false });
    expect(sheet[0]).toEqual([...(table[0] ?? []), ...added]);
    expect(sheet.slice(1).map((row) => row.slice(0, 3).map((cell) => cell ?? ''))).toEqual(table.slice(1));
    expect(sheet.slice(1).map((row) => row[3])).toEqual(outcomes);
    await screen(['--csv', 'in.xlsx', '--out', 'out.csv']);
    expect((await csvRows(path('out.csv'))).slice(1).map((row) => row[3])).toEqual(outcomes);
  });

  test('OUT has no header when IN has none', async () => {
    const { screen, file, path } = await openScreenCli();
    await file('in.csv', '1,Ana Ruiz Soto\n2,Beto Díaz Lara\n');
    expect(counts(await screen(['--csv', 'in.csv', '--out', 'out.csv', '--json']))).toMatchObject({ rows: 2, clear: 2 });
    expect((await csvRows(path('out.csv'))).map((row) => row.slice(0, 3))).toEqual([
      ['1', 'Ana Ruiz Soto', 'clear'],
      ['2', 'Beto Díaz Lara', 'clear'],
    ]);
  });
});
