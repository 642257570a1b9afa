/** `screen --csv`: the report during the run and at its end, in both languages, and the exit codes. */
import { describe, expect, test } from 'vitest';
import { counts, csvRows, openScreenCli } from '../support/cli/cli.ts';

describe('the report', () => {
  const odd = 'nombre,cedula\nMarcada Ruiz,123456\nMarcada Ruiz,123456\n"Marcada Uno\nBeto Dos",5\n,9\nAna Ruiz,pasaporte,x\n';
  test('counts rows with remarks on stderr, and has each remark in OUT, screened or not', async () => {
    const { screen, file, path, askedInAll } = await openScreenCli();
    await file('in.csv', odd);
    const english = await screen(['--csv', 'in.csv', '--out', 'a.csv']);
    expect(english).toMatchObject({
      code: 3,
      stderr:
        'Rows with remarks. no name, not screened: 1; name of several lines, not screened: 1; duplicate of an earlier row: 1; unusual identification: 3; another number of cells: 1.\n',
    });
    expect(askedInAll()).toBe(3);
    const [, ...rows] = await csvRows(path('a.csv'));
    expect(rows.map((row) => [row[3], row.at(-1)])).toEqual([
      ['clear', ''],
      ['clear', 'Remarks on the row: duplicate of an earlier row.'],
      ['not-screened', expect.stringMatching(/^The name takes several lines\..* Remarks on the row: unusual identification\.$/)],
      ['not-screened', expect.stringMatching(/^The row has no name\..* Remarks on the row: unusual identification\.$/)],
      ['clear', 'Remarks on the row: unusual identification; another number of cells.'],
    ]);
    const spanish = await screen(['--csv', 'in.csv', '--out', 'b.csv', '--lang', 'es']);
    expect(spanish.stderr).toMatch(/^Filas con observaciones\. sin nombre, no se consulta: 1; .*repetida de una fila anterior: 1; /);
    expect((await csvRows(path('b.csv')))[2]?.at(-1)).toBe('Observaciones de la fila: repetida de una fila anterior.');
  });

  test('is in words in both languages, without a person’s name on stderr', async () => {
    const { screen, file } = await openScreenCli();
    await file('in.csv', 'nombre,cedula\nMarcada Ruiz,123456\nFalla Interna Robledo,\n');
    const spanish = await screen(['--csv', 'in.csv', '--out', 'a.csv', '--lang', 'es']);
    expect(spanish).toMatchObject({
      code: 3,
      stdout: 'Filas: 2. Sin coincidencias: 1. Con coincidencias: 0. No disponibles: 0. Fallaron: 1. Faltan: 0.\n',
      stderr: '',
    });
    const english = await screen(['--csv', 'in.csv', '--out', 'b.csv']);
    expect(english.stdout).toBe('Rows: 2. Clear: 1. Match: 0. Unavailable: 0. Failed: 1. Remaining: 0.\n');
  });

  test('has exit code 0 when every row is clear or a match', async () => {
    const { screen, file } = await openScreenCli();
    await file('in.csv', 'nombre\nAna Ruiz\nTeodolinda Arce\n');
    expect((await screen(['--csv', 'in.csv', '--out', 'out.csv'])).code).toBe(0);
  });

  test('names a refused key, exit code 3, and the run continues with the right key', async () => {
    const { screen, file, asked } = await openScreenCli();
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
