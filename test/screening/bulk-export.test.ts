/** What a list comes out as: all rows in order, the original columns first, nothing that a spreadsheet would run. */
import { lstat, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { codeOf } from '../support/code-of.ts';
import { bulkHandlers, createSavedFiles } from '../support/doors/desktop.ts';
import { machineWords } from '../support/doors/screening.ts';
import { openStationDatabase } from '../support/doors/storage.ts';
import { buildScreening, type Person } from '../support/screening/screening-actions.ts';
import { spoil } from '../support/storage/damaged-database.ts';
import { tempDir } from '../support/temp-dir.ts';

const words = machineWords({
  reason(one) {
    if (one.kind === 'problem') return one.problem.code;
    if (one.kind === 'silent') return `silent:${one.sources.join('+')}`;
    if (one.kind === 'others') return one.paths.join('+');
    return one.kind === 'faults' ? one.faults.join('+') : one.kind;
  },
});
const forPeople = { ...words, columnWithoutName: (number: number) => `Columna ${number}`, workbookSeparator: ';' };

/** Ragged, with what spreadsheets would run, quotes, lines within cells; a number with its sign stays one. */
const file = [
  'nombre;cedula;nota',
  'Persona Inventada;1234567;=1+1',
  'Evaristo Quiroga Beltrán;79555001;"@SUM(A1); ""dos"""',
  ';555;-1',
  'El Turpial Negro',
  'Silencio Noticias Parra;;"una\nlínea";de más',
  'Falla Interna Robledo;;+57 1',
  '',
].join('\n');
const expected = [
  [
    'Persona Inventada',
    '1234567',
    "'=1+1",
    '',
    'clear',
    'false',
    expect.stringMatching(/^\d+$/),
    expect.stringContaining('lists=clear'),
    '',
    '',
  ],
  [
    'Evaristo Quiroga Beltrán',
    '79555001',
    `'@SUM(A1); "dos"`,
    '',
    'match',
    'true',
    expect.stringMatching(/^\d+$/),
    expect.stringContaining('lists=hit(2)'),
    expect.stringContaining('(same-identification)'),
    '',
  ],
  ['', '555', '-1', '', 'not-screened', '', '', '', '', 'name-missing odd-identification'],
  [
    'El Turpial Negro',
    '',
    '',
    '',
    'match',
    expect.any(String),
    expect.stringMatching(/^\d+$/),
    expect.any(String),
    expect.stringContaining('(alias-only)'),
    'other-cell-count',
  ],
  [
    'Silencio Noticias Parra',
    '',
    'una\nlínea',
    'de más',
    'unavailable',
    'false',
    expect.any(String),
    expect.stringContaining('news=no-answer'),
    '',
    'silent:news other-cell-count',
  ],
  ['Falla Interna Robledo', '', '+57 1', '', 'unavailable', '', '', '', '', 'search-failed'],
];

async function done(header: boolean) {
  const station = await buildScreening();
  const path = join(await tempDir(), 'lista.csv');
  await writeFile(path, header ? file : file.slice(file.indexOf('\n') + 1));
  const id = await station.startBulk([], { path, options: { separator: ';', header } });
  await station.untilRun(id, 'done');
  return { station, id, folder: await tempDir() };
}

test('CSV with the header of the file, under a free name', async () => {
  const { station, id, folder } = await done(true);
  const written = await station.bulk.export(id, join(folder, 'out.csv'), 'csv', forPeople);
  expect(written).toMatchObject({ name: 'out.csv', rows: 6 });
  const text = await readFile(written.path, 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  const rows = parse(text, { delimiter: ';', bom: true });
  const results = ['outcome', 'block', 'idBitacora', 'sources', 'bestMatch', 'error'];
  expect(rows).toEqual([['nombre', 'cedula', 'nota', 'Columna 4', ...results], ...expected]);
  const again = await station.bulk.export(id, join(folder, 'out.csv'), 'csv', forPeople);
  expect(again.name).toBe('out (2).csv');
});

test('CSV for programs without a header', async () => {
  const { station, id, folder } = await done(false);
  const { path } = await station.bulk.export(id, join(folder, 'out.csv'), 'csv', words);
  const text = await readFile(path, 'utf8');
  expect(text.startsWith('"Persona')).toBe(true);
  expect(parse(text, { delimiter: ';' })).toEqual(expected);
});

test('XLSX', async () => {
  const { station, id, folder } = await done(true);
  const { path, rows } = await station.bulk.export(id, join(folder, 'out.xlsx'), 'xlsx', forPeople);
  expect(rows).toBe(6);
  const [sheet] = await readXlsx(path);
  const cells = (sheet?.data ?? []).map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  expect(cells).toHaveLength(7);
  expect(cells[0]?.slice(0, 5)).toEqual(['nombre', 'cedula', 'nota', 'Columna 4', 'outcome']);
  expect(cells.slice(1).map((row) => [row[0], row[4]])).toEqual(expected.map((row) => [row[0], row[4]]));
  // Every cell is a text: nothing is a formula.
  expect(cells[1]?.[2]).toMatch(/^'?=1\+1$/);
});

test('CSV of a workbook: from the window with the separator of the region, for programs with the one of the options', async () => {
  const station = await buildScreening();
  const folder = await tempDir();
  await writeExcelFile([[{ value: 'nombre' }], [{ value: 'Persona; Inventada' }]]).toFile(join(folder, 'in.xlsx'));
  const { fileId, options, mapping } = await station.bulk.openFile(join(folder, 'in.xlsx'));
  const query = { judicial: false, procurator: false, pace: { concurrency: 1, perMinute: 0 } };
  const { id } = await station.bulk.start({ fileId, options, mapping, ...query });
  await station.untilRun(id, 'done');
  const headOf = async (path: string) => (await readFile(path, 'utf8')).split('\r\n')[0];
  const dialogs = { table: () => expect.unreachable(), saveAs: async () => join(folder, 'window.csv') };
  for (const [separator, head] of [
    [';', '\ufeff"nombre";"Resultado";'],
    [',', '\ufeff"nombre","Resultado",'],
  ] as const) {
    const language = () => 'es' as const;
    const handlers = bulkHandlers({ station, dialogs, saved: createSavedFiles(), language, listSeparator: () => separator });
    const { name } = (await handlers['bulk.export']({ id, format: 'csv' })) ?? {};
    expect(await headOf(join(folder, name ?? ''))).toMatch(new RegExp(`^${head}`));
  }
  await station.bulk.export(id, join(folder, 'program.csv'), 'csv', words);
  expect(await headOf(join(folder, 'program.csv'))).toMatch(/^"nombre","outcome",/);
});

test('damaged rows and rows that were not screened are exported as such', async () => {
  const { station, id, folder } = await done(true);
  await station.reopen({}, () => spoil(station.dataDir, station.vaultKey, 'screening', 'row = 2'));
  const { path } = await station.bulk.export(id, join(folder, 'out.csv'), 'csv', words);
  const rows = parse(await readFile(path, 'utf8'), { delimiter: ';', from_line: 2 }) as string[][];
  expect(rows).toHaveLength(6);
  expect(rows[1]).toEqual(['', '', '', '', 'not-screened', '', '', '', '', 'stored-data-damaged']);
  expect(rows[0]?.[4]).toBe('clear');
});

test('a row that is gone from the database leaves no file that would be taken for the whole', async () => {
  const { station, id, folder } = await done(true);
  await station.reopen({}, () => {
    const database = openStationDatabase(station.dataDir, station.vaultKey);
    database.sql.exec('DELETE FROM screening WHERE row = 2');
    database.close();
  });
  expect(await codeOf(station.bulk.export(id, join(folder, 'out.csv'), 'csv', words))).toBe('internal');
  expect(await readdir(folder)).toEqual([]);
});

test('its own file is replaced under its name, a link to it never', async () => {
  const station = await buildScreening();
  const [folder, list] = [await tempDir(), await station.csvFile([['Persona Inventada', '1']])];
  const [out, moved] = [join(folder, 'out.csv'), join(folder, 'moved.csv')];
  const { fileId, options, mapping } = await station.bulk.openFile(list);
  const request = { fileId, options, mapping, judicial: false, procurator: false, pace: { concurrency: 1, perMinute: 0 } };
  const { id } = await station.bulk.start(request, out);
  await station.untilRun(id, 'done');
  expect(await station.bulk.startedBefore(request, moved)).toBeNull();
  expect(await station.bulk.startedBefore(request, out)).toMatchObject({ id });
  const again = await station.bulk.start(request, out);
  expect(await station.bulk.startedBefore(request, out)).toMatchObject({ id: again.id });
  expect(await station.bulk.mayWrite(id, out)).toBe(true);
  for (let n = 0; n < 2; n += 1) expect(await station.bulk.export(id, out, 'csv', words)).toMatchObject({ path: out });
  await rename(out, moved);
  await symlink(moved, out);
  expect(await station.bulk.mayWrite(id, out)).toBe(false);
  expect(await codeOf(station.bulk.export(id, out, 'csv', words))).toBe('output-not-writable');
  expect((await readdir(folder)).toSorted()).toEqual(['moved.csv', 'out.csv']);
  expect((await lstat(out)).isSymbolicLink()).toBe(true);
});

test('in the middle of a run: every row with all of its cells, pending ones as not screened', async () => {
  const station = await buildScreening();
  // One is wider than those by which the columns were found.
  const rows = Array.from({ length: 1_200 }, (_, n) => [`Persona ${n}`, String(1_000_000 + n), ...(n === 1_000 ? ['de más'] : [])]);
  const id = await station.startBulk(rows as unknown as Person[], { pace: { concurrency: 4, perMinute: 600 } });
  await station.untilRun(id, 'running');
  const { path } = await station.bulk.export(id, join(await tempDir(), 'out.csv'), 'csv', words);
  const out = parse(await readFile(path, 'utf8'), { from_line: 2 }) as string[][];
  expect(out.map(([name]) => name)).toEqual(rows.map(([name]) => name));
  expect([out[1_000]?.[2], out.at(-1)?.[2], out.at(-1)?.[3]]).toEqual(['de más', '', 'not-screened']);
  await station.bulk.remove(id);
});
