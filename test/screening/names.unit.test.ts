import { describe, expect, it } from 'vitest';
import { foldedText, identificationKey, matchingRanges, nameParts, sameName, similarName } from '../support/doors/domain.ts';
import { fc } from '../support/runner/property.ts';

const shown = (text: string, query: string): string[] => matchingRanges(text, query).map(({ start, end }) => text.slice(start, end));

describe('words of a name', () => {
  it.each([
    ['José Ángel MUÑOZ', 'jose angel munoz'],
    ['Mun\u0303oz', 'munoz'],
    ["O'Connor D’Angelo", 'oconnor dangelo'],
    ['García-Márquez, Gabriel', 'garcia marquez gabriel'],
    ['Andina S.A.S.', 'andina sas'],
    ['J.Pérez', 'j perez'],
    ['Weiß Øster Łuk', 'weiss oster luk'],
    ['ＡＮＡ ﬁn', 'ana fin'],
    ['Pé\u00adrez \u200eRuiz', 'perez ruiz'],
    ['王 小明', '王 小明'],
    [' -- ', ''],
  ])('%j folds to %j', (text, folded) => expect(foldedText(text)).toBe(folded));

  it('are at their stated places in the text, in order, and fold to themselves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        let last = 0;
        for (const part of nameParts(text)) {
          expect(part.start).toBeGreaterThanOrEqual(last);
          last = part.end;
          expect(foldedText(text.slice(part.start, part.end)).replaceAll(' ', '')).toBe(part.text);
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('sameName', () => {
  it.each([
    ['PÉREZ GÓMEZ, Ana María', 'ana maria perez gomez'],
    ["Liam O'Connor", 'liam o connor'],
    ['Andina S.A.', 'ANDINA SA'],
    ['Andina S. A.', 'ANDINA SA'],
  ])('%j is %j', (a, b) => expect([sameName(a, b), sameName(b, a)]).toEqual([true, true]));
  it.each([
    ['Ana Pérez', 'Ana Pérez Gómez'],
    ['Ana Ana Pérez', 'Ana Pérez Pérez'],
    ['Ana', 'Anna'],
    ['', ''],
    ['--', '**'],
  ])('%j is not %j', (a, b) => expect([sameName(a, b), sameName(b, a)]).toEqual([false, false]));

  it('ignores order, case and accents', () => {
    const words = fc.array(fc.constantFrom('Íñigo', 'de', 'la', 'Peña', 'Núñez', 'Zoë'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, fc.infiniteStream(fc.nat()), (parts, numbers) => {
        const shuffled = parts
          .map((part) => ({ part, at: numbers.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ part }) => part.toUpperCase().normalize('NFD'));
        expect(sameName(parts.join(' '), shuffled.join(', '))).toBe(true);
        expect(sameName(parts.join(' '), `${shuffled.join(' ')} X`)).toBe(false);
      }),
    );
  });
});

describe('texts that are too long for a name', () => {
  it('equal no name, and only their beginning is read', () => {
    const long = `Ana${' '.repeat(200_000)}`;
    expect(sameName(`${long}Ruiz`, 'Ana')).toBe(false);
    expect(shown(`${long}Ruiz`, 'Ana Ruiz')).toEqual(['Ana']);
    expect(foldedText('é'.repeat(1_000_000)).length).toBeLessThanOrEqual(100_200);
  });
});

describe('similarName', () => {
  it.each([
    ['Ana Pérez', 'PEREZ, Juan', true],
    ['María de la Cruz', 'José de la Peña', false],
    ['Inversiones Andinas S.A.S.', 'Inversiones del Sur SAS', false],
    ['Inversiones Andinas S.A.S.', 'Andinas Ltda', true],
    ['Ana B Ruiz', 'Juan B Soto', false],
    ['', 'Ana', false],
  ])('%j and %j: %j', (a, b, expected) => expect([similarName(a, b), similarName(b, a)]).toEqual([expected, expected]));
});

describe('identificationKey', () => {
  it.each([
    ['1.020-030 ', '1020030'],
    ['0012', '0012'],
    ['ab 12/c', 'AB12C'],
    ['１２', '12'],
    [' - ', ''],
  ])('%j is %j', (text, key) => expect(identificationKey(text)).toBe(key));
});

describe('matchingRanges', () => {
  it.each([
    ['PÉREZ de la RUE, Ana', 'ana de perez', ['PÉREZ', 'de', 'Ana']],
    ['Juan de la Rue', 'Ana de la Peña', []],
    ["Liam O'Connor", 'OConnor', ["O'Connor"]],
    ['1.020.030', '1020030', ['1.020.030']],
    ['1.020.031', '1020030', []],
    ['Ana Ruiz', 'Ana Ruiz', ['Ana', 'Ruiz']],
    ['AB-12', 'ab 12', ['AB-12']],
    ['Ana', '', []],
  ])('%j for %j: %j', (text, query, expected) => expect(shown(text, query)).toEqual(expected));
});
