/** `screen --csv`: how the file is read, and which of its columns are asked. */
import { describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { csvRows, openScreenCli } from '../support/cli/cli.ts';
import { encoded } from '../support/screening/tables.ts';

/** Two sheets; the second one is “Otra”. */
async function writeSheets(path: string): Promise<void> {
  const sheet = (name: string) => ({
    data: [[{ value: 'nombre' }], [{ value: name }]],
    sheet: name === 'Fabio Siete' ? 'Otra' : 'Primera',
  });
  await writeExcelFile([sheet('Gala Ocho'), sheet('Fabio Siete')]).toFile(path);
}

describe('the columns that are screened', () => {
  const people = 'Apellidos;Nombres;Alias+;Documento;Tipo\nRuiz Soto;Ana;La Ñata;123456;P\n"Díaz, S.A.";;Díaz;;E\n';
  const cases: [string, string[], asked: [string, string?][]][] = [
    ['guessed', [], [['Ana Ruiz Soto', '123456'], ['Díaz, S.A.']]],
    ['by title, in upper or lower case', ['--name-column', 'ALIAS+', '--id-column', 'documento'], [['La Ñata', '123456'], ['Díaz']]],
    ['by number', ['--name-column', '3', '--id-column', '4'], [['La Ñata', '123456'], ['Díaz']]],
    ['several, in their order', ['--name-column', '2 + Apellidos'], [['Ana Ruiz Soto', '123456'], ['Díaz, S.A.']]],
    ['no identification', ['--id-column', '0'], [['Ana Ruiz Soto'], ['Díaz, S.A.']]],
    ['surname first', ['--name-column', '1', '--surname-first'], [['Ruiz Soto', '123456'], ['S.A. Díaz']]],
    ['surname first where', ['--name-column', '1', '--surname-first-where', 'tipo=P'], [['Ruiz Soto', '123456'], ['Díaz, S.A.']]],
    ['surname first where, by number', ['--name-column', '1', '--surname-first-where', '5 = E'], [['Ruiz Soto', '123456'], ['S.A. Díaz']]],
    ['by number, without a header', ['--header', 'no', '--name-column', '2', '--id-column', '0'], [['Nombres'], ['Ana']]],
  ];
  test.each(cases)('%s', async (_, args, asked) => {
    const cli = await openScreenCli();
    await cli.file('in.csv', people);
    const run = await cli.screen(['--csv', 'in.csv', '--out', 'out.csv', '--json', ...args]);
    expect([0, 3], run.stderr).toContain(run.code);
    for (const [name, id] of asked) expect([name, id, cli.asked(name, id)]).toEqual([name, id, 1]);
    expect(cli.askedInAll()).toBe(asked.length);
  });

  test.each([
    ['no title of a name', 'Cédula;Ciudad\n123456;Quito\n123457;San José\n123458;Santa Marta\n'],
    ['rows above the titles', 'BANCO;;\nListado de clientes;;\nCédula;Nombre;Ciudad\n123456;Ana Ruiz;Quito\n'],
  ])('are stated where none clearly holds names: %s', async (_, content) => {
    const { screen, file, askedInAll } = await openScreenCli();
    await file('in.csv', content);
    const run = await screen(['--csv', 'in.csv', '--out', 'out.csv']);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('--name-column') });
    expect(askedInAll()).toBe(0);
  });

  test('are those below the line by which Excel finds the separator', async () => {
    const { screen, file, asked, askedInAll } = await openScreenCli();
    await file('in.csv', '\ufeffsep=;\r\nnombre;documento\r\n"Ruiz, Ana";123456\r\n');
    const run = await screen(['--csv', 'in.csv', '--out', 'out.csv']);
    expect([run.code, asked('Ana Ruiz', '123456'), askedInAll()], run.stderr).toEqual([0, 1, 1]);
  });

  test('are found with any separator of the options, also a tab', async () => {
    const { screen, file, asked } = await openScreenCli();
    await file('in.csv', 'nombre\tnota, con comas, muchas\nAna Ruiz\ta, b, c\n');
    await screen(['--csv', 'in.csv', '--out', 'a.csv', '--separator', 'tab', '--name-column', 'nombre', '--header', 'yes']);
    expect(asked('Ana Ruiz')).toBe(1);
    await file('in2.csv', 'nombre#nota\nBeto Díaz#x\n');
    await screen(['--csv', 'in2.csv', '--out', 'b.csv', '--separator=#', '--name-column', '1', '--header', 'yes']);
    expect(asked('Beto Díaz')).toBe(1);
  });

  test('are read with the options, and the other options are guessed', async () => {
    const { screen, file, asked, askedInAll, path } = await openScreenCli();
    const tables: [string, string | Uint8Array, string[], string, string][] = [
      ['a quote', "nombre,nota\nAna Uno,'a,b'\nDora Seis,c\n", ['--quote', "'"], 'Ana Uno', ''],
      ['no quotes', 'nombre,cedula\nBeto "el" Dos,123456\n', ['--quote', 'none'], 'Beto "el" Dos', '123456'],
      ['UTF-16', encoded('nombre|cedula\nÍñigo Tres|123457\n', 'utf-16be'), ['--encoding', 'utf-16be'], 'Íñigo Tres', '123457'],
      ['damaged', Buffer.from('Ana \xc3\x91u\nMu\xf1oz\n', 'latin1'), ['--encoding=windows-1252'], 'Muñoz', ''],
      ['another separator', 'cedula#nombre\n123458#Elsa Cinco\n', ['--separator', '#'], 'Elsa Cinco', '123458'],
    ];
    for (const [what, content, args, name, id] of tables) {
      await file(`${what}.csv`, content);
      const run = await screen(['--csv', `${what}.csv`, '--out', `${what}.out.csv`, ...args]);
      expect([what, run.code, asked(name, id)], run.stderr).toEqual([what, 0, 1]);
    }
    const before = askedInAll();
    await writeSheets(path('in.xlsx'));
    const sheet = await screen(['--csv', 'in.xlsx', '--out', 'sheet.csv', '--sheet', 'Otra']);
    expect([sheet.code, asked('Fabio Siete'), askedInAll()], sheet.stderr).toEqual([0, 1, before + 1]);
    expect(await screen(['--csv', 'in.xlsx', '--out', 'x.csv', '--sheet', 'Nada'])).toMatchObject({ code: 2, stdout: '' });
    const csv = await screen(['--csv', 'a quote.csv', '--out', 'x.csv', '--sheet', 'Otra']);
    expect(csv).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/--sheet .*XLSX/) });
  });

  test('are reported as one column when the file has another separator', async () => {
    const { screen, file } = await openScreenCli();
    await file('in.csv', 'nombre#cedula\nMarcada Ruiz#123456\nBeto Dos#123457\n');
    const note = /^Note: the file was read as one column.*--separator/;
    expect((await screen(['--csv', 'in.csv', '--out', 'a.csv'])).stderr).toMatch(note);
    expect((await screen(['--csv', 'in.csv', '--out', 'b.csv', '--separator', '#'])).stderr).not.toMatch(note);
    expect((await screen(['--csv', 'in.csv', '--out', 'c.csv', '--lang', 'es'])).stderr).toMatch(/una sola columna.*--separator/);
  });

  test('are screened with the flags of the options in each row', async () => {
    const { screen, file, path } = await openScreenCli();
    await file('in.csv', 'nombre\nDomitila Vacío Cifuentes\nSilencio Procurador Parra\n');
    expect((await screen(['--csv', 'in.csv', '--out', 'out.csv', '--judicial', '--procurator'])).code).toBe(3);
    expect((await csvRows(path('out.csv'))).slice(1).map((row) => row[4])).toEqual([
      'lists=clear; judicial=clear; procurator=clear; news=clear; social=not-asked',
      'lists=clear; judicial=clear; procurator=no-answer; news=clear; social=not-asked',
    ]);
  });
});
