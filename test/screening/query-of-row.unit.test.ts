import { describe, expect, it } from 'vitest';
import { type ColumnMapping, maxLengths } from '../support/doors/domain.ts';
import { createRowChecker, isScreenable, queryOfRow } from '../support/doors/screening.ts';
import { fc } from '../support/runner/property.ts';

const mapping: ColumnMapping = { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: 1, empty: [] };

describe('the query of a row', () => {
  it('has single blanks, and columns joined in the chosen order', () => {
    expect(queryOfRow(['  Pérez\t Gómez ', ' 1.020 ', 'Ana\n María'], { ...mapping, name: [2, 0] })).toEqual({
      name: 'Ana María Pérez Gómez',
      identification: '1.020',
    });
  });
  it.each([
    ['PÉREZ GÓMEZ, Ana María', 'Ana María PÉREZ GÓMEZ'],
    ['DELOS REYES, Feliciano Semborio, Jr.', 'Feliciano Semborio Jr. DELOS REYES'],
    ['ABU ZUBAYDAH', 'ABU ZUBAYDAH'],
    ['PÉREZ,', 'PÉREZ'],
    [', Ana', 'Ana'],
    [',', ''],
  ])('surname first: %j', (cell, name) => {
    expect(queryOfRow([cell], { ...mapping, surnameFirst: true }).name).toBe(name);
    expect(queryOfRow([cell], mapping).name).toBe(cell);
  });
  it('is reordered only in rows of persons', () => {
    const some = { ...mapping, surnameFirst: true, identification: null, surnameFirstWhere: { column: 1, value: 'individual' } };
    expect(queryOfRow(['ANGLO-CARIBBEAN CO., LTD.', '-0- '], some)).toEqual({ name: 'ANGLO-CARIBBEAN CO., LTD.', identification: '' });
    expect(queryOfRow(['GIL, Ana', ' individual '], some).name).toBe('Ana GIL');
    expect(queryOfRow(['GIL, Ana'], some).name).toBe('GIL, Ana');
  });
  it('has the text that Excel shows for ="…"', () => {
    expect(queryOfRow(['="Ana ""La Profe"" Ruiz"', ' = "0912345678" '], mapping)).toEqual({
      name: 'Ana "La Profe" Ruiz',
      identification: '0912345678',
    });
    expect(queryOfRow(['="Ana"&"Ruiz"', '=1+1'], mapping)).toEqual({ name: '="Ana"&"Ruiz"', identification: '=1+1' });
  });

  it('is empty for marks of emptiness and missing cells', () => {
    expect(queryOfRow(['-0- ', '-0-'], { ...mapping, empty: ['-0-'] })).toEqual({ name: '', identification: '' });
    expect(queryOfRow(['Ana-0-', ''], { ...mapping, empty: ['-0-'] }).name).toBe('Ana-0-');
    expect(queryOfRow([], { ...mapping, name: [3, 9] })).toEqual({ name: '', identification: '' });
  });
  it('has no invisible marks', () => {
    expect(queryOfRow(['\u200bAna\ufeff Gil\u00ad'], mapping).name).toBe('Ana Gil');
  });
  it.each([
    ['a soft hyphen', 'An\u00ada Gil'],
    ['a zero-width space', 'An\u200ba Gil'],
    ['a word joiner', 'An\u2060a Gil'],
    ['a byte order mark', 'An\ufeffa Gil'],
    ['one between two blanks', 'Ana \u200b Gil'],
    ['no-break spaces', '\u00a0Ana\u00a0\u00a0Gil\u00a0'],
  ])('%s neither splits a name nor doubles a blank', (_what, cell) => {
    expect(queryOfRow([cell], mapping).name).toBe('Ana Gil');
  });
  it('a column that says "empty" adds nothing to the name, not even a blank', () => {
    const three = { ...mapping, name: [0, 1, 2], identification: null, empty: ['-0-'] };
    expect(queryOfRow(['-0-', 'Ana', 'Gil'], three).name).toBe('Ana Gil');
    expect(queryOfRow(['Ana', '-0-', 'Gil'], three).name).toBe('Ana Gil');
    expect(queryOfRow(['Ana', 'Gil', '-0-'], three).name).toBe('Ana Gil');
    expect(queryOfRow(['-0-', ' ', '-0-'], three).name).toBe('');
  });
  it('blanks in the mark for empty, and in the value that marks a person, do not count', () => {
    expect(queryOfRow(['no  data', 'no data'], { ...mapping, empty: [' no data '] })).toEqual({ name: '', identification: '' });
    const persons = { ...mapping, surnameFirst: true, surnameFirstWhere: { column: 1, value: ' natural  person ' } };
    expect(queryOfRow(['GIL, Ana', 'natural person'], persons).name).toBe('Ana GIL');
  });
  it('a mark for empty can be the value that marks a person', () => {
    const persons = { ...mapping, surnameFirst: true, surnameFirstWhere: { column: 1, value: '-0-' }, empty: ['-0-'] };
    expect(queryOfRow(['GIL, Ana', '-0-'], persons)).toEqual({ name: 'Ana GIL', identification: '' });
  });
  it('surname first: each column is reordered before they are joined, the identification never', () => {
    const two = { ...mapping, name: [0, 2], surnameFirst: true };
    expect(queryOfRow(['GIL, Ana', '1,020', 'PAZ, Eva'], two)).toEqual({ name: 'Ana GIL Eva PAZ', identification: '1,020' });
  });
  it('has no identification without an identification column, whatever the row has', () => {
    expect(queryOfRow(['Ana', '1020'], { ...mapping, identification: null })).toEqual({ name: 'Ana', identification: '' });
  });
  it('no letter is lost or added by reordering', () => {
    const letters = (text: string) => [...text.replace(/[\s,\u00ad\u200b\u2060\ufeff]/g, '')].sort().join('');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('á', 'B', ',', ' ', '\t', 'ñ', '-') }), (cell) => {
        expect(letters(queryOfRow([cell], { ...mapping, surnameFirst: true }).name)).toBe(letters(cell));
      }),
    );
  });
});

describe('the faults of a row', () => {
  const faultsOf = (...rows: { cells: string[]; expected?: number }[]) => {
    const check = createRowChecker(mapping);
    return rows.map(({ cells, expected = cells.length }) => check({ cells, expected }, queryOfRow(cells, mapping)));
  };
  it('a row without a name or with one that is too long is not screened; one of the maximum length is', () => {
    const [none, long, maxAllowed] = faultsOf(
      { cells: [' ', '1020'] },
      { cells: ['x'.repeat(maxLengths.name + 1), ''] },
      { cells: ['x'.repeat(maxLengths.name), ''] },
    );
    expect([none, long, maxAllowed]).toEqual([['name-missing'], ['name-too-long'], []]);
    expect([none, long, maxAllowed].map((faults) => isScreenable(faults ?? []))).toEqual([false, false, true]);
  });
  it('rows of the same name and identification are duplicates, however they are written; rows without a name never are', () => {
    expect(
      faultsOf(
        { cells: ['José Pérez', '1.020.030'] },
        { cells: ['JOSE  PEREZ', '1020030'] },
        { cells: ['José Pérez', ''] },
        { cells: ['José Pérez', '1020031'] },
        { cells: ['', ''] },
        { cells: ['', ''] },
      ),
    ).toEqual([[], ['duplicate'], [], [], ['name-missing'], ['name-missing']]);
  });
  it('names in other scripts are duplicates only when they are the same', () => {
    expect(faultsOf({ cells: ['王伟', ''] }, { cells: ['李娜', ''] }, { cells: ['王伟', ''] })).toEqual([[], [], ['duplicate']]);
  });
  it.each([
    '1020',
    'CC 1.020.030-4',
    'A-123/45',
    'X°1234',
    '12345678901234567890',
    '',
    '8-123-4567',
    '1.020.030',
    '12.345.678-9',
    'E-8-1234',
  ])('identification %j is usual', (identification) => {
    expect(faultsOf({ cells: ['Ana', identification] })).toEqual([[]]);
  });
  it.each([
    '123',
    'pasaporte',
    '123456789012345678901',
    '1020?30',
    '10;20;30',
    '1.0E+10',
    '<1020>',
    '1.02E9',
    '1,02E09',
    '1020030.0',
    '1020030,00',
    '15/01/2020',
    '2020-01-15',
  ])('identification %j is odd, and is screened', (identification) => {
    expect(faultsOf({ cells: ['Ana', identification] })).toEqual([['odd-identification']]);
    expect(isScreenable(['odd-identification', 'duplicate', 'other-cell-count'])).toBe(true);
  });
  it.each(['Beto Dos\nCarla Tres', 'Beto\r\nCarla', 'Beto\rCarla', 'Beto\u2028Carla', 'Beto\vCarla', '\nBeto\n\nCarla'])(
    'a name of several lines, %j, may be several persons, and is not screened',
    (name) => {
      expect(faultsOf({ cells: [name, '1020'] })).toEqual([['name-several-lines']]);
      expect(isScreenable(['name-several-lines'])).toBe(false);
    },
  );
  it.each(['\f', '\u0085', '\u2029'])('the line break %j separates persons too', (lineBreak) => {
    expect(faultsOf({ cells: [`Beto${lineBreak}Carla`, '1020'] })).toEqual([['name-several-lines']]);
  });
  it('a row that is not screened makes no later row a duplicate', () => {
    expect(faultsOf({ cells: ['Ana\nEva', '1020'] }, { cells: ['Ana Eva', '1020'] }, { cells: ['ana eva', '1020'] })).toEqual([
      ['name-several-lines'],
      [],
      ['duplicate'],
    ]);
  });
  it('a name of invisible marks only is missing', () => {
    expect(faultsOf({ cells: [' \u200b\ufeff ', '1020'] })).toEqual([['name-missing']]);
  });
  it.each(['***', '-', '0', '1020030', '########', '#N/D', '#N/A', '#¡REF!', '#¿NOMBRE?', '#¡DIV/0!', '#VALUE!'])(
    'a name that is %j is missing',
    (name) => expect(faultsOf({ cells: [name, '1020'] })).toEqual([['name-missing']]),
  );
  it('a name of which a formula in one cell failed is missing', () => {
    const check = createRowChecker({ name: [0, 1], identification: null });
    expect(check({ cells: ['Ana', '#¡REF!'], expected: 2 }, { name: 'Ana #¡REF!', identification: '' })).toEqual(['name-missing']);
    for (const usual of ['3M', '7-28', '# 1', '王伟'])
      expect(check({ cells: [usual, ''], expected: 2 }, { name: usual, identification: '' }), usual).toEqual([]);
  });
  it('line breaks around a name are no fault; one within another column of the name is', () => {
    expect(faultsOf({ cells: ['Ana Gil\n', '1020\r\n'] })).toEqual([[]]);
    const check = createRowChecker({ name: [0, 2], identification: null });
    expect(check({ cells: ['Ana', 'a\nb', 'Gil\nPaz'], expected: 3 }, { name: 'Ana Gil Paz', identification: '' })).toEqual([
      'name-several-lines',
    ]);
  });
  it('an identification of several lines is odd', () => {
    expect(faultsOf({ cells: ['Ana', '1020\n1021'] })).toEqual([['odd-identification']]);
  });
  it('another number of cells than in the first line is reported', () => {
    expect(faultsOf({ cells: ['Ana', '1020', 'x'], expected: 2 }, { cells: ['Eva'], expected: 2 })).toEqual([
      ['other-cell-count'],
      ['other-cell-count'],
    ]);
  });
});
