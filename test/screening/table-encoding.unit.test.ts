import { describe, expect, it } from 'vitest';
import { createEncodingGuess, encodingOf } from '../support/doors/files.ts';
import { fc } from '../support/runner/property.ts';
import { encoded } from '../support/screening/tables.ts';

const letter = fc.constantFrom(...'abc XYZ,;\n0'.split(''), ...'áéíóúüñÁÉÍÓÚÜÑªº'.split(''));
const text = fc.string({ unit: letter, minLength: 1, maxLength: 60 });
const special = /[^\0-\x7f]/;
/** Bytes that are no UTF-8 wherever they stand between whole characters. */
const stray = fc.constantFrom(0x80, 0xbf, 0xc0, 0xf1, 0xff, 0xe9, 0xd1);

describe('the encoding of a text', () => {
  it('UTF-8 is UTF-8, however it comes in pieces', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 5 }), (some, size) => {
        const bytes = Buffer.from(some.replaceAll('\ufffd', ''));
        const guess = createEncodingGuess();
        for (let at = 0; at < bytes.length; at += size) guess.add(bytes.subarray(at, at + size));
        expect(guess.result()).toBe('utf-8');
      }),
    );
  });
  it('names in Windows-1252 are Windows-1252', () => {
    fc.assert(
      // The signs for first and third next to a capital letter happen to be UTF-8; no name has them.
      fc.property(
        text.map((some) => some.replace(/[ªº]/g, '')),
        (some) => {
          fc.pre(special.test(some));
          expect(encodingOf(encoded(some, 'windows-1252'))).toBe('windows-1252');
        },
      ),
    );
  });
  it('UTF-8 with a few bytes broken is never taken for Windows-1252', () => {
    fc.assert(
      fc.property(text, text, fc.array(stray, { minLength: 1, maxLength: 6 }), (before, after, bytes) => {
        fc.pre(special.test(before + after));
        // A line end behind them, so that they make up no character with what follows.
        const whole = Buffer.concat([Buffer.from(`${before}\n`), Buffer.from(bytes.flatMap((byte) => [byte, 0x0a])), Buffer.from(after)]);
        expect(encodingOf(whole)).toBe('utf-8');
      }),
    );
  });
  it('so too in other scripts, with a mark, and cut off in mid-character', () => {
    const damaged = (some: string) => Buffer.concat([Buffer.from(some), Buffer.of(0xf1, 0x0a)]);
    expect(['Иван', '王伟', '\ufeffAna'].map((some) => encodingOf(damaged(some)))).toEqual(['utf-8', 'utf-8', 'utf-8']);
    expect(encodingOf(Buffer.from('Ñandú Muñoz').subarray(0, -3))).toBe('utf-8');
    expect(encodingOf(Buffer.from('Peñ', 'latin1'))).toBe('windows-1252');
  });
  it('one chance pair among many letters does not make Windows-1252 damaged', () => {
    expect(encodingOf(encoded(`«JOSÉ» ${'Muñoz Peña\n'.repeat(10)}`, 'windows-1252'))).toBe('windows-1252');
    expect(encodingOf(encoded('«JOSÉ» Muñoz Peña\n', 'windows-1252'))).toBe('utf-8');
  });
  it('marks of UTF-16', () => {
    expect([encodingOf(encoded('Ñ', 'utf-16le', true)), encodingOf(encoded('Ñ', 'utf-16be', true))]).toEqual(['utf-16le', 'utf-16be']);
  });
});
