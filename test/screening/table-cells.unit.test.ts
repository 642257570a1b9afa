import { describe, expect, it } from 'vitest';
import { columnLetters, columnOf, escaped, isoDateText, numberStyle, numberText, unescaped } from '../support/doors/screening.ts';
import { fc } from '../support/runner/property.ts';

describe('numbers of a workbook, as people see them', () => {
  it.each([
    ['1020304050', '1020304050'],
    ['1.02030405E9', '1020304050'],
    ['1.2345678901E10', '12345678901'],
    ['12345678901234567890', '12345678901234567890'],
    ['0.30000000000000004', '0.3'],
    ['1E-7', '0.0000001'],
    ['-2.50', '-2.5'],
    ['1e21', '1000000000000000000000'],
    ['', ''],
    ['x', 'x'],
  ])('%j', (value, text) => {
    expect(numberText(value, 'plain', false)).toBe(text);
  });
  it('leading zeros that the format asks for', () => {
    expect(numberText('12345', numberStyle(164, '00000000'), false)).toBe('00012345');
  });
  it.each([
    ['1', '1900-01-01', false],
    ['59', '1900-02-28', false],
    ['61', '1900-03-01', false],
    ['45000', '2023-03-15', false],
    ['45000.5', '2023-03-15 12:00', false],
    ['45000.000011574', '2023-03-15 00:00:01', false],
    ['0.75', '18:00', false],
    ['43538', '2023-03-15', true],
    ['-1', '-1', false],
    ['99999999', '99999999', false],
  ])('date %j is %j', (value, text, epoch1904) => {
    expect(numberText(value, 'date', epoch1904)).toBe(text);
  });
  it.each([
    [14, undefined, 'date'],
    [22, undefined, 'date'],
    [0, undefined, 'plain'],
    [49, undefined, 'plain'],
    [164, 'dd/mm/yyyy', 'date'],
    [164, '[$-C0A]d &quot;de&quot; mmmm', 'date'],
    [164, '[h]:mm:ss.00', 'date'],
    [164, '#,##0.00 "days"', 'plain'],
    [164, '[Red]0.00', 'plain'],
    [164, 'General', 'plain'],
  ] as const)('format %j %j', (id, code, style) => {
    expect(numberStyle(id, code)).toBe(style);
  });
  it('dates that are written as such', () => {
    expect(['2023-03-15T00:00:00', '2023-03-15', '2023-03-15T10:30:00.000Z'].map(isoDateText)).toEqual([
      '2023-03-15',
      '2023-03-15',
      '2023-03-15 10:30:00',
    ]);
  });
});

describe('texts and columns of a workbook', () => {
  it('what XML does not have is written in letters and read back', () => {
    expect(escaped('a\u0001b\r_x0041_<&>')).toBe('a_x0001_b_x000D__x005F_x0041_&lt;&amp;&gt;');
    const xml = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    const units = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('_x0041_', '_x005F_', '_', 'x000', '\0', '\uffff'));
    fc.assert(
      fc.property(fc.array(units), (parts) => {
        const text = parts.join('').toWellFormed();
        expect(escaped(text)).not.toMatch(/(?![\t\n])[\p{Cc}\uffff]/u);
        expect(unescaped(xml(escaped(text)))).toBe(text);
      }),
    );
  });
  it('columns by their letters', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
    fc.assert(fc.property(fc.nat(16_383), (column) => columnOf(`${columnLetters(column)}7`) === column));
    expect([columnOf('XFE1'), columnOf('1'), columnOf(undefined)]).toEqual([null, null, null]);
  });
});
