import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cleanText, explanationIn, explanationOf, listenTo, refusalText, retryAfter, usableMs } from '../support/doors/provider.ts';
import { fc } from '../support/runner/property.ts';

describe('cleanText', () => {
  it('keeps words of any language on one line', () => {
    expect(cleanText('  Identidad no\tvalidada:\r\n«ñandú» 😀 漢字 ')).toBe('Identidad no validada: «ñandú» 😀 漢字');
  });
  it('removes marks that change the writing direction', () => {
    expect(cleanText('no \u202evalidada\u202c\u200f: \ufeffAna')).toBe('no validada: Ana');
    expect(cleanText('no\r\n\u00ad validada \ud800')).toBe('no validada');
  });
  it('cuts a text of more than 300 characters to 299 and an ellipsis', () => {
    expect(cleanText('ñ'.repeat(300))).toBe('ñ'.repeat(300));
    expect(cleanText('😀'.repeat(301))).toBe(`${'😀'.repeat(299)}…`);
  });
  it('returns a bounded, well-formed text without control or format characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (text) => {
        const clean = cleanText(text);
        expect([...clean].length).toBeLessThanOrEqual(300);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });
});

describe('explanationIn', () => {
  it.each<[object, string]>([
    [{ error: 'a', message: 'b' }, 'a'],
    [{ 'Bad Request': 'a', error: 'b' }, 'a'],
    [{ error: 'b', error_description: 'a' }, 'a'],
    [{ error: { code: 404, message: 'a' } }, 'a'],
    [{ Error: true, Mensaje: 'a' }, 'a'],
    [{ success: false, message: 'a' }, 'a'],
    [{ codigo: 404, mensaje: 'a', descripcion: 'b' }, 'a'],
    [{ type: 'about:blank', title: 'Not Found', status: 404, detail: 'a' }, 'a'],
    [{ title: 'a', errors: { Name: ['b', 'c'], x1: ['d'] } }, 'Name: b; c; x1: d'],
    [{ title: 'a', errors: {} }, 'a'],
    [{ title: 'a', errors: { code: 'x' } }, 'a'],
    [{ errors: [{ code: 'x', message: 'a' }, { message: 'b' }, { message: 'a' }] }, 'a; b'],
    [{ errors: [{ field: 'x1', message: 'a' }] }, 'x1: a'],
    [{ bad_request: 'a', InternalServerError: 'b' }, 'a'],
    [{ errores: ['', ' a\n '] }, 'a'],
    [{ detail: [{ loc: ['body', 'Name'], msg: 'a' }] }, 'body.Name: a'],
    [{ status: 400, error: 'Bad Request', message: 'a', path: '/x' }, 'a'],
    [{ status: 400, error: 'Bad Request', message: ' ' }, 'Bad Request'],
    [{ 'Bad Request': 'bad request' }, 'bad request'],
    [{ fault: { faultstring: 'a', detail: { errorcode: 'b' } } }, 'a'],
    [{ httpCode: '400', httpMessage: 'Bad Request', moreInformation: 'a' }, 'a'],
    [{ codigoError: 'E-1', mensajeError: 'a' }, 'a'],
    [{ 'soap:Envelope': { 'soap:Body': { respuesta: { codigo: 'E-1', mensaje: 'a' } } } }, 'a'],
    [{ data: { description: 'b' }, message: 'a' }, 'a'],
  ])('%j', (body, text) => expect(explanationIn(body)).toBe(text));

  it.each<[unknown]>([
    [{}],
    [null],
    ['x'],
    [['x']],
    [[{ error: 'x' }]],
    [{ error: 5 }],
    [{ message: ' ' }],
    [{ other: 'c' }],
    [{ data: { a: ['x'] } }],
  ])('%j has none', (body) => expect(explanationIn(body)).toBeNull());

  it('looks a few levels deep', () => {
    const nested = (levels: number): object => (levels === 0 ? { error: 'x' } : { error: nested(levels - 1) });
    expect([explanationIn(nested(3)), explanationIn(nested(9))]).toEqual(['x', null]);
  });
});

it('a long body says nothing, whose begin may be freed by then', async () => {
  const [begin, rest] = [new Uint8Array(60 * 1024).fill(0x61), new Uint8Array(30 * 1024).fill(0x62)];
  const heard = listenTo(
    (async function* () {
      yield* [begin, rest];
    })(),
    undefined,
  );
  expect(await Array.fromAsync(heard.chunks)).toEqual([begin, rest]);
  begin.buffer.transfer(0);
  expect(heard.text()).toBeNull();
});

it('a small body that never ends is read for a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const body = new Readable({ read() {} });
  body.push('{"error":"a"}');
  const text = refusalText({ headers: {}, body });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await text).toBe('a');
  expect(body.destroyed).toBe(true);
});

describe('explanationOf', () => {
  const page = '<!DOCTYPE html><html><head><title>400</title><style>b { color: red }</style></head><body onload="x()">';
  it.each<[string, string | null]>([
    ['{"error":"a"}', 'a'],
    ['clientInfo no existe\r\n', 'clientInfo no existe'],
    ['"clientInfo no existe"', 'clientInfo no existe'],
    ['[{"propertyName":"x1","errorMessage":"a"},{"code":"y","description":"b"}]', 'x1: a; b'],
    ['["JVBERi0x"]', null],
    ['Wait < 5 minutes & try "again"', 'Wait < 5 minutes & try "again"'],
    [
      `${page}<h1>Petici&oacute;n inv&aacute;lida</h1><!-- <p>x</p> --><p>Falta&nbsp;&quot;&#209;u&#xf1;ez&quot;</p>`,
      'Petición inválida Falta "Ñuñez"',
    ],
    [`${page}<script>if (a < b) { c() }</script>`, null],
    ['<p>No existe</p><script type="application/ld+json">{"name":"x"}</script>', 'No existe'],
    ['<head><style>b {', null],
    ['<?xml version="1.0"?><error><message>clientInfo no existe</message></error>', 'clientInfo no existe'],
    ['{"error":"cut off', null],
    ['[29-Nov-2026] not a text', null],
    ['%PDF-1.7\n\x00\x01', null],
    ['7', null],
    [' \n', null],
    ['', null],
    ['x'.repeat(64 * 1024), null],
  ])('%j says %j', (body, text) => expect(explanationOf(Buffer.from(body))).toBe(text));

  it('reads a hostile page at once', () => {
    for (const part of ['<!--', '<head', '<script>', '<a ', '&#', '<', '</head '])
      expect(() => explanationOf(Buffer.from(part.repeat(64 * 1024).slice(0, 64 * 1024)))).not.toThrow();
  });
});

describe('retryAfter', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);
  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:04:35 GMT', 30],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
    ['99999999999', 366 * 86_400],
    ['-5', null],
    ['soon', null],
    ['', null],
    [undefined, null],
    [['1', '2'], null],
  ])('%j is %j', (header, expected) => expect(retryAfter(header, now)).toBe(expected));
});

describe('usableMs', () => {
  it.each([
    [3600, 'seconds', 3_570_000],
    [60, 'minutes', 3_570_000],
    [60, 'seconds', 54_000],
    [1, 'seconds', 900],
    [0, 'seconds', 0],
    [-5, 'minutes', 0],
    [null, 'seconds', Number.POSITIVE_INFINITY],
  ] as const)('%j %s: %i ms', (expiresIn, unit, expected) => expect(usableMs(expiresIn, unit)).toBe(expected));

  it('is never negative and always shorter than the lifetime', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (expiresIn) => {
        const usable = usableMs(expiresIn, 'seconds');
        expect(usable).toBeGreaterThanOrEqual(0);
        if (expiresIn > 0) expect(usable).toBeLessThanOrEqual(expiresIn * 1000);
      }),
    );
  });
});
