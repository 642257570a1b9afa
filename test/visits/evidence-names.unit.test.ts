/** Names of an evidence file's parts: such as every system unpacks next to each other. */
import { describe, expect, it } from 'vitest';
import { createPartNames, pdfName } from '../support/doors/visits.ts';

describe('the name of a part', () => {
  it('is free in each of its folders', () => {
    const names = createPartNames();
    expect(names.take(['signed'], 'a.pdf')).toEqual(['signed/a.pdf']);
    expect(names.take(['original', 'signed'], 'a.pdf')).toEqual(['original/a (2).pdf', 'signed/a (2).pdf']);
    expect(names.take(['original'], 'a.pdf')).toEqual(['original/a.pdf']);
    expect(names.take(['signed'], 'a.pdf')).toEqual(['signed/a (3).pdf']);
  });

  it('differs from each other one in more than case or the spelling of an accent', () => {
    const names = createPartNames();
    const taken = ['Año.pdf', 'AÑO.PDF', 'an\u0303o.pdf', 'straße.pdf', 'STRASSE.pdf'].flatMap((name) => names.take(['f'], name));
    expect(taken).toEqual(['f/Año.pdf', 'f/AÑO (2).PDF', 'f/año (3).pdf', 'f/straße.pdf', 'f/STRASSE (2).pdf']);
  });

  it('is safe, and has at most 120 bytes', () => {
    const names = createPartNames();
    expect(names.take(['f'], 'con.pdf')).toEqual(['f/_con.pdf']);
    expect(names.take(['f'], `${'x'.repeat(116)}.pdf`)).toEqual([`f/${'x'.repeat(116)}.pdf`]);
    expect(names.take(['f'], `${'y'.repeat(117)}.pdf`)).toEqual([`f/${'y'.repeat(116)}.pdf`]);
  });
});

it.each([
  ['contrato.pdf', 'contrato.pdf'],
  ['contrato.PDF', 'contrato.PDF'],
  ['contrato', 'contrato.pdf'],
  [' . .oculto.pdf', 'oculto.pdf'],
  ['.pdf', 'document.pdf'],
  ['..', 'document.pdf'],
])('%j is %j as the name of a PDF', (name, expected) => {
  expect(pdfName(name)).toBe(expected);
});
