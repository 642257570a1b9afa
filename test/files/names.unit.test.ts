import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateName, safeName, signedName } from '../support/doors/files.ts';

describe('the name of a signed file', () => {
  it.each([
    ['contrato.pdf', 'contrato-signed.pdf'],
    ['CONTRATO.PDF', 'CONTRATO-signed.PDF'],
    ['contrato', 'contrato-signed.pdf'],
    ['contrato v1.2', 'contrato v1.2-signed.pdf'],
    ['.pdf', 'document-signed.pdf'],
    ['contrato-signed.pdf', 'contrato-signed.pdf'],
    ['contrato-signed (2).pdf', 'contrato-signed.pdf'],
    ['contrato-signed.pdf.pdf', 'contrato-signed.pdf-signed.pdf'],
    ['l’été 📄 año.pdf', 'l’été 📄 año-signed.pdf'],
  ])('%s becomes %s', (original, signed) => {
    expect(signedName(original)).toBe(signed);
  });

  it('never grows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const once = signedName(name);
        expect(signedName(once)).toBe(once);
      }),
    );
  });
});

describe('a name that every system takes', () => {
  it.each([
    ['a<b>c:d"e/f\\g|h?i*j.pdf', 'a_b_c_d_e_f_g_h_i_j.pdf'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['CON', '_CON'],
    ['con.pdf', '_con.pdf'],
    ['Com1 .txt', '_Com1 .txt'],
    ['conde.pdf', 'conde.pdf'],
    ['nombre. . ', 'nombre'],
    ['..', 'document'],
    ['', 'document'],
    ['línea\nnueva\u0000.pdf', 'línea_nueva_.pdf'],
    ['cafe\u0301 👩‍👩‍👧 ’.pdf', 'cafe\u0301 👩‍👩‍👧 ’.pdf'],
    ['medio \ud83d.pdf', 'medio \ufffd.pdf'],
  ])('%j becomes %j', (wanted, safe) => {
    expect(safeName(wanted)).toBe(safe);
  });
});

describe('the nth name to try', () => {
  it('puts the number before the extension', () => {
    expect(candidateName('x-signed.pdf', 1)).toBe('x-signed.pdf');
    expect(candidateName('x-signed.pdf', 2)).toBe('x-signed (2).pdf');
    expect(candidateName('x', 3)).toBe('x (3)');
  });

  it('shortens the middle, by whole graphemes', () => {
    const family = '👩‍👩‍👧'; // 18 bytes
    const name = candidateName(`${family.repeat(40)}-signed.pdf`, 12);
    expect(name).toBe(`${family.repeat(13)}-signed (12).pdf`);
  });

  it('falls back on code points for a grapheme that is too long by itself', () => {
    const name = candidateName(`a${'\u0301'.repeat(300)}-signed.pdf`, 1);
    expect(name).toBe(`a${'\u0301'.repeat(121)}-signed.pdf`);
  });

  it('fits, is well formed and holds no separator, whatever was wanted', () => {
    const wanted = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.string({ unit: 'grapheme', maxLength: 600 }));
    fc.assert(
      fc.property(wanted, fc.integer({ min: 1, max: 9999 }), fc.constantFrom(255, 140), (base, n, limit) => {
        const name = candidateName(signedName(base), n, limit);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(limit);
        expect(name).not.toMatch(/[/\\]|[. ]$/);
        expect(name.isWellFormed()).toBe(true);
        expect(name).toMatch(n === 1 ? /-signed\.pdf$/i : /-signed \(\d+\)\.pdf$/i);
      }),
    );
  });
});
