/** fast-check arbitraries of nearly valid search answers, and of queries. */

import { fc } from '../runner/property.ts';
import { isJson, type Json } from './answer-judge.ts';
import { answer, entry, query, result } from './search-answer.ts';

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
export const extra = fc.record({
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
export const change = fc.record({ place, name, value: fc.option(value, { nil: undefined, freq: 4 }) });

export function changed(start: unknown, changes: { place: (string | number)[]; name: string; value: unknown }[]): unknown {
  const made = structuredClone(start);
  for (const { place, name, value } of changes) {
    let at: unknown = made;
    for (const step of place) at = typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Json)[step] : undefined;
    if (Array.isArray(at)) {
      if (value === undefined) at.pop();
      else at.push(structuredClone(value));
    } else if (isJson(at)) {
      if (value === undefined) delete at[name];
      // Not by assignment: `__proto__` has to be an ordinary member, as it is in JSON.
      else Object.defineProperty(at, name, { value: structuredClone(value), enumerable: true, configurable: true, writable: true });
    }
  }
  return made;
}

export const start = fc.constantFrom<unknown>(
  answer(),
  answer({ results: [result(), result()] }),
  answer({}, { datos_tsti: [entry(), entry({ nombre_apellido: undefined })] }),
  answer({}, { block: true, datos_pro: { sancion: 'x' }, datos_amlnews: [{ titulo: 'x' }] }),
);
export const asked = fc
  .record({ judicial: fc.boolean(), procurator: fc.boolean(), identification: fc.constantFrom('1020030', '', '0099') })
  .map((over) => query(over));
