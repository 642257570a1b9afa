/** Each member of a search answer (interface description, Resources), and what the answer comes to. */
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../main/screening/answer/read-answer.ts';
import type { SourceState } from '../../shared/domain/screening.ts';
import { answer, bytes, entry, query, result } from '../fixtures/search-answer.ts';

const read = (value: unknown, of = query()) => readAnswer(bytes(value), of);
const states = (value: unknown, of = query()): SourceState[] => read(value, of).sources.map(({ state }) => state);
const matchOf = (over: object, of = query()) => {
  const [match] = read(answer({}, { datos_tsti: [entry(over)] }), of).matches;
  if (!match) throw new Error('no match');
  return match;
};
const notAsDescribed = { code: 'search-answer-not-as-described', message: 'search-answer-not-as-described' };

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
      other: null,
      problem: null,
    });
  });

  it('with something in every member', () => {
    const found = {
      block: true,
      datos_pro: { sancion: 'S' },
      datos_ramajudicial: { procesos: [1] },
      datos_amlnews: [{ titulo: 'T' }],
      datos_twitter: { usuario: '@x' },
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
      {
        number: 0,
        reasons: ['alias-only'],
        names: [],
        aliases: ['ana maria perez gomez'],
        lists: [],
        relatedLists: [],
        categories: [],
        countries: [],
        citizenships: [],
        identifications: [],
        passports: [],
        statuses: [],
        details: [],
        related: [],
        url: null,
        entry: { alias: ['ana maria perez gomez'] },
      },
    ]);
  });

  it('digits past what a number holds stay as they came', () => {
    const text = JSON.stringify(answer({ id_bitacora: 777 }, { datos_tsti: [entry({ _version_: 888 })] }))
      .replace('777', '9007199254740993123')
      .replace('888', '1799999999999999999');
    const reading = read(text);
    expect(reading).toMatchObject({ logNumber: '9007199254740993123', defects: [] });
    expect(reading.matches[0]?.entry).toMatchObject({ _version_: '1799999999999999999' });
  });
});

describe('outcome', () => {
  it.each<[string, object, string]>([
    ['blocked', { block: true }, 'match'],
    ['blocked, and a source did not answer', { block: true, datos_pro: 'x' }, 'match'],
    ['an entry', { datos_tsti: [entry()] }, 'match'],
    ['an entry, and a source did not answer', { datos_tsti: [entry()], datos_pro: 'x' }, 'match'],
    ['judicial data', { datos_ramajudicial: { a: 1 } }, 'match'],
    ['procurator data', { datos_pro: { a: 1 } }, 'match'],
    ['news', { datos_amlnews: [{ a: 1 }] }, 'match'],
    ['social data', { datos_twitter: { a: 1 } }, 'match'],
    ['a source that did not answer', { datos_ramajudicial: { error: 'timeout' } }, 'unavailable'],
    ['a source that was not asked for and did not answer', { datos_twitter: { error: 'timeout' } }, 'unavailable'],
    ['lists missing', { datos_tsti: undefined }, 'unavailable'],
    ['news missing', { datos_amlnews: undefined }, 'unavailable'],
    ['news null', { datos_amlnews: null }, 'clear'],
    ['procurator missing', { datos_pro: undefined }, 'unavailable'],
    ['empty objects', { datos_pro: {}, datos_ramajudicial: {} }, 'clear'],
  ])('%s', (_, over, outcome) => expect(read(answer({}, over))).toMatchObject({ outcome, problem: null }));

  it.each([null, undefined, 'false', 0, {}])('block %j is no answer', (block) => {
    expect(read(answer({}, { block }))).toMatchObject({ outcome: 'unavailable', block: null, problem: notAsDescribed });
  });

  it('a source that was not asked does not keep it from being clear', () => {
    const over = { datos_pro: undefined, datos_ramajudicial: undefined };
    expect(read(answer({}, over), query({ judicial: false, procurator: false })).outcome).toBe('clear');
    expect(read(answer({}, over), query({ judicial: true, procurator: false })).outcome).toBe('unavailable');
    expect(read(answer({}, over), query({ judicial: false, procurator: true })).outcome).toBe('unavailable');
  });
});

describe('no answer in the described form', () => {
  it.each<[string, unknown, string]>([
    ['nothing', '', 'search-answer-unreadable'],
    ['a page', '<html>', 'search-answer-unreadable'],
    ['cut off', JSON.stringify(answer()).slice(0, -1), 'search-answer-unreadable'],
    ['a text', '"x"', 'search-answer-not-as-described'],
    ['null', 'null', 'search-answer-not-as-described'],
    ['an array', [answer()], 'search-answer-not-as-described'],
    ['an empty object', {}, 'search-answer-not-as-described'],
    ['results missing', answer({ results: undefined }), 'search-answer-not-as-described'],
    ['results null', answer({ results: null }), 'search-answer-not-as-described'],
    ['results empty', answer({ results: [] }), 'search-answer-not-as-described'],
    ['results of other things', answer({ results: [null] }), 'search-answer-not-as-described'],
    ['one of the results is another thing', answer({ results: [result(), 'x'] }), 'search-answer-not-as-described'],
    ['a result outside an array', answer({ results: result() }), 'search-answer-not-as-described'],
    ['a member twice', JSON.stringify(answer()).replace('"block"', '"block":true,"block"'), 'search-answer-not-as-described'],
    [
      'a member twice, once escaped',
      JSON.stringify(answer()).replace('"block"', '"bl\\u006fck":true,"block"'),
      'search-answer-not-as-described',
    ],
    ['nested past all sense', `{"a":${'['.repeat(200_000)}`, 'search-answer-not-as-described'],
  ])('%s', (_, value, code) => expect(read(value)).toMatchObject({ outcome: 'unavailable', problem: { code } }));

  it('without a result, what was asked did not answer', () => {
    expect(states('')).toEqual(['no-answer', 'no-answer', 'no-answer', 'no-answer', 'not-asked']);
    expect(states('', query({ judicial: false, procurator: false }))).toEqual([
      'no-answer',
      'not-asked',
      'not-asked',
      'no-answer',
      'not-asked',
    ]);
  });

  it('bytes that are no UTF-8 are not believed to be clear', () => {
    const raw = Buffer.from(JSON.stringify(answer({ datetime: 'ñ' })), 'latin1');
    expect(readAnswer(raw, query())).toMatchObject({ outcome: 'unavailable', problem: notAsDescribed });
  });

  it('what was found is a match all the same', () => {
    expect(read(answer({ results: result({ datos_tsti: [entry()] }) }))).toMatchObject({ outcome: 'match', problem: notAsDescribed });
    expect(read(answer({ results: [null, result({ block: true })] }))).toMatchObject({ outcome: 'match', block: true });
    expect(read(answer({}, { block: null, datos_tsti: [entry()] }))).toMatchObject({ outcome: 'match', block: null });
  });

  it('a byte order mark is let pass', () => expect(read(`\ufeff${JSON.stringify(answer())}`).outcome).toBe('clear'));
});

describe('another person', () => {
  const other = { code: 'answer-other-person', message: 'answer-other-person' };
  it.each([
    [{ nombre: 'ANA MARIA PEREZ' }, 'unavailable', other],
    [{ nombre: 'Ana Maria Perez Gómez Ruiz' }, 'unavailable', other],
    [{ doc_id: '1020031' }, 'unavailable', other],
    [{ doc_id: '01020030' }, 'unavailable', other],
    [{ nombre: 'Otro', datos_tsti: [entry()] }, 'match', other],
    [{ nombre: 'Otro', block: true }, 'match', other],
    [{ nombre: 'Otro', block: null }, 'unavailable', other],
    [{ nombre: 'pérez-gómez; ana maría' }, 'clear', null],
    [{ nombre: '' }, 'clear', null],
    [{ nombre: null }, 'clear', null],
    [{ nombre: undefined }, 'clear', null],
    [{ doc_id: '1.020.030' }, 'clear', null],
    [{ doc_id: 1020030 }, 'clear', null],
    [{ doc_id: '' }, 'clear', null],
    [{ doc_id: undefined }, 'clear', null],
  ])('%j: %s', (over, outcome, problem) => expect(read(answer({}, over))).toMatchObject({ outcome, problem }));

  it('a number that was not asked for says nothing', () => {
    expect(read(answer(), query({ identification: '' })).outcome).toBe('clear');
    expect(read(answer({}, { doc_id: 20030 }), query({ identification: '0020030' })).outcome).toBe('clear');
  });

  it('a name without letters is only itself', () => {
    expect(read(answer({}, { nombre: '***' }), query({ name: '***' })).outcome).toBe('clear');
    expect(read(answer({}, { nombre: '---' }), query({ name: '***' })).outcome).toBe('unavailable');
  });
});

describe('an answer that makes no outcome', () => {
  it.each<[string, unknown]>([
    ['of another person', answer({}, { nombre: 'Otro' })],
    ['with a member twice', JSON.stringify(answer()).replace('"block"', '"block":true,"block"')],
    ['outside an array', answer({ results: result() })],
    ['with half of its results', answer({ results: [result(), 'x'] })],
  ])('%s says of nobody that there is nothing', (_, value) => {
    expect([read(value).block, ...states(value)]).toEqual([null, 'no-answer', 'no-answer', 'no-answer', 'no-answer', 'not-asked']);
  });

  it('keeps what it found', () => {
    const value = answer({}, { nombre: 'Otro', block: true, datos_tsti: [entry()] });
    expect([read(value).block, ...states(value)]).toEqual([true, 'hit', 'no-answer', 'no-answer', 'no-answer', 'not-asked']);
  });
});

describe('several results', () => {
  it('the worse counts, and matches are numbered through', () => {
    const results = [result({ datos_tsti: [{}, entry()] }), result({ block: true, datos_tsti: [entry({ id: 'e-2' })], datos_pro: 'x' })];
    const reading = read(answer({ results }));
    expect(reading).toMatchObject({ outcome: 'match', block: true });
    expect(reading.matches.map(({ number, entry: { id } }) => [number, id])).toEqual([
      [1, 'e-1'],
      [2, 'e-2'],
    ]);
    expect(reading.sources.map(({ state, count }) => [state, count])).toEqual([
      ['hit', 2],
      ['clear', 0],
      ['no-answer', 0],
      ['clear', 0],
      ['not-asked', 0],
    ]);
  });
  it.each([
    [result({ nombre: 'Otro' }), 'unavailable'],
    [result({ block: null }), 'unavailable'],
    [result({ datos_pro: 'x' }), 'unavailable'],
    [result(), 'clear'],
  ])('a second one that is %j', (second, outcome) => {
    expect(read(answer({ results: [result(), second] })).outcome).toBe(outcome);
    expect(read(answer({ results: [second, result()] })).outcome).toBe(outcome);
  });
});

describe('members in another form', () => {
  it('are read kindly, and told', () => {
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
      expect(reading).toMatchObject({ outcome: 'clear', defects: [name] });
      expect([reading.providerTime, reading.logNumber, reading.elapsed].filter((found) => found === null)).toHaveLength(1);
    }
  });

  it.each(['item_no', 'nombre', 'doc_id', 'block', 'datos_pro', 'datos_ramajudicial', 'datos_amlnews', 'datos_tsti', 'datos_twitter'])(
    '%s missing is told',
    (name) => expect(read(answer({}, { [name]: undefined })).defects).toEqual([`results[0].${name}`]),
  );

  it('an odd entry is a match that shows everything', () => {
    const odd = { lista: { code: 1 }, alias: [['Deep']], nuevo: { x: [1] } };
    expect(matchOf({ lista: { code: 1 } })).toMatchObject({ lists: [] });
    const reading = read(answer({}, { datos_tsti: [odd] }));
    expect(reading.matches).toMatchObject([{ lists: [], aliases: ['Deep'], entry: odd }]);
  });

  it.each<[string, object]>([
    ['a name of one long word', { nombre: 'a'.repeat(8_000_000) }],
    ['a name of apostrophes', { nombre: "a'".repeat(4_000_000) }],
    ['a name of accents', { nombre: `a${'\u0301'.repeat(8_000_000)}` }],
    ['odd entries without number', { nombre: 'Otro', datos_tsti: Array.from({ length: 150_000 }, () => ({ lista: 1 })) }],
    ['an odd array without end', { nombre: 'Otro', datos_tsti: [{ alias: new Array(300_000).fill(1) }] }],
  ])('%s does no harm', (_, over) => {
    expect(read(answer({}, over))).toMatchObject({ problem: { code: 'answer-other-person' } });
  });

  it('junk is not told without end', () => {
    const entries = Array.from({ length: 500 }, () => entry({ lista: 7 }));
    const reading = read(answer({}, { datos_tsti: entries }));
    expect([reading.matches.length, reading.defects.length]).toEqual([500, 200]);
  });
});

describe('members that are not described', () => {
  it('are kept: of the answer, of the result, of an entry', () => {
    const reading = read(answer({ nuevo: 1, lost: null }, { nuevo: { a: [2] }, datos_tsti: [entry({ nuevo: 3 })] }));
    expect(reading).toMatchObject({ defects: [], other: { nuevo: 1, lost: null, 'results[0].nuevo': { a: [2] } } });
    expect(reading.matches[0]?.entry).toHaveProperty('nuevo', 3);
  });

  it('so is what stands in place of an entry, of the entries, or of a result', () => {
    expect(read(answer({}, { datos_tsti: [entry(), 'x', { error: 'y' }] })).other).toEqual({
      'results[0].datos_tsti[1]': 'x',
      'results[0].datos_tsti[2]': { error: 'y' },
    });
    expect(read(answer({}, { datos_tsti: entry() })).other).toEqual({ 'results[0].datos_tsti': entry() });
    expect(read(answer({ results: [result(), 'x'] })).other).toEqual({ results: ['x'] });
    expect(read(answer({ results: 'x' })).other).toEqual({ results: 'x' });
  });

  it('names that every object has do no harm', () => {
    const text = '{"__proto__":{"block":false},"constructor":1,"results":[{"__proto__":{"block":false,"nombre":"X"}}]}';
    const reading = read(text);
    expect(reading).toMatchObject({ outcome: 'unavailable', block: null });
    expect(JSON.stringify(reading.other)).toBe(
      '{"__proto__":{"block":false},"constructor":1,"results[0].__proto__":{"block":false,"nombre":"X"}}',
    );
    expect(Object.getPrototypeOf(reading.other)).toBe(Object.prototype);
  });
});
