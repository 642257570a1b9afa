/** Why an entry is there, and the text form of related entries. */
import { describe, expect, it } from 'vitest';
import { reasonsOf, relatedTexts } from '../support/doors/screening.ts';

const nobody = { names: [], aliases: [], identifications: [], passports: [] };
const asked = { name: 'Ana María Pérez', identification: '1020' };

describe('reasons, strongest first', () => {
  it.each([
    [{ names: ['PEREZ ANA MARIA'], identifications: ['10-20'] }, ['same-identification', 'same-name']],
    [{ names: ['Otro'], passports: ['9', '1 020'] }, ['same-identification']],
    [{ names: ['Otro'], identifications: ['01020'] }, ['unexplained']],
    [{ names: ['Otro', 'ana maria perez'] }, ['same-name']],
    [{ names: ['ana maria perez'], identifications: ['--'] }, ['same-name']],
    [{ names: ['ana maria perez'], identifications: ['1021'] }, ['same-name-other-identification']],
    [{ names: ['ana maria perez'], passports: ['AB1'] }, ['same-name-other-identification']],
    [{ names: ['ana maria perez'], identifications: ['1021'], passports: ['1020'] }, ['same-identification', 'same-name']],
    [{ names: ['Otro'], aliases: ['Perez, Ana Maria'] }, ['alias-only']],
    [{ names: ['ana maria perez'], aliases: ['Perez, Ana Maria'] }, ['same-name']],
    [{ names: ['Otro'], aliases: ['Perez, Ana Maria'], identifications: ['1020'] }, ['same-identification', 'alias-only']],
    [{ names: ['Juan Perez'] }, ['similar-name']],
    [{ aliases: ['La Pérez'], identifications: ['1020'] }, ['same-identification', 'similar-name']],
    [{}, ['unexplained']],
  ])('%j: %j', (known, reasons) => expect(reasonsOf(asked, { ...nobody, ...known })).toEqual(reasons));

  it('without an identification on one side, the name alone counts', () => {
    const known = { ...nobody, names: ['ana maria perez'], identifications: ['1021'] };
    expect(reasonsOf({ ...asked, identification: '' }, known)).toEqual(['same-name']);
    expect(reasonsOf({ ...asked, identification: ' - ' }, known)).toEqual(['same-name']);
  });

  it('legal forms and joining words are no likeness', () => {
    const known = { ...nobody, names: ['Inversiones de la Costa S.A.S.'] };
    expect(reasonsOf({ name: 'Inversiones de la Sierra S.A.S.', identification: '' }, known)).toEqual(['unexplained']);
  });
});

describe('relacionado', () => {
  it.each([
    ['[]', []],
    ['', []],
    [' [ ] ', []],
    ['["Uno","D\\u00f3s"]', ['Uno', 'Dós']],
    ['["Uno", 2, null, "", {"a":1}]', ['Uno', '2', '{"a":1}']],
    ["['Uno', 'Dos, tres']", ['Uno', 'Dos, tres']],
    ["['O\\'Connor', \"D'Angelo\", 'a\\xf1o', 'a\\u00f1o', 'l\\\\n']", ["O'Connor", "D'Angelo", 'año', 'año', 'l\\n']],
    ["['Uno', None, 12,]", ['Uno', '12']],
    ["['Uno' 'Dos']", ["['Uno' 'Dos']"]],
    ["['Uno", ["['Uno"]],
    ["['Uno]", ["['Uno]"]],
    ["['Uno\\']", ["['Uno\\']"]],
    ['[Uno Dos]', ['[Uno Dos]']],
    ["['Uno',,'Dos']", ["['Uno',,'Dos']"]],
    ['[ \'Uno\' , "Dos" , ]', ['Uno', 'Dos']],
    ["['', 'Uno']", ['Uno']],
    ["['Uno', ['Dos']]", ["['Uno', ['Dos']]"]],
    ['Juan, Pedro', ['Juan, Pedro']],
    ['{"a":1}', ['{"a":1}']],
  ])('%s: %j', (text, expected) => expect(relatedTexts(text)).toEqual(expected));

  it('of any length', () => {
    const text = `[${"'x\\'y', ".repeat(20_000)}]`;
    expect(relatedTexts(text)).toHaveLength(20_000);
    expect(relatedTexts(`['${'\\x41'.repeat(200_000)}`)).toHaveLength(1);
    const long = 'x'.repeat(8_000_000);
    expect(relatedTexts(`['${long}', Uno]`).map((one) => one.length)).toEqual([8_000_000, 3]);
    expect(relatedTexts(`[${long}]`).map((one) => one.length)).toEqual([8_000_000]);
    expect(relatedTexts(`['${long}`)).toHaveLength(1);
  });
});
