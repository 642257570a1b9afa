import { describe, expect, it } from 'vitest';
import { neutralised } from '../support/doors/screening.ts';
import { fc } from '../support/runner/property.ts';

describe('cells that a spreadsheet would take for a formula', () => {
  it.each([
    '=1+1',
    '=cmd|"/c calc"!A1',
    '  =1+1',
    '\u00a0=1',
    '@SUM(A1)',
    '\tname',
    '\rname',
    '\nname',
    ' \tname',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '+cmd',
    '-2+3+cmd|x',
    '-A1',
    '+57 300 123 4567 ext. 2',
    ' -sum(1)',
    '\u200b=1+1',
    '\ufeff @SUM(A1)',
    '\u200b+cmd',
  ])('%j gets an apostrophe', (cell) => {
    expect(neutralised(cell)).toBe(`'${cell}`);
  });
  it.each([
    '-0-',
    '-0- ',
    '-5',
    '-5,20',
    '+57 300 123 4567',
    '+57 (300) 123-4567',
    '-1/2',
    '-',
    'Ana',
    "O'Connor",
    'a=b',
    '1-2',
    '',
    ' ',
    '(+57) 1',
    "'=1",
  ])('%j stays as it is', (cell) => {
    expect(neutralised(cell)).toBe(cell);
  });
  it.each([
    ['a;=1', "a;'=1"],
    ['a,@SUM(1)', "a,'@SUM(1)"],
    ['a\t+cmd', "a\t'+cmd"],
    ['a| -x', "a| '-x"],
    ['a\n=1', "a\n'=1"],
    ['a;"=1', 'a;"\'=1'],
    ['a;;=1;=2', "a;;'=1;'=2"],
    ['=1;=2', "'=1;'=2"],
    ['"=1', '\'"=1'],
    ['a; -5', 'a; -5'],
    ['Pérez; Ana', 'Pérez; Ana'],
  ])('%j, in which another reader has cells of its own, becomes %j', (cell, safe) => {
    expect(neutralised(cell)).toBe(safe);
  });
  it.each(['\t', '\n', ' ', '"', ';', '\t"', '; '])('200,000 times %j in a cell are read through once', (filler) => {
    const cell = filler.repeat(200_000);
    expect(neutralised(`a${cell}b`)).toBe(`a${cell}b`);
    expect(neutralised(`a;${cell}=1`)).toBe(`a;${cell}'=1`);
    expect(neutralised(`${cell}b`).slice(-3)).toBe(`${cell}b`.slice(-3));
  });
  it('whatever comes out begins like no formula, and nothing is lost', () => {
    const start = fc.constantFrom('=', '@', '+', '-', '＝', '＋', '－', '＠', '\t', '\r', '\n', ' ', '0', 'x');
    const cell = fc.array(fc.oneof(start, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(cell, (text) => {
        const safe = neutralised(text);
        expect(safe.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
        const first = safe.trimStart().at(0) ?? '';
        expect('=@＝＋－＠'.includes(first) && first !== '').toBe(false);
        if ('+-'.includes(first) && first !== '') expect(safe).not.toMatch(/[\p{L}=@!|]/u);
      }),
    );
  });
});
