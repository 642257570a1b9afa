/** Nearly valid answers: never a crash, never a wrong `clear`, and nothing found is lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '../../main/screening/answer/read-answer.ts';
import { matchSchema, outcomeSchema, type ScreeningQuery, sourceResultSchema } from '../../shared/domain/screening.ts';
import { problemSchema } from '../../shared/errors.ts';
import { answer, bytes, entry, query, result } from '../fixtures/search-answer.ts';

/** More are run by hand: `SEARCH_FUZZ_RUNS=250000`. */
const numRuns = Number(process.env.SEARCH_FUZZ_RUNS ?? 20_000);

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (object: Json, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);

/** Written without a look at the code under test: what has to hold for a clear answer. */
function mayBeClear(parsed: unknown, asked: ScreeningQuery): boolean {
  if (!isJson(parsed)) return false;
  const results = own(parsed, 'results');
  if (!Array.isArray(results) || results.length === 0) return false;
  return results.every((found) => {
    if (!isJson(found)) return false;
    const none = (name: string, missing: boolean): boolean => {
      const value = own(found, name);
      return value === undefined ? missing : ['null', '[]', '{}'].includes(JSON.stringify(value));
    };
    const lists = own(found, 'datos_tsti');
    return (
      own(found, 'block') === false &&
      JSON.stringify(lists) === '[]' &&
      none('datos_ramajudicial', !asked.judicial) &&
      none('datos_pro', !asked.procurator) &&
      none('datos_amlnews', false) &&
      none('datos_twitter', true) &&
      sayNothingOrSame(own(found, 'nombre'), asked.name, nameKey) &&
      sayNothingOrSame(own(found, 'doc_id'), asked.identification, typeof own(found, 'doc_id') === 'number' ? numberKey : idKey)
    );
  });
}
const sayNothingOrSame = (value: unknown, asked: string, key: (text: string) => string): boolean => {
  // More digits than a number holds are a text.
  const said = typeof value === 'number' && /^-?\d{16,}$/.test(String(value)) ? String(value) : value;
  if (typeof said !== 'string' && !(typeof said === 'number' && key !== nameKey)) return true;
  // A name of signs alone is nobody's, and not the one that was asked for.
  if (key === nameKey && key(String(said)) === '') return String(said).trim() === '';
  return key(String(said)) === '' || key(asked) === '' || key(String(said)) === key(asked);
};
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
const nameKey = (text: string): string =>
  plain(text)
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
    .sort()
    .join(' ');
const idKey = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const numberKey = (text: string): string => idKey(text).replace(/^0+/, '');

/** Members of the answer and of its results that the description does not list. */
function extras(parsed: unknown): [string, unknown][] {
  if (!isJson(parsed)) return [];
  const results = own(parsed, 'results');
  const of = (object: Json, described: object): [string, unknown][] =>
    Object.entries(object).filter(([name]) => !Object.keys(described).includes(name));
  return [...of(parsed, answer()), ...(Array.isArray(results) ? results.filter(isJson).flatMap((found) => of(found, result())) : [])];
}

/** Only the plainest forms; written without a look at the code under test. */
function tellsOfFailure([name, value]: [string, unknown], under = ''): boolean {
  const names = `${under} ${name}`;
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([key, inner]) => tellsOfFailure([Array.isArray(value) ? name : key, inner], names));
  if (value === null || Number(value) === 0) return false;
  const plainest = /error|timeout|no[ _]disponible|sin[ _]respuesta|unavailable/i;
  return (
    plainest.test(names) ||
    (typeof value === 'string' && plainest.test(value)) ||
    (/status|codigo/.test(name) && /^[45]\d\d$/.test(String(value)))
  );
}

/** An entry with a name, wherever it stands in `datos_tsti`, is found. */
function hasNamedEntry(parsed: unknown): boolean {
  const results = isJson(parsed) ? own(parsed, 'results') : undefined;
  return (
    Array.isArray(results) &&
    results.filter(isJson).some((found) => {
      const lists = own(found, 'datos_tsti');
      const named = (element: unknown): boolean =>
        isJson(element) && JSON.stringify(own(element, 'nombre_apellido')) === '["PEREZ GOMEZ ANA MARIA"]';
      return own(found, 'block') === true || (Array.isArray(lists) && lists.some(named));
    })
  );
}

const name = fc.oneof(
  fc.constantFrom(
    'block',
    'nombre',
    'doc_id',
    'datos_tsti',
    'datos_pro',
    'datos_ramajudicial',
    'datos_amlnews',
    'datos_twitter',
    'results',
  ),
  fc.constantFrom(...Object.keys(entry()), ...Object.keys(answer()), 'item_no'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'error', 'mensaje', 'nuevo', ''),
);
const report = fc.constantFrom<unknown>('no disponible', { error: 'timeout' }, { mensaje: 'x', codigo: 503 }, [{ error: 'x' }], { a: [] }, [
  null,
]);
const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, '', 'false', '[]', {}, [], [[]], [{}], -1, 1e21),
  report,
  fc.constantFrom<unknown>('Ana María Pérez Gómez', 'GOMEZ, PEREZ ANA  MARIA', 'Otra Persona', '1.020.030', 1020030, '99'),
  fc.constantFrom<unknown>([entry()], entry(), result(), [result()], [result(), result({ block: true })]),
  fc.jsonValue({ maxDepth: 4 }),
);
const extraName = fc.constantFrom(
  ...[
    'error',
    'errores',
    'timeout',
    'datos_ramajudicial_error',
    'judicialError',
    'fuentes_no_disponibles',
    'sin_respuesta',
    'Source unavailable',
  ],
  ...[
    'estado_fuentes',
    'fuentes',
    'status',
    'codigo',
    'mensaje',
    'rama_judicial',
    'Procuraduría',
    'datos_pro_estado',
    'lista',
    'nuevo',
    'version',
  ],
);
const extraLeaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    false,
    0,
    '',
    ' ',
    [],
    {},
    true,
    1,
    200,
    503,
    '503',
    '2.1',
    'OK',
    'Consulta exitosa',
    'datos_ramajudicial',
  ),
  fc.constantFrom<unknown>(
    'Rama Judicial timeout',
    'NO DISPONIBLE',
    'Service Unavailable',
    'procuraduría',
    'sin respuesta',
    'Error en noticias',
  ),
);
const extraValue = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    extraLeaf,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(extraName, tie('tree'), { maxKeys: 3 }),
  ),
})).tree;
const extra = fc.record({
  place: fc.constantFrom<(string | number)[]>([], ['results', 0], ['results', 1]),
  name: extraName,
  value: extraValue,
});

const place = fc.constantFrom<(string | number)[]>(
  [],
  ['results'],
  ['results', 0],
  ['results', 1],
  ['results', 0, 'datos_tsti', 0],
  ['results', 0, 'datos_tsti'],
);
const change = fc.record({ place, name, value: fc.option(value, { nil: undefined, freq: 4 }) });

function changed(start: unknown, changes: { place: (string | number)[]; name: string; value: unknown }[]): unknown {
  const made = structuredClone(start);
  for (const { place, name, value } of changes) {
    let at: unknown = made;
    for (const step of place) at = typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Json)[step] : undefined;
    if (Array.isArray(at)) {
      if (value === undefined) at.pop();
      else at.push(structuredClone(value));
    } else if (isJson(at)) {
      if (value === undefined) delete at[name];
      // Not by assignment: `__proto__` has to be a member like others, as it is in JSON.
      else Object.defineProperty(at, name, { value: structuredClone(value), enumerable: true, configurable: true, writable: true });
    }
  }
  return made;
}

const start = fc.constantFrom<unknown>(
  answer(),
  answer({ results: [result(), result()] }),
  answer({}, { datos_tsti: [entry(), entry({ nombre_apellido: undefined })] }),
  answer({}, { block: true, datos_pro: { sancion: 'x' }, datos_amlnews: [{ titulo: 'x' }] }),
);
const asked = fc
  .record({ judicial: fc.boolean(), procurator: fc.boolean(), identification: fc.constantFrom('1020030', '', '0099') })
  .map((over) => query(over));

const wholeReading = z.strictObject({
  outcome: outcomeSchema,
  block: z.boolean().nullable(),
  logNumber: z.string().nullable(),
  providerTime: z.string().nullable(),
  elapsed: z.number().nullable(),
  sources: z.array(sourceResultSchema).length(5),
  matches: z.array(matchSchema),
  defects: z.array(z.string()),
  other: z.looseObject({}).nullable(),
  problem: problemSchema.nullable(),
});

describe('nearly valid answers', () => {
  it('are clear exactly when everything says so, and a match when something was found', () => {
    const outcomes = { clear: 0, match: 0, unavailable: 0 };
    const told = { ofFailure: 0, clearWithExtras: 0 };
    const beside = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(extra, { maxLength: 3 }) });
    fc.assert(
      fc.property(start, fc.array(change, { maxLength: 4 }), beside, asked, (from, changes, extra, of) => {
        const text = JSON.stringify(changed(from, [...changes, ...extra]));
        const reading = readAnswer(bytes(text), of);
        expect(() => wholeReading.parse(reading)).not.toThrow();
        expect(() => JSON.stringify(reading)).not.toThrow();
        const unlisted = extras(JSON.parse(text));
        const failure = unlisted.some((member) => tellsOfFailure(member));
        const sourcesClear = mayBeClear(JSON.parse(text), of);
        if (unlisted.length === 0) expect(reading.outcome === 'clear').toBe(sourcesClear);
        if (reading.outcome === 'clear') expect([sourcesClear, failure]).toEqual([true, false]);
        if (reading.problem !== null)
          expect([reading.block, reading.sources.map(({ state }) => state)]).toEqual([
            reading.block || null,
            expect.not.arrayContaining(['clear']),
          ]);
        if (sourcesClear && failure) told.ofFailure++;
        if (reading.outcome === 'clear' && unlisted.length > 0) told.clearWithExtras++;
        if (hasNamedEntry(JSON.parse(text))) expect(reading.outcome).toBe('match');
        const [lists] = reading.sources;
        expect(lists?.count).toBe(reading.matches.length);
        outcomes[reading.outcome]++;
      }),
      { numRuns },
    );
    // Else the changes leave no answer of a kind, and the property says nothing about it.
    for (const count of [...Object.values(outcomes), ...Object.values(told)]) expect(count).toBeGreaterThan(500);
  });

  it('with bytes lost, changed or doubled are never wrongly clear', () => {
    const damage = fc.record({ at: fc.nat(2000), remove: fc.nat(60), put: fc.uint8Array({ maxLength: 4 }) });
    fc.assert(
      fc.property(start, fc.array(damage, { minLength: 1, maxLength: 3 }), fc.option(fc.nat(2000)), asked, (from, damages, cut, of) => {
        let raw = Buffer.from(bytes(from));
        for (const { at, remove, put } of damages) raw = Buffer.concat([raw.subarray(0, at), put, raw.subarray(at + remove)]);
        if (cut !== null) raw = raw.subarray(0, cut);
        const reading = readAnswer(raw, of);
        wholeReading.parse(reading);
        let parsed: unknown = null;
        try {
          parsed = JSON.parse(raw.toString().replace(/^\ufeff/, ''));
        } catch {}
        if (reading.outcome === 'clear')
          expect([mayBeClear(parsed, of), extras(parsed).some((member) => tellsOfFailure(member))]).toEqual([true, false]);
      }),
      { numRuns: 10_000 },
    );
  });

  it('any bytes, and any JSON, are read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json({ maxDepth: 8 }).map(bytes)), asked, (raw, of) => {
        expect(wholeReading.parse(readAnswer(raw, of)).outcome).toBe('unavailable');
      }),
      { numRuns: 5000 },
    );
  });

  it('a member that stands twice is not clear, whichever of the two says so', () => {
    const twice = fc.constantFrom(
      '"block":true',
      '"datos_tsti":[{"alias":["x"]}]',
      '"nombre":"Otro"',
      '"datos_pro":{"x":1}',
      '"results":[]',
    );
    fc.assert(
      fc.property(twice, fc.nat(20), asked, (member, after, of) => {
        const text = JSON.stringify(answer());
        // After the brace of the answer or of its result, so that the later member wins.
        const braces = [...text.matchAll(/\{/g)].map(({ index }) => index + 1);
        const at = braces[member.startsWith('"results') ? 0 : 1 + (after % (braces.length - 1))] ?? 1;
        expect(readAnswer(bytes(`${text.slice(0, at)}${member},${text.slice(at)}`), of).outcome).toBe('unavailable');
      }),
    );
  });
});
