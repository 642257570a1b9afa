/** Each member of a search answer (interface description, Resources): as described, in another form, and beyond. */
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../support/doors/screening.ts';
import { sized } from '../support/runner/soak.ts';
import { bareMatch } from '../support/screening/bare-match.ts';
import { answer, bytes, entry, query, result } from '../support/screening/search-answer.ts';

const read = (value: unknown, of = query()) => readAnswer(bytes(value), of);
const matchOf = (over: object, of = query()) => {
  const [match] = read(answer({}, { datos_tsti: [entry(over)] }), of).matches;
  if (!match) throw new Error('no match');
  return match;
};

describe('an answer as described', () => {
  it('of a clear person', () => {
    expect(read(answer())).toEqual({
      outcome: 'clear',
      block: false,
      logNumber: '123',
      providerTime: '2026-03-04 05:06:07',
      elapsed: 0.75,
      sources: [
        { source: 'lists', state: 'clear', count: 0, text: null, data: null },
        { source: 'judicial', state: 'clear', count: 0, text: null, data: null },
        { source: 'procurator', state: 'clear', count: 0, text: null, data: null },
        { source: 'news', state: 'clear', count: 0, text: null, data: null },
        { source: 'social', state: 'not-asked', count: 0, text: null, data: null },
      ],
      matches: [],
      defects: [],
      differences: [],
      other: null,
      others: [],
      problem: null,
      used: [],
      unread: new Map(),
    });
  });

  it('with something in every member', () => {
    const found = {
      block: true,
      datos_pro: { sancion: 'S' },
      datos_ramajudicial: { procesos: [1] },
      datos_amlnews: [{ titulo: 'T' }],
      datos_twitter: { menciones: [{ usuario: '@x' }] },
      datos_tsti: [entry()],
    };
    const reading = read(answer({}, found));
    expect(reading).toMatchObject({ outcome: 'match', block: true, defects: [], other: null, problem: null });
    expect(reading.sources).toEqual([
      { source: 'lists', state: 'hit', count: 1, text: null, data: null },
      { source: 'judicial', state: 'hit', count: 1, text: null, data: found.datos_ramajudicial },
      { source: 'procurator', state: 'hit', count: 1, text: null, data: found.datos_pro },
      { source: 'news', state: 'hit', count: 1, text: null, data: found.datos_amlnews },
      { source: 'social', state: 'hit', count: 1, text: null, data: found.datos_twitter },
    ]);
    expect(reading.matches).toEqual([
      {
        number: 0,
        reasons: ['same-identification', 'same-name'],
        names: ['PEREZ GOMEZ ANA MARIA'],
        aliases: ['La Profe'],
        lists: ['LISTA UNO'],
        relatedLists: ['Lista relacionada'],
        categories: ['Sancionados'],
        countries: ['Colombia'],
        citizenships: ['CO'],
        identifications: ['1.020.030', '99'],
        passports: ['AB 1', 'AB 2'],
        statuses: ['ACTIVO', 'B', 'C'],
        details: ['Resolución 1'],
        related: ['Uno', 'Dos'],
        url: 'https://lista.example/1',
        entry: entry(),
      },
    ]);
  });

  it('an entry holds only the members that apply to it', () => {
    const reading = read(answer({}, { datos_tsti: [{ alias: ['ana maria perez gomez'] }] }));
    expect(reading.defects).toEqual([]);
    expect(reading.matches).toEqual([
      bareMatch({
        number: 0,
        reasons: ['alias-only'],
        aliases: ['ana maria perez gomez'],
        entry: { alias: ['ana maria perez gomez'] },
      }),
    ]);
  });

  it('numbers with more digits than a double keep their text', () => {
    const text = JSON.stringify(answer({ id_bitacora: 777 }, { datos_tsti: [entry({ _version_: 888 })] }))
      .replace('777', '9007199254740993123')
      .replace('888', '1799999999999999999');
    const reading = read(text);
    expect(reading).toMatchObject({ logNumber: '9007199254740993123', defects: [] });
    expect(reading.matches[0]?.entry).toMatchObject({ _version_: '1799999999999999999' });
  });
});

describe('members in another form', () => {
  it('are read leniently, and reported', () => {
    const reading = read(
      answer(
        { id_bitacora: ' 123 ', elapsed_time: '0.75', datetime: '2026-03-04T05:06:07' },
        {
          item_no: '1',
          datos_pro: [{ a: 1 }],
          datos_tsti: [entry({ alias: 'X', pais: ['CO', 57, null, ''], url: null, relacionado: ['A'] })],
        },
      ),
    );
    expect(reading).toMatchObject({ logNumber: '123', elapsed: 0.75, providerTime: '2026-03-04T05:06:07' });
    expect(reading.matches[0]).toMatchObject({ aliases: ['X'], countries: ['CO', '57'], url: null, related: ['A'] });
    expect(reading.defects.toSorted()).toEqual([
      'datetime',
      'elapsed_time',
      'id_bitacora',
      'results[0].datos_pro',
      'results[0].datos_tsti[0].alias',
      'results[0].datos_tsti[0].pais',
      'results[0].datos_tsti[0].relacionado',
      'results[0].datos_tsti[0].url',
      'results[0].item_no',
    ]);
  });

  it.each(['datetime', 'id_bitacora', 'elapsed_time'] as const)('%s missing, null or an object', (name) => {
    for (const value of [undefined, null, {}]) {
      const reading = read(answer({ [name]: value }));
      expect(reading).toMatchObject({ outcome: name === 'id_bitacora' ? 'unavailable' : 'clear', defects: [name] });
      expect([reading.providerTime, reading.logNumber, reading.elapsed].filter((found) => found === null)).toHaveLength(1);
    }
  });

  it.each(['item_no', 'nombre', 'doc_id', 'block', 'datos_pro', 'datos_ramajudicial', 'datos_amlnews', 'datos_tsti', 'datos_twitter'])(
    '%s missing is reported',
    (name) => expect(read(answer({}, { [name]: undefined })).defects).toEqual([`results[0].${name}`]),
  );

  it('an odd entry is a match that shows everything', () => {
    const odd = { lista: { code: 1 }, alias: [['Deep']], nuevo: { x: [1] } };
    expect(matchOf({ lista: { code: 1 } })).toMatchObject({ lists: [] });
    const reading = read(answer({}, { datos_tsti: [odd] }));
    expect(reading.matches).toMatchObject([{ lists: [], aliases: ['Deep'], entry: odd }]);
  });

  it.each<[string, () => object]>([
    ['a name of one long word', () => ({ nombre: 'a'.repeat(8_000_000) })],
    ['a name of apostrophes', () => ({ nombre: "a'".repeat(4_000_000) })],
    ['a name of accents', () => ({ nombre: `a${'\u0301'.repeat(8_000_000)}` })],
    [
      'odd entries without number',
      () => ({ nombre: 'Otro', datos_tsti: Array.from({ length: sized(15_000, 150_000) }, () => ({ lista: 1 })) }),
    ],
    ['an odd array without end', () => ({ nombre: 'Otro', datos_tsti: [{ alias: new Array(sized(30_000, 300_000)).fill(1) }] })],
  ])('%s does no harm', (_, over) => {
    expect(read(answer({}, over()))).toMatchObject({ problem: { code: 'answer-other-person' } });
  });

  it('reports of junk are limited', () => {
    const entries = Array.from({ length: 500 }, () => entry({ lista: 7 }));
    const reading = read(answer({}, { datos_tsti: entries }));
    expect([reading.matches.length, reading.defects.length]).toEqual([500, 200]);
  });
});

describe('members that are not described', () => {
  it('are stored: of the answer, of the result, of an entry', () => {
    const reading = read(answer({ nuevo: 1, lost: null }, { nuevo: { a: [2] }, datos_tsti: [entry({ nuevo: 3 })] }));
    expect(reading).toMatchObject({ defects: [], other: { nuevo: 1, lost: null, 'results[0].nuevo': { a: [2] } } });
    expect(reading.matches[0]?.entry).toHaveProperty('nuevo', 3);
  });

  it('values in place of an entry, of the entries, or of a result are stored', () => {
    expect(read(answer({}, { datos_tsti: [entry(), 'x', { error: 'y' }] })).other).toEqual({
      'results[0].datos_tsti[1]': 'x',
      'results[0].datos_tsti[2]': { error: 'y' },
    });
    expect(read(answer({}, { datos_tsti: entry() })).other).toEqual({ 'results[0].datos_tsti': entry() });
    expect(read(answer({ results: [result(), 'x'] })).other).toEqual({ results: ['x'] });
    expect(read(answer({ results: 'x' })).other).toEqual({ results: 'x' });
  });

  it('names that every object inherits do no harm', () => {
    const text = '{"__proto__":{"block":false},"constructor":1,"results":[{"__proto__":{"block":false,"nombre":"X"}}]}';
    const reading = read(text);
    expect(reading).toMatchObject({ outcome: 'unavailable', block: null });
    expect(JSON.stringify(reading.other)).toBe(
      '{"__proto__":{"block":false},"constructor":1,"results[0].__proto__":{"block":false,"nombre":"X"}}',
    );
    expect(Object.getPrototypeOf(reading.other)).toBe(Object.prototype);
  });
});

describe('a member in several spellings', () => {
  it.each([{ Nombre: 'Otra Persona' }, { DocId: '999' }])('%j next to the described one names another person', (over) => {
    expect(read(answer({}, over))).toMatchObject({ outcome: 'unavailable', problem: { code: 'answer-other-person' } });
  });

  it.each([...[{ Block: true }, { datosPro: { sancion: 'S' } }, { DATOS_TSTI: [entry()] }, { datosRamaJudicial: 'Registra procesos' }]])(
    '%j next to the described one keeps the screening from being clear',
    (over) => {
      expect(read(answer({}, over)).outcome).toBe('match');
    },
  );

  it('the same twice says nothing', () => {
    const twice = { Nombre: 'Ana María Pérez Gómez', docId: 1_020_030, Block: false, datosPro: null, DATOS_TSTI: [] };
    expect(read(answer({}, twice)).outcome).toBe('clear');
  });
});
