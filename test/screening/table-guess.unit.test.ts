import { describe, expect, it } from 'vitest';
import { guessCsv, guessHeader, guessMapping, isNameGuessSure, isSwallowed } from '../support/doors/screening.ts';

describe('separator and quote', () => {
  it.each([
    ['comma', 'a,b,c\n1,2,3\n', ',', '"'],
    ['semicolon, commas in cells', 'nombre;id\n"Pérez, Ana, María";1\nGil, Eva;2\n', ';', '"'],
    ['as many commas as semicolons', 'Pérez, Ana;1\nGil, Eva;2\n', ';', '"'],
    ['tab', 'a\tb\n1, 2\t3; 4\n', '\t', '"'],
    ['bar', 'a|b\r\n1|2\r\n', '|', '"'],
    ['comma, semicolons in quotes', '"a; x",1\n"b; y",2\n', ',', '"'],
    ['one column', 'Ana\nEva\n', ',', '"'],
    ['a cell cut off at the end', 'a;b\n1;2\n3;"4 and so o', ';', '"'],
    ['a stray quote', 'a;b\nx "y;1\n"z" w;2\n', ';', '"'],
    ['a few ragged rows', `${'a;b;c\n'.repeat(9)}x;y\n`, ';', '"'],
    ['apostrophes as quotes', "'Pérez; Ana';'1'\n'Gil';'2'\n", ';', "'"],
    ['apostrophes around some cells, quotes around others', `"Pérez; Ana";'1'\n"Gil";'2'\n`, ';', '"'],
    ['apostrophes around a few cells', `Ana;'1'\nEva;2\nGil;3\n`, ';', '"'],
    ['apostrophes in names', "O'Connor,1\nD'Angelo,2\n", ',', '"'],
    ['nothing', '', ',', '"'],
  ])('%s', (_, text, separator, quote) => {
    expect(guessCsv(text)).toEqual({ separator, quote });
  });
});

describe('separator and quote, one of them known', () => {
  it('is left as it is, and the other is guessed by it', () => {
    expect(guessCsv('a;b\n1;2\n', { separator: '#' })).toEqual({ separator: '#', quote: '"' });
    expect(guessCsv('"a;b"\t1\n"c;d"\t2\n', { quote: '' })).toEqual({ separator: '\t', quote: '' });
  });
});

describe('header', () => {
  it.each([
    [
      'known words',
      [
        ['Nombre', 'Cédula'],
        ['Ana', '1'],
      ],
      true,
    ],
    [
      'English',
      [
        ['Full name', 'ID'],
        ['Ana', '1'],
      ],
      true,
    ],
    [
      'Portuguese',
      [
        ['Nome completo', 'CPF'],
        ['Ana', '1'],
      ],
      true,
    ],
    [
      'words above numbers',
      [
        ['xyz', 'valor'],
        ['Ana', '10'],
        ['Eva', '20'],
      ],
      true,
    ],
    [
      'a person',
      [
        ['Ana Gil', '1020'],
        ['Eva Paz', '1021'],
      ],
      false,
    ],
    [
      'the word again below',
      [
        ['name', 'x'],
        ['name', 'y'],
      ],
      false,
    ],
    ['only names of persons', [['Ana Gil'], ['Eva Paz']], false],
    ['a header alone', [['Nombre', 'Documento']], true],
    ['nothing', [], false],
  ])('%s', (_, rows, header) => {
    expect(guessHeader(rows)).toBe(header);
  });
});

describe('mapping', () => {
  const rows = [['1', 'x', 'y', 'z', '1020304050']];
  it.each([
    [['Nombre', 'Cédula'], [0], 1],
    [['Apellidos', 'Nombres', 'No. identificación'], [1, 0], 2],
    [['Primer apellido', 'Segundo apellido', 'Primer nombre', 'Segundo nombre', 'Documento'], [2, 3, 0, 1], 4],
    [['Last name', 'First name', 'Passport'], [1, 0], 2],
    [['Tipo de documento', 'Número de documento', 'Nombre completo', 'Nombre del banco'], [2], 1],
    [['id', 'Nombres y apellidos', 'NIT'], [1], 2],
    [['ID', 'Razón social'], [1], 0],
    [['Fecha de expedición de la cédula', 'Cliente'], [1], null],
    [['NOMBRE', 'NOMBRE2', 'APELLIDO1', 'APELLIDO2', 'CC'], [0, 1, 2, 3], 4],
    [['NOM_1', 'NOM_2', 'APE_1', 'APE_2', 'NUM_ID'], [0, 1, 2, 3], 4],
    [['Primer nombre', 'Otros nombres', 'Documento'], [0, 1], 2],
    [['Nombre ejecutivo', 'Nombre cliente', 'Cédula ejecutivo', 'Cédula cliente'], [1], 3],
    [['Cédula', 'Nombre', 'Cédula cónyuge', 'Nombre cónyuge'], [1], 0],
    [['Nombre', 'Apellido', 'Nombre referencia', 'Apellido referencia', 'NIT'], [0, 1], 4],
    [['Nombre cliente', 'Cédula asesor'], [0], null],
    [['Cédula del cliente', 'Nombre del cliente'], [1], 0],
    [['Documento persona', 'Persona'], [1], 0],
    [['Nombre del beneficiario', 'Documento del beneficiario'], [0], 1],
    [['Nombre del asegurado', 'Nombre del tomador', 'Documento'], [0], 2],
  ])('columns %j', (columns, name, identification) => {
    expect(guessMapping(columns, rows)).toMatchObject({ name, identification });
  });
  it.each([
    [['Nombre del asegurado', 'Nombre del tomador', 'Documento'], false],
    [['Nombre completo', 'Razón social', 'NIT'], false],
    [['Cédula', 'Nombre', 'Nombre cónyuge'], true],
    [['Nombre completo', 'Nombres', 'Apellidos'], true],
    [['Primer nombre', 'Segundo nombre', 'Apellidos'], true],
  ])('columns %j name one person: %s', (columns, sure) => {
    expect(isNameGuessSure(columns, rows, guessMapping(columns, rows).name)).toBe(sure);
  });
  it('from what is in them, where there is no header', () => {
    const people = Array.from({ length: 30 }, (_, at) => [
      String(at + 1),
      'CO',
      `Ana${'b'.repeat(at)} Gil Paz`,
      String(1_020_304_050 + ((at * 7919) % 31) * 13),
    ]);
    expect(guessMapping(['', '', '', ''], people)).toMatchObject({
      name: [2],
      identification: 3,
      surnameFirst: false,
      surnameFirstWhere: null,
      empty: [],
    });
  });
  it('reads the words of Portuguese columns', () => {
    const people = [['Ana', 'Lima Souza', '123.456.789-09', '1990-01-02', 'Eva']];
    const columns = ['Nome', 'Sobrenome', 'CPF', 'Data de nascimento', 'Nome da mãe'];
    expect(guessMapping(columns, people)).toMatchObject({ name: [0, 1], identification: 2 });
  });
  it('numbers that only count the rows are no identification', () => {
    const people = Array.from({ length: 30 }, (_, at) => [String(100_001 + at), `Ana${'b'.repeat(at)} Gil Paz`]);
    expect(guessMapping(['', ''], people)).toMatchObject({ name: [1], identification: null });
  });
  it('"SURNAME, Given" in all rows', () => {
    const people = [['PÉREZ GÓMEZ, Ana'], ['GIL, Eva María'], ['PAZ, Luis, Jr.']];
    expect(guessMapping(['Nombre'], people)).toMatchObject({ surnameFirst: true, surnameFirstWhere: null });
  });
  it('companies are no persons', () => {
    const companies = [['ANGLO-CARIBBEAN CO., LTD.'], ['PESCABRAVA, S.A.'], ['DELVEST HOLDING COMPANY'], ['COMERCIAL, LTDA.']];
    expect(guessMapping(['Nombre'], companies)).toMatchObject({ surnameFirst: false, surnameFirstWhere: null });
  });
  it('in the rows of persons only', () => {
    const some = [
      ['ACME, Ltd.', '-0- '],
      ['BETA', '-0- '],
      ['CETA', '-0- '],
      ...['A', 'B', 'C', 'D'].map((x) => [`PAZ${x}, Ana`, 'individual']),
    ];
    expect(guessMapping(['', ''], some)).toMatchObject({
      surnameFirst: true,
      surnameFirstWhere: { column: 1, value: 'individual' },
      empty: ['-0-'],
    });
  });
});

describe('a quote that swallows rows', () => {
  it.each([
    ['two rows of two cells', 'JUAN\n6,PEDRO', 1, 2, true],
    ['many rows', 'JUAN,1\n6,PEDRO,2\n7,EVA', 1, 3, true],
    ['an address of two lines', 'Calle 5 # 10\nBogotá', 1, 3, false],
    ['an address with a comma', 'Calle 5\nBogotá, Colombia', 2, 4, false],
    ['one line', 'a,b,c,d', 1, 3, false],
    ['a table of one column', 'a\nb', 0, 1, true],
    ['one column, line breaks around', '\na\r\n\n', 0, 1, false],
    ['two rows and a line break', '1\nEva,2\n', 1, 2, true],
  ])('%s', (_, cell, at, expected, swallowed) => {
    expect(isSwallowed(cell, at, expected, ',')).toBe(swallowed);
  });
});
