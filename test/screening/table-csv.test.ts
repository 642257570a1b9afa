import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { encodings, type TableOptions } from '../support/doors/domain.ts';
import { StationError } from '../support/doors/errors.ts';
import { checkTable, describeTable, readTable } from '../support/doors/screening.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { cellsOf, encoded, plainOptions, refusalOf, tableFile } from '../support/screening/tables.ts';

const refused = (thrown: unknown) => (thrown instanceof StationError ? thrown.problem.code : thrown);
const letters = ['a', 'Ñ', 'é', '€', ' ', '-', '0', '"', "'", ',', ';', '\t', '|', '‘'];
const cell = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((parts) => parts.join(''));
const rows = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));

describe('a CSV is read as it was written', () => {
  it.each(encodings.flatMap((encoding) => [',', ';', '\t', '|'].map((separator) => ({ encoding, separator }))))(
    '$encoding, separator $separator',
    async ({ encoding, separator }) => {
      await fc.assert(
        fc.asyncProperty(
          rows,
          fc.constantFrom('"', "'"),
          fc.constantFrom('\n', '\r\n', '\r'),
          fc.boolean(),
          fc.boolean(),
          async (table, quote, ending, mark, end) => {
            const text = stringify(table, {
              delimiter: separator,
              quote,
              escape: quote,
              record_delimiter: ending,
              quoted_match: /['"]|^\s|^$/,
              eof: end,
            });
            const path = await tableFile(encoded(text, encoding, mark && encoding !== 'windows-1252'));
            expect(await cellsOf(path, { ...plainOptions, encoding, separator, quote })).toEqual(table);
          },
        ),
        { numRuns: runs(12) },
      );
    },
  );
  it.each(encodings)('%s is found out', async (encoding) => {
    const path = await tableFile(encoded('Nombre;Cédula\r\nMuñoz “Pepa”;1020\r\n', encoding, encoding.startsWith('utf-16')));
    const found = await describeTable(path);
    expect(found).toMatchObject({
      format: 'csv',
      name: 'table.csv',
      problem: null,
      columns: ['Nombre', 'Cédula'],
      sample: [['Muñoz “Pepa”', '1020']],
    });
    expect(found.options).toEqual({ encoding, separator: ';', quote: '"', header: true, sheet: null });
  });
  it('a single byte far into the file makes it Windows-1252', async () => {
    const path = await tableFile(Buffer.concat([Buffer.from('Ana Gil,1020\n'.repeat(30_000)), Buffer.from('Muñoz,1021\n', 'latin1')]));
    const { options } = await describeTable(path);
    expect(options.encoding).toBe('windows-1252');
    expect((await cellsOf(path, options)).at(-1)).toEqual(['Muñoz', '1021']);
  });
  it('characters of several bytes across pieces of the file', async () => {
    const path = await tableFile(`x${'ñ€😀,1\n'.repeat(20_000)}`);
    expect(new Set((await cellsOf(path)).slice(1).map(([name]) => name))).toEqual(new Set(['ñ€😀']));
  });
});

describe('rows and blank lines', () => {
  const text = 'Nombre,Id\n\nAna,"1\n2"\n,\n   \r\nEva,3,x\rLuz\n';
  it('are numbered by row', async () => {
    const found = [];
    for await (const row of readTable(await tableFile(text), { ...plainOptions, header: true })) found.push(row);
    expect(found).toEqual([
      { number: 1, cells: ['Ana', '1\n2'], expected: 2 },
      { number: 2, cells: ['', ''], expected: 2 },
      { number: 3, cells: ['Eva', '3', 'x'], expected: 2 },
      { number: 4, cells: ['Luz'], expected: 2 },
    ]);
  });
  it('are all counted', async () => {
    const path = await tableFile(text);
    const mapping = { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: 1, empty: [] };
    const check = await checkTable(path, { ...plainOptions, header: true }, mapping);
    expect(check).toMatchObject({
      rows: 4,
      screenable: 3,
      blankLines: 2,
      faults: {
        'name-missing': 1,
        'name-too-long': 0,
        'name-several-lines': 0,
        duplicate: 0,
        'odd-identification': 2,
        'other-cell-count': 2,
      },
    });
    expect(check.first.map(({ number }) => number)).toEqual([1, 3, 4]);
    expect(check.faulty.map(({ number, faults }) => [number, faults])).toEqual([
      [1, ['odd-identification']],
      [2, ['name-missing']],
      [3, ['odd-identification', 'other-cell-count']],
      [4, ['other-cell-count']],
    ]);
  });
  it('the file is closed when the loop is left, and a signal ends it', async () => {
    const path = await tableFile('Ana,1\n'.repeat(50_000));
    for await (const row of readTable(path, plainOptions)) if (row.number === 3) break;
    const abort = new AbortController();
    const work = (async () => {
      for await (const row of readTable(path, plainOptions, abort.signal)) if (row.number === 3) abort.abort();
    })();
    expect(await refusalOf(work)).toMatchObject({ code: 'cancelled' });
  });
  it('quotes may be ordinary text', async () => {
    expect(await cellsOf(await tableFile('Ana "la\nEva,"x\n'), { ...plainOptions, quote: '' })).toEqual([['Ana "la'], ['Eva', '"x']]);
  });
});

describe('unbalanced quotes', () => {
  const many = 'Ana,1\n'.repeat(40_000);
  it.each([
    ['never closed', 'Ana,1\nEva,"2\nLuz,3\n', 2],
    ['never closed in a long file', `Ana,1\n"Eva,2\n${many}`, 2],
    ['opened in mid-cell', 'Ana,1\nEva,2\nLuz "la,3\n', 3],
    ['closed in mid-cell', 'Ana,1\n"Luz "la" Paz",3\n', 2],
    ['closed by the next stray one', 'Ana,1\nEva,2\nLuz,"3\nPaz,4\nGil,5"\n', 3],
    ['closed by the next stray one, two columns later', 'a,b,c\nAna,"1,x\nEva,2",y\n', 2],
    ['over many lines', `Ana,1\nEva,"${'x\n'.repeat(300)}"\n`, 2],
    ['after a blank', 'Ana, "1, 2"\n', 1],
    ['one column', 'Ana Uno\n"Beto Dos\nCarla Tres\nDario Cuatro"\nElsa Cinco\n', 2],
    ['one column, its title', '"Nombre\nAna Uno\nBeto Dos"\nElsa Cinco\n', 1],
  ])('%s: the line is named, rows never run together', async (_, text, line) => {
    const path = await tableFile(text);
    expect(await refusalOf(cellsOf(path))).toEqual({ code: 'table-quote-open', detail: { line } });
  });
  it('under a title alone in its line, an address of two lines is none', async () => {
    const path = await tableFile('Clientes\n"Calle 1\nBogotá",Ana\n');
    expect(await cellsOf(path)).toEqual([['Clientes'], ['Calle 1\nBogotá', 'Ana']]);
  });
  it('no person of a column of names is lost, whatever stray quotes it has', async () => {
    const person = fc.constantFrom('Ana Uno', 'Beto Dos', '"Carla Tres', 'Dario Cuatro"', '"Elsa Cinco"', 'Ga"go', '');
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 9 }), async (persons) => {
        const read = cellsOf(await tableFile(persons.join('\n')));
        const rows = await read.catch((refused: unknown) => refused);
        if (!Array.isArray(rows)) expect(refused(rows)).toBe('table-quote-open');
        else expect(rows.flat()).toEqual(persons.filter((name) => name !== '').map((name) => name.replaceAll('"', '')));
      }),
      { numRuns: runs(300) },
    );
  });
  it('the preview says so and lets another choice be made', async () => {
    const path = await tableFile('Nombre,Id\nAna "la,1\n');
    const found = await describeTable(path);
    expect(found).toMatchObject({ problem: { code: 'table-quote-open', detail: { line: 2 } }, columns: [], sample: [] });
    const other: TableOptions = { ...found.options, quote: '', header: true };
    expect(await describeTable(path, other)).toMatchObject({ problem: null, columns: ['Nombre', 'Id'], sample: [['Ana "la', '1']] });
  });
});
