import { describe, expect, it } from 'vitest';
import { candidateName, safeName, signedName } from '../support/doors/files.ts';
import { fc } from '../support/runner/property.ts';

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

describe('a name that every system accepts', () => {
  it.each([
    ['a<b>c:d"e/f\\g|h?i*j.pdf', 'a_b_c_d_e_f_g_h_i_j.pdf'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['CON', '_CON'],
    ['con.pdf', '_con.pdf'],
    ['Com1 .txt', '_Com1 .txt'],
    ['com0.txt', '_com0.txt'],
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

  it('has none of the characters that Windows refuses, nor a control character', () => {
    const control = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));
    for (const refused of [...'<>:"/\\|?*', ...control, '\u007f']) {
      expect([refused, safeName(`a${refused}b.pdf`)]).toEqual([refused, 'a_b.pdf']);
    }
    // Next to those, and what only looks like them.
    const taken = " !#$%&'()+,-.;=@[]^_`{}~\u0080\u00a0ñ’";
    expect(safeName(`a${taken}b.pdf`)).toBe(`a${taken}b.pdf`);
  });

  const devices = ['con', 'prn', 'aux', 'nul', 'conin$', 'conout$'];
  const numbered = ['com', 'lpt'].flatMap((port) => [...'0123456789¹²³'].map((number) => port + number));

  it('is no Windows device, in any case, with any extension or spaces', () => {
    for (const device of [...devices, ...numbered].flatMap((name) => [name, name.toUpperCase()])) {
      for (const ending of ['', '.pdf', '.', '.tar.gz', ' .pdf', '   .pdf']) {
        const wanted = device + ending;
        expect([wanted, safeName(wanted)]).toEqual([wanted, `_${ending === '.' ? device : wanted}`]);
      }
    }
  });

  it.each(['console.pdf', 'acon.pdf', 'con-1.pdf', 'con a.pdf', ' con.pdf', 'com.pdf', 'com10.pdf', 'com⁴.pdf', 'lpt.pdf', 'conin.pdf'])(
    'keeps %s, which only resembles a device',
    (name) => {
      expect(safeName(name)).toBe(name);
    },
  );

  it.each([
    ['nombre.', 'nombre'],
    ['nombre ', 'nombre'],
    ['nombre . .. ', 'nombre'],
    ['nombre.pdf.', 'nombre.pdf'],
    [' .nombre', ' .nombre'],
    ['con.', '_con'],
    ['con ', '_con'],
    [' . ', 'document'],
  ])('ends with neither dot nor space: %j becomes %j', (wanted, safe) => {
    expect(safeName(wanted)).toBe(safe);
  });
});

describe('the nth name to try', () => {
  it('puts the number before the extension', () => {
    expect(candidateName('x-signed.pdf', 1)).toBe('x-signed.pdf');
    expect(candidateName('x-signed.pdf', 2)).toBe('x-signed (2).pdf');
    expect(candidateName('x', 3)).toBe('x (3)');
  });

  it('puts the number before the last extension alone, and at the end where there is none', () => {
    expect(candidateName('x.tar.gz', 2)).toBe('x.tar (2).gz');
    expect(candidateName('contrato v1.2', 2)).toBe('contrato v1 (2).2');
    expect(candidateName('x.longextension', 2)).toBe('x.longextension (2)'); // 13 letters are no extension
    expect(candidateName('x-signed', 2)).toBe('x-signed (2)');
  });

  it('is as safe as the name without a number', () => {
    expect([1, 2].map((n) => candidateName('con.pdf', n))).toEqual(['_con.pdf', '_con (2).pdf']);
    expect([1, 2].map((n) => candidateName('a:b. ', n))).toEqual(['a_b', 'a_b (2)']);
  });

  it.each([255, 140])('of exactly %i bytes stays; one byte more is shortened by one letter', (limit) => {
    const exact = `${'x'.repeat(limit - 11)}-signed.pdf`;
    expect(candidateName(exact, 1, limit)).toBe(exact);
    expect(candidateName(`x${exact}`, 1, limit)).toBe(exact);
    expect(candidateName(exact, 2, limit)).toBe(`${'x'.repeat(limit - 15)}-signed (2).pdf`);
    expect(candidateName(exact, 10, limit)).toBe(`${'x'.repeat(limit - 16)}-signed (10).pdf`);
  });

  it('has at most 255 bytes of UTF-8 unless another limit is asked for', () => {
    expect(candidateName(`${'x'.repeat(300)}.pdf`, 1)).toBe(`${'x'.repeat(251)}.pdf`);
    // Two bytes each, one unit of UTF-16: 251 bytes have room for 125 of them.
    expect(candidateName(`${'ñ'.repeat(200)}.pdf`, 1)).toBe(`${'ñ'.repeat(125)}.pdf`);
    expect(Buffer.byteLength(candidateName('x'.repeat(300), 1))).toBe(255);
  });

  it('keeps the last word after a hyphen and the extension, up to 20 and 10 letters', () => {
    const word = 'w'.repeat(20);
    expect(candidateName(`${'x'.repeat(300)}-${word}.abcdefghij`, 1)).toBe(`${'x'.repeat(223)}-${word}.abcdefghij`);
    expect(candidateName(`${'x'.repeat(300)}-${word}w.pdf`, 1)).toBe(`${'x'.repeat(251)}.pdf`);
    expect(candidateName(`${'x'.repeat(300)}.abcdefghijk`, 1)).toBe('x'.repeat(255));
  });

  it('leaves no dot or space before the ending where it is cut', () => {
    expect(candidateName(`${'x'.repeat(240)}. . . .${'y'.repeat(40)}-signed.pdf`, 1)).toBe(`${'x'.repeat(240)}-signed.pdf`);
  });

  it('shortens the middle, by whole graphemes', () => {
    const family = '👩‍👩‍👧'; // 18 bytes
    const name = candidateName(`${family.repeat(40)}-signed.pdf`, 12);
    expect(name).toBe(`${family.repeat(13)}-signed (12).pdf`);
  });

  it('falls back on code points for a grapheme that is too long alone', () => {
    const name = candidateName(`a${'\u0301'.repeat(300)}-signed.pdf`, 1);
    expect(name).toBe(`a${'\u0301'.repeat(121)}-signed.pdf`);
  });

  it('fits, is well formed and has no separator, for any wanted name', () => {
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
