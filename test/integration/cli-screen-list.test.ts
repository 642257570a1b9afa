/** `screen --csv`: files in and out, which columns are asked, what is told. */
import { once } from 'node:events';
import { access, mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { writeTable } from '../../main/screening/table/index.ts';
import { counts, csvRows, openScreenDesk } from '../fixtures/screen-desk.ts';
import { encoded } from '../fixtures/tables.ts';

// Each of them starts the command a few times, beside whatever else the machine does.
vi.setConfig({ testTimeout: 90_000 });

const added = ['outcome', 'block', 'idBitacora', 'sources', 'bestMatch', 'error'];
/** Two sheets; the second one is “Otra”. */
async function writeSheets(path: string): Promise<void> {
  const sheet = (name: string) => ({
    data: [[{ value: 'nombre' }], [{ value: name }]],
    sheet: name === 'Fabio Siete' ? 'Otra' : 'Primera',
  });
  await writeExcelFile([sheet('Gala Ocho'), sheet('Fabio Siete')]).toFile(path);
}
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

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

  const ways: [string, string, Parameters<typeof encoded>[1], boolean][] = [
    ['comma', ',', 'utf-8', false],
    ['semicolon', ';', 'utf-8', true],
    ['tab', '\t', 'windows-1252', false],
    ['pipe', '|', 'utf-16le', true],
    ['semicolon', ';', 'utf-16be', true],
  ];
  test.each(ways)(
    '%s %j, %s, byte order mark %s: the same rows in the same order, what came of each beside them',
    async (_, separator, encoding, mark) => {
      const { screen, file, path } = await openScreenDesk();
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
      expect(rows.map((row) => row[8] !== '')).toEqual([false, false, false, true, false, true]);
      expect(rows.map((row) => /^\d+$/.test(row[5] ?? ''))).toEqual([true, true, true, false, true, false]);
    },
  );

  test('cells are quoted only where they need it, line ends within them too', async () => {
    const { screen, file, path } = await openScreenDesk();
    await file('in.csv', 'nombre,nota,otra\nAna Ruiz,,"a\nb"\nBeto Díaz,"x,y",z\n');
    await screen(['--csv', 'in.csv', '--out', 'out.csv']);
    const [, ana, beto] = (await readFile(path('out.csv'), 'utf8')).split('\r\n');
    expect(ana).toMatch(/^Ana Ruiz,,"a\nb",clear,false,\d+,lists=clear; [^",]*,,$/);
    expect(beto).toMatch(/^Beto Díaz,"x,y",z,clear,/);
  });

  test('XLSX in, XLSX out; the name of OUT decides', async () => {
    const { screen, path } = await openScreenDesk();
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

  test('a file without a header gets none', async () => {
    const { screen, file, path } = await openScreenDesk();
    await file('in.csv', '1,Ana Ruiz Soto\n2,Beto Díaz Lara\n');
    expect(counts(await screen(['--csv', 'in.csv', '--out', 'out.csv', '--json']))).toMatchObject({ rows: 2, clear: 2 });
    expect((await csvRows(path('out.csv'))).map((row) => row.slice(0, 3))).toEqual([
      ['1', 'Ana Ruiz Soto', 'clear'],
      ['2', 'Beto Díaz Lara', 'clear'],
    ]);
  });
});

describe('which columns are asked', () => {
  const people = 'Apellidos;Nombres;Alias+;Documento;Tipo\nRuiz Soto;Ana;La Ñata;123456;P\n"Díaz, S.A.";;Díaz;;E\n';
  const cases: [string, string[], asked: [string, string?][]][] = [
    ['guessed', [], [['Ana Ruiz Soto', '123456'], ['Díaz, S.A.']]],
    ['by title, in any case', ['--name-column', 'ALIAS+', '--id-column', 'documento'], [['La Ñata', '123456'], ['Díaz']]],
    ['by number', ['--name-column', '3', '--id-column', '4'], [['La Ñata', '123456'], ['Díaz']]],
    ['several, in their order', ['--name-column', '2 + Apellidos'], [['Ana Ruiz Soto', '123456'], ['Díaz, S.A.']]],
    ['no identification', ['--id-column', '0'], [['Ana Ruiz Soto'], ['Díaz, S.A.']]],
    ['surname first', ['--name-column', '1', '--surname-first'], [['Ruiz Soto', '123456'], ['S.A. Díaz']]],
    ['surname first where', ['--name-column', '1', '--surname-first-where', 'tipo=P'], [['Ruiz Soto', '123456'], ['Díaz, S.A.']]],
    ['surname first where, by number', ['--name-column', '1', '--surname-first-where', '5 = E'], [['Ruiz Soto', '123456'], ['S.A. Díaz']]],
    ['the first row too', ['--header', 'no', '--name-column', '2', '--id-column', '0'], [['Nombres'], ['Ana']]],
  ];
  test.each(cases)('%s', async (_, args, asked) => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', people);
    const run = await desk.screen(['--csv', 'in.csv', '--out', 'out.csv', '--json', ...args]);
    expect([0, 3], run.stderr).toContain(run.code);
    for (const [name, id] of asked) expect([name, id, desk.asked(name, id)]).toEqual([name, id, 1]);
    expect(desk.askedInAll()).toBe(asked.length);
  });

  test('a separator, tab too', async () => {
    const { screen, file, asked } = await openScreenDesk();
    await file('in.csv', 'nombre\tnota, con comas, muchas\nAna Ruiz\ta, b, c\n');
    await screen(['--csv', 'in.csv', '--out', 'a.csv', '--separator', 'tab', '--name-column', 'nombre', '--header', 'yes']);
    expect(asked('Ana Ruiz')).toBe(1);
    await file('in2.csv', 'nombre#nota\nBeto Díaz#x\n');
    await screen(['--csv', 'in2.csv', '--out', 'b.csv', '--separator=#', '--name-column', '1', '--header', 'yes']);
    expect(asked('Beto Díaz')).toBe(1);
  });

  test('what is said of the reading is taken, the rest is found out', async () => {
    const { screen, file, asked, askedInAll, path } = await openScreenDesk();
    const ways: [string, string | Uint8Array, string[], string, string][] = [
      ['a quote', "nombre,nota\nAna Uno,'a,b'\nDora Seis,c\n", ['--quote', "'"], 'Ana Uno', ''],
      ['no quotes', 'nombre,cedula\nBeto "el" Dos,123456\n', ['--quote', 'none'], 'Beto "el" Dos', '123456'],
      ['UTF-16', encoded('nombre|cedula\nÍñigo Tres|123457\n', 'utf-16be'), ['--encoding', 'utf-16be'], 'Íñigo Tres', '123457'],
      ['damaged', Buffer.from('Ana \xc3\x91u\nMu\xf1oz\n', 'latin1'), ['--encoding=windows-1252'], 'Muñoz', ''],
      ['another separator', 'cedula#nombre\n123458#Elsa Cinco\n', ['--separator', '#'], 'Elsa Cinco', '123458'],
    ];
    for (const [what, content, args, name, id] of ways) {
      await file(`${what}.csv`, content);
      const run = await screen(['--csv', `${what}.csv`, '--out', `${what}.out.csv`, ...args]);
      expect([what, run.code, run.stderr, asked(name, id)]).toEqual([what, 0, '', 1]);
    }
    const before = askedInAll();
    await writeSheets(path('in.xlsx'));
    const sheet = await screen(['--csv', 'in.xlsx', '--out', 'sheet.csv', '--sheet', 'Otra']);
    expect([sheet.code, asked('Fabio Siete'), askedInAll()], sheet.stderr).toEqual([0, 1, before + 1]);
    expect(await screen(['--csv', 'in.xlsx', '--out', 'x.csv', '--sheet', 'Nada'])).toMatchObject({ code: 2, stdout: '' });
    const csv = await screen(['--csv', 'a quote.csv', '--out', 'x.csv', '--sheet', 'Otra']);
    expect(csv).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/--sheet .*XLSX/) });
  });

  test('a file of another separator reads as one column, and it is said', async () => {
    const { screen, file } = await openScreenDesk();
    await file('in.csv', 'nombre#cedula\nMarcada Ruiz#123456\nBeto Dos#123457\n');
    const note = /^Note: the file was read as one column.*--separator/;
    expect((await screen(['--csv', 'in.csv', '--out', 'a.csv'])).stderr).toMatch(note);
    expect((await screen(['--csv', 'in.csv', '--out', 'b.csv', '--separator', '#'])).stderr).toBe('');
    expect((await screen(['--csv', 'in.csv', '--out', 'c.csv', '--lang', 'es'])).stderr).toMatch(/una sola columna.*--separator/);
  });

  test('the flags are asked for each row', async () => {
    const { screen, file, path } = await openScreenDesk();
    await file('in.csv', 'nombre\nDomitila Vacío Cifuentes\nSilencio Procurador Parra\n');
    expect((await screen(['--csv', 'in.csv', '--out', 'out.csv', '--judicial', '--procurator'])).code).toBe(3);
    expect((await csvRows(path('out.csv'))).slice(1).map((row) => row[4])).toEqual([
      'lists=clear; judicial=clear; procurator=clear; news=clear; social=not-asked',
      'lists=clear; judicial=clear; procurator=no-answer; news=clear; social=not-asked',
    ]);
  });
});

describe('what cannot be asked', () => {
  const faults: [string, string | Uint8Array | null, RegExp][] = [
    ['not there', null, /“in\.csv” cannot be read/],
    ['empty', '', /has no rows/],
    ['only blank lines', '\n\n \n', /has no rows/],
    ['only a header', 'nombre,cedula\n', /has no rows/],
    ['a quote that stays open', 'nombre,cedula\nAna Ruiz,1\n"Beto,2\nCarla Paz,3\n', /quotes do not add up.*--quote none/],
    ['a quote around persons', 'Ana Uno\n"Beto Dos\nCarla Tres"\nElsa Cinco\n', /On line 2 .*--quote none/],
    ['damaged UTF-8', Buffer.from('nombre\nAna \xc3\x91u\nMu\xf1oz\n', 'latin1'), /On line 3 .* utf-8\..*--encoding/],
    // Where it is only found while rows are taken over.
    ['one far down', `nombre,cedula\n${'Ana Ruiz,1\n'.repeat(40_000)}"Beto,2\nCarla Paz,3\n`, /quotes do not add up/],
    ['no text', Buffer.from([0, 1, 2, 3, 0, 255, 254, 0, 7]), /cannot be read/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), /cannot be read/],
  ];
  test.each(faults)('%s: exit code 2, one sentence, no OUT, nobody asked', async (_, content, words) => {
    const { screen, file, path, askedInAll } = await openScreenDesk();
    if (content !== null) await file('in.csv', content);
    for (const _time of [1, 2]) {
      const { code, stdout, stderr } = await screen(['--csv', 'in.csv', '--out', 'out.csv', '--json']);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(words)]);
    }
    expect([await isThere(path('out.csv')), askedInAll()]).toEqual([false, 0]);
  });

  test('only faulty rows: exit code 4, each with its error', async () => {
    const { screen, file, path, askedInAll } = await openScreenDesk();
    await file('in.csv', `nombre,cedula\n,1\n ,2\n${'x'.repeat(301)},3\n`);
    const run = await screen(['--csv', 'in.csv', '--out', 'out.csv', '--json']);
    expect(counts(run)).toEqual({ rows: 3, clear: 0, match: 0, unavailable: 0, failed: 3, waiting: 0 });
    expect(run.code).toBe(4);
    expect((await csvRows(path('out.csv'))).slice(1).map((row) => [row[2], row[7] !== ''])).toEqual([
      ['not-screened', true],
      ['not-screened', true],
      ['not-screened', true],
    ]);
    expect(askedInAll()).toBe(0);
  });

  test('an OUT that cannot be written is told before anybody is asked', async () => {
    const { screen, file, path, askedInAll } = await openScreenDesk();
    await file('in.csv', 'nombre\nAna Ruiz\n');
    await file('theirs.csv', 'not ours');
    await mkdir(path('folder'));
    for (const [out, words] of [
      ['none/out.csv', /folder of --out/],
      ['theirs.csv/out.csv', /folder of --out/],
      ['theirs.csv', /exists already/],
      ['folder', /exists already/],
      ['in.csv', /exists already/],
    ] as const) {
      const { code, stdout, stderr } = await screen(['--csv', 'in.csv', '--out', out, '--json']);
      expect([out, code, stdout]).toEqual([out, 2, '']);
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(words)]);
    }
    expect(await readFile(path('theirs.csv'), 'utf8')).toBe('not ours');
    expect(askedInAll()).toBe(0);
  });
});

describe('pace', () => {
  test('never more at once than --concurrency, and no fewer', async () => {
    const { screen, file, profile } = await openScreenDesk();
    let [now, most] = [0, 0];
    const server = createServer(async (_, answer) => {
      now += 1;
      most = Math.max(most, now);
      await wait(100);
      now -= 1;
      answer.writeHead(400, { 'content-type': 'application/json' }).end('{"Bad Request":"no"}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`;
    const own = await profile(({ search, ...rest }) => ({ ...rest, search: search && { ...search, url } }));
    await file('in.csv', `nombre\n${Array.from({ length: 15 }, (_, n) => `Persona ${'ABCDEFGHIJKLMNO'[n]}`).join('\n')}\n`);
    await screen(['--csv', 'in.csv', '--out', 'out.csv', '--concurrency', '3'], { profile: own });
    expect(most).toBe(3);
  });

  test('--per-minute: no sooner than it allows', async () => {
    const { screen, file, practice } = await openScreenDesk();
    await file('in.csv', 'nombre\nAna Ruiz\nBeto Díaz\nCarla Paz\nDora Lara\nElsa Soto\n');
    await screen(['--csv', 'in.csv', '--out', 'out.csv', '--per-minute', '120', '--concurrency', '5']);
    const times = practice.log().map(({ at }) => Date.parse(at));
    // Four waits of half a second; less what the first one may have been late.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1500);
  });
});

describe('what is told', () => {
  const odd = 'nombre,cedula\nMarcada Ruiz,123456\nMarcada Ruiz,123456\n"Marcada Uno\nBeto Dos",5\n,9\nAna Ruiz,pasaporte,x\n';
  test('odd rows: how many on stderr, which ones in OUT, asked or not', async () => {
    const { screen, file, path, askedInAll } = await openScreenDesk();
    await file('in.csv', odd);
    const english = await screen(['--csv', 'in.csv', '--out', 'a.csv']);
    expect(english).toMatchObject({
      code: 3,
      stderr:
        'Rows with remarks. no name, not screened: 1; name of several lines, not screened: 1; duplicate of an earlier row: 1; odd identification: 3; other number of cells: 1.\n',
    });
    expect(askedInAll()).toBe(3);
    const [, ...rows] = await csvRows(path('a.csv'));
    expect(rows.map((row) => [row[3], row.at(-1)])).toEqual([
      ['clear', ''],
      ['clear', 'Remarks on the row: duplicate of an earlier row.'],
      ['not-screened', expect.stringMatching(/^The name takes several lines\..* Remarks on the row: odd identification\.$/)],
      ['not-screened', expect.stringMatching(/^The row has no name\..* Remarks on the row: odd identification\.$/)],
      ['clear', 'Remarks on the row: odd identification; other number of cells.'],
    ]);
    const spanish = await screen(['--csv', 'in.csv', '--out', 'b.csv', '--lang', 'es']);
    expect(spanish.stderr).toMatch(/^Filas con observaciones\. sin nombre, no se consulta: 1; .*repetida de una fila anterior: 1; /);
    expect((await csvRows(path('b.csv')))[2]?.at(-1)).toBe('Observaciones de la fila: repetida de una fila anterior.');
  });

  test('in words, in both languages, without anybody’s name on stderr', async () => {
    const { screen, file } = await openScreenDesk();
    await file('in.csv', 'nombre,cedula\nMarcada Ruiz,123456\nFalla Interna Robledo,\n');
    const spanish = await screen(['--csv', 'in.csv', '--out', 'a.csv', '--lang', 'es']);
    expect(spanish).toMatchObject({
      code: 3,
      stdout: 'Filas: 2. Sin coincidencias: 1. Con coincidencias: 0. No disponibles: 0. Fallaron: 1. Faltan: 0.\n',
      stderr: '',
    });
    const english = await screen(['--csv', 'in.csv', '--out', 'b.csv']);
    expect(english.stdout).toBe('Rows: 2. Clear: 1. Match: 0. Unavailable: 0. Failed: 1. Left: 0.\n');
  });

  test('all clear or a match: exit code 0', async () => {
    const { screen, file } = await openScreenDesk();
    await file('in.csv', 'nombre\nAna Ruiz\nTeodolinda Arce\n');
    expect((await screen(['--csv', 'in.csv', '--out', 'out.csv'])).code).toBe(0);
  });

  test('a key that the service refuses: said at once, exit code 3, and gone on with the right one', async () => {
    const { screen, file, asked } = await openScreenDesk();
    await file('in.csv', 'nombre\nAna Ruiz\nBeto Díaz\n');
    const args = ['--csv', 'in.csv', '--out', 'out.csv', '--json'];
    const refused = await screen(args, { secret: 'wrong' });
    expect([refused.code, counts(refused).waiting]).toEqual([3, 2]);
    expect(refused.stderr).toMatch(/key/);
    const right = await screen(args);
    expect([right.code, counts(right).clear]).toEqual([0, 2]);
    expect(asked('Ana Ruiz')).toBe(1);
  });
});
