import { describe, expect, it } from 'vitest';
import { breakLines, placeWords, printable, treeBlocks, treeLines } from '../support/doors/pdf.ts';
import { fc } from '../support/runner/property.ts';

const latin = (point: number) => point < 0x250 || (point >= 0x600 && point < 0x700) || point === 0x200c;
const measure = (text: string) => text.length;

describe('characters on paper', () => {
  it.each([
    ['María Ñáñez', 'María Ñáñez'],
    ['王小明 Li', '[U+738B U+5C0F U+660E] Li'],
    ['a\u202egerg\u202c', 'a[U+202E]gerg[U+202C]'],
    ['X\u200bY\u00adZ', 'X[U+200B]Y[U+00AD]Z'],
    ['nul\u0000', 'nul[U+0000]'],
    ['lone \ud800', 'lone [U+D800]'],
    ['😀', '[U+1F600]'],
    ['tab\tnbsp\u00a0end', 'tab nbsp end'],
    ['one\r\ntwo\u2028three\rfour', 'one\ntwo\nthree\nfour'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['a\u200cb', 'a[U+200C]b'],
  ])('%j is %j', (text, shown) => {
    expect(printable(text, latin)).toEqual({ text: shown, coded: shown.includes('[U+') });
  });

  it('are all written, as themselves or by their code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: shown } = printable(text, latin);
        for (const character of text.replaceAll(/[\s\u0085]/gu, '')) {
          const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
          expect(shown.includes(character) || shown.includes(code)).toBe(true);
        }
        expect(shown).not.toMatch(/[\p{Cs}\p{Co}\p{Cn}]|(?!\n)\p{Cc}/u);
      }),
    );
  });
});

describe('lines', () => {
  it.each([
    ['uno dos tres', 8, ['uno dos', 'tres']],
    ['', 8, ['']],
    ['a\n\nb', 8, ['a', '', 'b']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['ab cdefghij kl', 4, ['ab', 'cdef', 'ghij', 'kl']],
    ['e\u0301e\u0301e\u0301', 2, ['e\u0301', 'e\u0301', 'e\u0301']],
  ])('%j within %i', (text, width, lines) => {
    expect(breakLines(text, width, measure)).toEqual(lines);
  });

  it('keep every character, and fit the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 500 }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const lines = breakLines(text, width, measure);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''));
        // CR and LF are one grapheme; `printable` leaves no CR.
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(width, 2));
      }),
    );
  });

  it.each([
    ['Abu محمد عبد الله (Ali)', 'Abu الله عبد محمد (Ali)'],
    ['محمد 123 السيد', 'السيد 123 محمد'],
    ['محمد 123', 'محمد 123'],
    ['only latin words', 'only latin words'],
  ])('words of %j from left to right', (line, seen) => {
    const placed = placeWords(line, measure);
    expect(placed.map(({ word }) => word)).toEqual(line.split(' '));
    expect(placed.toSorted((a, b) => a.at - b.at).map(({ word }) => word)).toEqual(seen.split(' '));
  });
});

describe('listing of data', () => {
  it('indents, names and counts', () => {
    expect(treeLines({ a: 'x', b: { c: [1, { d: null }] }, e: [], f: '', g: '12', h: true })).toEqual([
      { depth: 0, text: 'a: x' },
      { depth: 0, text: 'b:' },
      { depth: 1, text: 'c:' },
      { depth: 2, text: '1. 1' },
      { depth: 2, text: '2.' },
      { depth: 3, text: 'd: null' },
      { depth: 0, text: 'e: []' },
      { depth: 0, text: 'f: ""' },
      { depth: 0, text: 'g: "12"' },
      { depth: 0, text: 'h: true' },
    ]);
    expect(treeLines('only text')).toEqual([{ depth: 0, text: 'only text' }]);
  });

  it('has data that is nested deeper than the stack', () => {
    let deep: unknown = 'end';
    for (let depth = 0; depth < 100_000; depth += 1) deep = { in: deep };
    expect(treeLines(deep).at(-1)).toEqual({ depth: 99_999, text: 'in: end' });
  });

  it('has every line when it is split into blocks', () => {
    const data = Array.from({ length: 1001 }, (_, index) => index);
    expect(treeBlocks(data).flatMap(({ lines }) => lines)).toEqual(treeLines(data));
    expect(treeBlocks(data).length).toBeGreaterThan(1);
  });
});
