/** What an answer says about one source: the rule of main/screening/answer/source-state.ts. */
import { describe, expect, it } from 'vitest';
import type { SourceName, SourceResult } from '../support/doors/domain.ts';
import { mergedSource, sourceState } from '../support/doors/screening.ts';
import { entry, query } from '../support/search-answer.ts';

const asked = query();
const notAsked = query({ judicial: false, procurator: false });
const state = (source: SourceName, value: unknown, of = asked) => sourceState(source, value, of).state;

describe('empty results', () => {
  it.each<[SourceName, unknown, string, string]>([
    ['lists', undefined, 'no-answer', 'no-answer'],
    ['lists', null, 'no-answer', 'no-answer'],
    ['lists', {}, 'no-answer', 'no-answer'],
    ['lists', [], 'clear', 'clear'],
    ['judicial', undefined, 'no-answer', 'not-asked'],
    ['judicial', null, 'clear', 'not-asked'],
    ['judicial', {}, 'clear', 'not-asked'],
    ['judicial', [], 'clear', 'not-asked'],
    ['procurator', undefined, 'no-answer', 'not-asked'],
    ['procurator', null, 'clear', 'not-asked'],
    ['procurator', {}, 'clear', 'not-asked'],
    ['procurator', [], 'clear', 'not-asked'],
    ['news', undefined, 'no-answer', 'no-answer'],
    ['news', null, 'not-asked', 'not-asked'],
    ['news', {}, 'clear', 'clear'],
    ['news', [], 'clear', 'clear'],
    ['social', undefined, 'not-asked', 'not-asked'],
    ['social', null, 'not-asked', 'not-asked'],
    ['social', {}, 'not-asked', 'not-asked'],
    ['social', [], 'not-asked', 'not-asked'],
  ])('%s, %j: asked %s, else %s', (source, value, whenAsked, whenNot) => {
    expect([state(source, value), state(source, value, notAsked)]).toEqual([whenAsked, whenNot]);
    expect(sourceState(source, value, asked)).toMatchObject({ count: 0, text: null, data: null });
  });

  it('each flag is for its own source', () => {
    const only = query({ procurator: false });
    expect([state('judicial', null, only), state('procurator', null, only)]).toEqual(['clear', 'not-asked']);
  });
});

describe('data', () => {
  it.each<[unknown, number, string | null]>([
    [{ procesos: [{ radicado: '11001' }] }, 1, null],
    [{ antecedentes: true }, 1, null],
    [{ total: 2 }, 1, null],
    [{ procesos: ['11001', '11002'] }, 1, null],
    [[{ titulo: 'Uno', fuente: 'Diario' }, { titulo: 'Dos' }], 2, null],
    [[{ title: 'One', date: '2020-01-01', source: 'Paper', description: 'x' }], 1, null],
    [{ detalle: [{ radicado: '11001' }] }, 1, null],
    [{ id: '7', estado: 'SANCIONADO', fecha: '2020-01-01' }, 1, null],
    [{ success: true, data: [{ x: 1 }], mensaje: 'Consulta parcial' }, 1, 'mensaje: Consulta parcial'],
    [{ sancion: 'X', error: 'segunda página no disponible' }, 1, 'error: segunda página no disponible'],
    [{ sancion: 'X', error: false }, 1, null],
    [[{ sancion: 'X' }, { error: 'timeout' }, 'corte'], 1, 'error: timeout · corte'],
    [{ telefono: 'no disponible', sancion: 'X' }, 1, null],
    [{ hasOwnProperty: 'x', toString: 'y' }, 1, null],
  ])('%j is a hit of %i, beside it %j', (value, count, text) => {
    for (const query of [asked, notAsked])
      for (const source of ['judicial', 'procurator', 'news', 'social'] as const)
        expect(sourceState(source, value, query)).toEqual({ source, state: 'hit', count, text, data: value });
  });
});

describe('anything else is no answer, with its text', () => {
  it.each<[unknown, string | null]>([
    ['Fuente no disponible', 'Fuente no disponible'],
    ['<html>\n502</html>', '<html> 502</html>'],
    ['', null],
    [0, '0'],
    [503, '503'],
    [true, 'true'],
    [false, 'false'],
    [{ error: 'timeout' }, 'error: timeout'],
    [{ Error: { type: 'x', lines: ['a', 'b'] } }, 'type: x · lines: a · lines: b'],
    [{ mensaje: 'No respondió', codigo: 504, fuente: 'Rama' }, 'mensaje: No respondió · codigo: 504 · fuente: Rama'],
    [{ msg: 'x', status: 'y', code: 'z', timeout: true }, 'msg: x · status: y · code: z · timeout: true'],
    [{ message: 'x', estado: 'CAIDO', detalle: ['d'], source: 's' }, 'message: x · estado: CAIDO · detalle: d · source: s'],
    [{ disponible: false }, 'disponible: false'],
    [{ available: false, success: false }, 'available: false · success: false'],
    [{ errorMessage: 'x', status_code: 500, 'Código de error': 7 }, 'errorMessage: x · status_code: 500 · Código de error: 7'],
    [
      { type: 'about:blank', title: 'Bad', status: 502, detail: 'd', traceId: 't' },
      'type: about:blank · title: Bad · status: 502 · detail: d · traceId: t',
    ],
    [{ title: 'Nada', status: 404, instance: '/x' }, 'title: Nada · status: 404 · instance: /x'],
    [{ timestamp: 1, status: 500, error: 'E', path: '/x' }, 'timestamp: 1 · status: 500 · error: E · path: /x'],
    [{ 'Internal Server Error': 'x' }, 'Internal Server Error: x'],
    [{ 'Bad Request': 'x' }, 'Bad Request: x'],
    [{ Unauthorized: 'x' }, 'Unauthorized: x'],
    [{ resultado: 'Servicio no disponible' }, 'resultado: Servicio no disponible'],
    [{ procuraduria: { error: 'timeout' }, contraloria: {} }, 'error: timeout'],
    [{ sin_respuesta: true }, 'sin_respuesta: true'],
    [{ a: [] }, null],
    [{ a: { b: [{}] }, c: null, d: '' }, null],
    [{ total: 0, procesos: [] }, 'total: 0'],
    [[null], null],
    [[[]], null],
    [[{}], null],
    [['no disponible'], 'no disponible'],
    [[{ error: 'timeout' }, { mensaje: 'x' }], 'error: timeout · mensaje: x'],
    [{ error: { toString: 'x', status: {} } }, 'toString: x'],
  ])('%j says %j', (value, text) => {
    for (const query of [asked, notAsked])
      for (const source of ['judicial', 'procurator', 'news', 'social'] as const)
        expect(sourceState(source, value, query)).toMatchObject({ source, state: 'no-answer', count: 0, text });
  });

  it('a text is cleaned and cut', () => {
    expect(sourceState('news', `a\u202e\n${'b'.repeat(999)}`, asked).text).toMatch(/^a b{297}…$/);
  });
});

describe('lists', () => {
  it.each<[unknown, string, number, string | null]>([
    [[entry()], 'hit', 1, null],
    [[{ nombre_apellido: ['X'] }, { odd: { thing: 1 } }, { alias: 'Y' }], 'hit', 3, null],
    [[{ estado: 'ACTIVO', detalle: ['x'] }], 'hit', 1, null],
    [[{ estado: 'ACTIVO', detalle: ['x'], nuevo: null }], 'hit', 1, null],
    [[{ id: '7' }], 'hit', 1, null],
    [[entry(), { error: 'lista tres: timeout' }], 'hit', 1, 'error: lista tres: timeout'],
    [[{ error: 'timeout' }], 'no-answer', 0, 'error: timeout'],
    [[{ estado: 'ERROR', mensaje: 'lista caída' }], 'no-answer', 0, 'estado: ERROR · mensaje: lista caída'],
    [[{ estado: 'ERROR' }], 'no-answer', 0, 'estado: ERROR'],
    [[null, 'sin conexión'], 'no-answer', 0, 'sin conexión'],
    ['no disponible', 'no-answer', 0, 'no disponible'],
    [entry({ relacionado: 'z' }), 'no-answer', 0, expect.stringContaining('lista: LISTA UNO')],
  ])('%j: %s, %i, %j', (value, expected, count, text) => {
    expect(sourceState('lists', value, asked)).toEqual({ source: 'lists', state: expected, count, text, data: null });
  });
});

describe('one source of two results', () => {
  const of = (state: SourceResult['state'], count = 0, text: string | null = null, data: unknown = null): SourceResult => ({
    source: 'news',
    state,
    count,
    text,
    data,
  });
  it.each([
    [of('clear'), of('hit', 2, null, [1]), of('hit', 2, null, [1])],
    [of('hit', 1, 'a', 'x'), of('hit', 2, 'b', 'y'), of('hit', 3, 'a · b', ['x', 'y'])],
    [of('clear'), of('no-answer', 0, 'a'), of('no-answer', 0, 'a')],
    [of('hit', 1), of('no-answer', 0, 'a'), of('hit', 1, 'a')],
    [of('clear'), of('not-asked'), of('not-asked')],
    [of('clear'), of('clear'), of('clear')],
  ])('the worse counts', (one, other, expected) => {
    expect(mergedSource(one, other)).toEqual(expected);
    expect(mergedSource(other, one)).toMatchObject({ state: expected.state, count: expected.count });
  });
});
