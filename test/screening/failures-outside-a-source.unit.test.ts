/** What an answer tells of a source outside that source's member. */
import { describe, expect, it } from 'vitest';
import { type SourceName, sourceNames } from '../support/doors/domain.ts';
import { readAnswer } from '../support/doors/screening.ts';
import { sized } from '../support/runner/soak.ts';
import { answer, bytes, entry, query } from '../support/screening/search-answer.ts';

const read = (value: unknown, of = query()) => readAnswer(bytes(value), of);
const wouldBeClear: SourceName[] = ['lists', 'judicial', 'procurator', 'news'];

/** In the answer and in its result alike: the sources that did not answer, each with the same text. */
function expectReported(member: object, sources: SourceName[], text: string): void {
  for (const value of [answer(member), answer({}, member)]) {
    const reading = read(value);
    expect(reading).toMatchObject({ outcome: 'unavailable', block: false, problem: null });
    for (const { source, state, text: said } of reading.sources)
      expect([source, state, said]).toEqual(
        sources.includes(source) ? [source, 'no-answer', text] : [source, wouldBeClear.includes(source) ? 'clear' : 'not-asked', null],
      );
  }
}

describe('a failure that names its source', () => {
  it.each<[object, SourceName[], string]>([
    [{ error: 'Rama Judicial timeout' }, ['judicial'], 'error: Rama Judicial timeout'],
    [
      { errores: [{ fuente: 'datos_ramajudicial', mensaje: 'no disponible' }] },
      ['judicial'],
      'fuente: datos_ramajudicial · mensaje: no disponible',
    ],
    [{ errores: { fuente: 'news', detalle: { mensaje: 'timeout' } } }, ['news'], 'fuente: news · mensaje: timeout'],
    [{ fuentes_no_disponibles: ['procuraduría'] }, ['procurator'], 'fuentes_no_disponibles: procuraduría'],
    [{ 'fuentes sin respuesta': ['redes sociales'] }, ['social'], 'fuentes sin respuesta: redes sociales'],
    [{ datos_ramajudicial_error: 'Service Unavailable' }, ['judicial'], 'datos_ramajudicial_error: Service Unavailable'],
    [{ datos_pro_status: 504 }, ['procurator'], 'datos_pro_status: 504'],
    [{ ramaJudicialDisponible: false }, ['judicial'], 'ramaJudicialDisponible: false'],
    [{ estado_fuentes: { rama_judicial: 'NO DISPONIBLE', procuraduria: 'OK' } }, ['judicial'], 'rama_judicial: NO DISPONIBLE'],
    [
      {
        fuentes: [
          { nombre: 'TSTI', estado: 'CAÍDA' },
          { nombre: 'Twitter', estado: 'OK' },
        ],
      },
      ['lists'],
      'nombre: TSTI · estado: CAÍDA',
    ],
    [{ avisos: ['La Procuraduría no respondió'] }, ['procurator'], 'avisos: La Procuraduría no respondió'],
    [{ nota: 'No fue posible consultar noticias' }, ['news'], 'nota: No fue posible consultar noticias'],
    [{ fuentes_respondieron: { procuraduria: false, judicial: true } }, ['procurator'], 'procuraduria: false · judicial: true'],
    [{ disponible: { rama_judicial: 'NO', procuraduria: 'si' } }, ['judicial'], 'rama_judicial: NO · procuraduria: si'],
    [{ pendientes: { judicial: true, procurator: false } }, ['judicial'], 'judicial: true'],
    [{ pendientes: 'Rama Judicial' }, ['judicial'], 'pendientes: Rama Judicial'],
    [{ sources_down: ['procurator'] }, ['procurator'], 'sources_down: procurator'],
    [{ fuentes_inactivas: 'Procuraduría' }, ['procurator'], 'fuentes_inactivas: Procuraduría'],
    [{ desconectadas: [{ fuente: 'datos_pro' }] }, ['procurator'], 'fuente: datos_pro'],
    [{ procuraduria_disponible: 'N' }, ['procurator'], 'procuraduria_disponible: N'],
    [{ fuentes: { procuraduria: 'N', rama_judicial: 'S' } }, ['procurator'], 'procuraduria: N'],
    [{ fuentes_respondieron: { procuraduria: 'N', rama_judicial: 'S' } }, ['procurator'], 'procuraduria: N · rama_judicial: S'],
  ])('%j', expectReported);
});

it.each([{ estado: 'EN PROCESO' }, { status: 'in progress' }])('%j says of every source that the answer is still being made', (member) => {
  for (const value of [answer(member), answer({}, member)]) expect(read(value)).toMatchObject({ outcome: 'unavailable', block: false });
});

describe('a state of a source under which it may not have answered', () => {
  const states = ['inactiva', 'EN PROCESO', 'degraded', 'X', 'Desconocido', 'N', '-1'];
  it.each<[(state: unknown) => object]>([
    [(state) => ({ estado_fuentes: { procuraduria: state, rama_judicial: 'OK' } })],
    [(state) => ({ respuestas: { procuraduria: state } })],
    [(state) => ({ fuentes: [{ fuente: 'Procuraduría', estado: state }] })],
    [(state) => ({ fuentes: [`Procuraduría: ${state}`, 'Rama Judicial: OK'] })],
    [(state) => ({ procuraduria_estado: state })],
    [(state) => ({ status_procurator: state })],
  ])('%#', (member) => {
    for (const state of states)
      for (const value of [answer(member(state)), answer({}, member(state))]) {
        const reading = read(value);
        const silent = reading.sources.filter((source) => source.state === 'no-answer').map(({ source }) => source);
        expect([state, reading.outcome, silent]).toEqual([state, 'unavailable', ['procurator']]);
      }
    for (const state of ['OK', 'Activa', 'CONSULTADA', 'sin hallazgos', 'S', 'Respondió', '', null, 0, 'N/A'])
      expect([state, read(answer(member(state))).outcome]).toEqual([state, 'clear']);
    const of = query({ procurator: false });
    expect(read(answer(member('inactiva'), { datos_pro: undefined }), of).outcome).toBe('clear');
  });

  it('is none in other texts about a source, and a number of them says nothing', () => {
    const sources = {
      procuraduria: 'SIRI',
      judicial: 'Consulta nacional de la Rama Judicial',
      news: 'https://noticias.example',
      tsti: '2.1',
    };
    for (const member of [{ fuentes: sources }, { ignored: 3, excluded: '2' }, { estado: 'A', tipo: 'listas' }])
      expect(read(answer(member)).outcome).toBe('clear');
  });
});

describe('a failure that names no source counts for each source that would be clear', () => {
  it.each<[object, string]>([
    [{ error: 'timeout' }, 'error: timeout'],
    [{ error: true }, 'error: true'],
    [{ Error: { code: 503, lines: ['a', 'b'] } }, 'code: 503 · lines: a · lines: b'],
    [{ estado: '502 Bad Gateway' }, 'estado: 502 Bad Gateway'],
    [{ codigo: '500' }, 'codigo: 500'],
    [{ status: 404 }, 'status: 404'],
    [{ status: '400' }, 'status: 400'],
    [{ nuevo: [[{ x: 'sin respuesta' }]] }, 'x: sin respuesta'],
    [{ success: false }, 'success: false'],
    [{ resultado: 'Fallo' }, 'resultado: Fallo'],
    [{ razon_social_error: 'x' }, 'razon_social_error: x'],
    [{ parcial: true }, 'parcial: true'],
    [{ parcial: 'S' }, 'parcial: S'],
    [{ completo: 'N' }, 'completo: N'],
    [{ fuentes_suspendidas: 1 }, 'fuentes_suspendidas: 1'],
    [{ estado: 'PARCIAL' }, 'estado: PARCIAL'],
    [{ mensaje: 'Consulta parcial' }, 'mensaje: Consulta parcial'],
    [{ resultado: 'Parcialmente completado' }, 'resultado: Parcialmente completado'],
  ])('%j', (member, text) => expectReported(member, wouldBeClear, text));
});

describe('an answer that is one page of several, or cut, is not clear', () => {
  it.each<[object, string]>([
    [{ page: 1, total_pages: 3 }, 'total_pages: 3'],
    [{ paginacion: { pagina: 1, paginas: 2 } }, 'paginas: 2'],
    [{ pagina: '1 de 3' }, 'pagina: 1 de 3'],
    [{ cantidadPaginas: '2' }, 'cantidadPaginas: 2'],
    [{ total: 25, limit: 10, offset: 0 }, 'total: 25'],
    [{ meta: { totalCount: 21, pageSize: 20 } }, 'totalCount: 21'],
    [{ consulta: { total: 25, limit: 10 } }, 'total: 25'],
    [{ total: 25 }, 'total: 25'],
    [{ totalRecords: '2' }, 'totalRecords: 2'],
    [{ pagination: { count: 25 } }, 'count: 25'],
    [{ total_resultados: 2, limit: 10 }, 'total_resultados: 2'],
    [{ next: 'https://provider.example/page/2' }, 'next: https://provider.example/page/2'],
    [{ '@odata.nextLink': '/page/2' }, '@odata.nextLink: /page/2'],
    [{ siguiente_pagina: 2 }, 'siguiente_pagina: 2'],
    [{ nextPageToken: 'abc' }, 'nextPageToken: abc'],
    [{ _links: { next: { href: '/page/2' } } }, 'href: /page/2'],
    [{ links: [{ rel: 'next', href: '/page/2' }] }, 'href: /page/2'],
    [{ pageInfo: { hasNextPage: true, endCursor: 'abc' } }, 'hasNextPage: true'],
    [{ hay_mas_resultados: 'si' }, 'hay_mas_resultados: si'],
    [{ truncated: true }, 'truncated: true'],
    [{ resultado_truncado: 1 }, 'resultado_truncado: 1'],
  ])('%j', (member, text) => {
    expectReported(member, wouldBeClear, text);
    expect(read(answer({}, { datos_pro: { sanciones: [], ...member } })).sources[2]?.state).not.toBe('clear');
  });

  it('pages without anything found are no answer of their source', () => {
    const reading = read(answer({}, { datos_ramajudicial: { procesos: [], pagina: 1, total_paginas: 3 } }));
    expect(reading.sources.map(({ state }) => state)).toEqual(['clear', 'no-answer', 'clear', 'clear', 'not-asked']);
  });

  it('has entries of its own that a total counts', () => {
    expect(read(answer({ total: 1, count: '1' })).outcome).toBe('clear');
    const found = read(answer({ total: 2 }, { datos_tsti: [entry(), entry()], total: 2 }));
    expect(found.sources.map(({ state }) => state)).toEqual(['hit', 'clear', 'clear', 'clear', 'not-asked']);
    const cut = read(answer({}, { datos_tsti: [entry(), entry()], total: 3 }));
    expect(cut.sources.map(({ state }) => state)).toEqual(['hit', 'no-answer', 'no-answer', 'no-answer', 'not-asked']);
    expect(read(answer({ fuentes: ['a', 'b', 'c'], total: 3 })).outcome).toBe('unavailable');
  });

  it('does not hide a finding', () => {
    expect(read(answer({ total_pages: 3 }, { datos_tsti: [entry()] }))).toMatchObject({
      outcome: 'match',
      sources: [{ state: 'hit' }, {}, {}, {}, {}],
    });
  });

  it.each<[object]>([
    [{ page: 1, total_pages: 1, next: null, prev: null }],
    [{ page: 0, pages: 0, siguiente: '', hasNextPage: false, has_more: 'no', truncated: false }],
    [{ total: 0, limit: 10 }],
    [{ plan: { total: 100, activo: 'si' }, cobertura: { count: 5000, listas: ['a', 'b'] } }],
    [{ paginacion: { cantidadRegistros: 0, registrosPagina: 20, cantidadPaginas: 0, pagina: 1, paginas: null } }],
    [{ links: [{ rel: 'self', href: '/page/1' }], _links: { self: { href: '/page/1' } } }],
    [{ next_update: '2026-05-06', mas_informacion: 'https://provider.example' }],
  ])('%j is the whole answer', (member) => {
    for (const value of [answer(member), answer({}, member)]) expect(read(value).outcome).toBe('clear');
  });

  it('a rule can say that it means nothing', () => {
    const rules = [{ source: 'other', path: '$.total_pages', pattern: '*', meaning: 'ignored' } as const];
    expect(readAnswer(bytes(answer({ total_pages: 3 })), query(), { rules, readings: [] }).outcome).toBe('clear');
  });
});

it('a setting or a grade of 400,000 characters is read through once', () => {
  expect(read(answer({ timeout: `3${' '.repeat(400_000)}x` })).outcome).toBe('unavailable');
  expect(read(answer({ score: `${'0'.repeat(400_000)}x` })).outcome).toBe('match');
});

describe('a member that reports no failure', () => {
  it.each<[object]>([
    [{ status: 'OK', mensaje: 'Consulta exitosa', version: '2.1', codigo: 200, nuevo: { a: [2] } }],
    [{ error: null, errores: [], timeout: 0, sin_respuesta: '', 'no disponible': {}, exception: false, error_code: '0' }],
    [{ errores: { judicial: null, news: [{ mensaje: '' }] } }],
    [{ success: true, disponible: 'si', mensaje: 'Consulta terminada sin errores' }],
    [{ fuentes_consultadas: ['rama judicial', 'procuraduría'], razon_social: 'x' }],
    [{ policia: 'NO TIENE ASUNTOS PENDIENTES CON LAS AUTORIDADES JUDICIALES' }],
    [{ pendientes: 3, faltantes: '2', skipped: 1 }],
    [{ pendientes: 'ninguno', faltantes: 'no' }],
    [{ timeout: 30, timeout_ms: 5000, tiempo_espera: '30s' }],
    [{ timeout: ' 2,5 seg ', retries: '3' }],
    [{ mensaje: 'No hubo errores', detalle: 'No se presentaron errores en las noticias' }],
    [{ error: 'no', errores: 'N/A', error_message: 'OK', errorCode: '00' }],
    [{ bloqueado: false, alertas: [], riesgo: 0, datos_ofac: [], datos_onu: { total: 0, registros: [] }, alerta: 'Sin alertas' }],
    [{ nivel_riesgo: 'BAJO', encontrado: false, resumen: { procesos: 0, noticias: 0 }, sancionado: 'NO' }],
    [{ riesgo: { nivel: 'Muy bajo', puntaje: 0 }, risk: 'No risk', tipo_busqueda: 'parcial', parcial: 'no' }],
    [{ buscarAntecedentes: true, incluir_procesos: 'SI', procesos_consultados: 3, tiempo_procesos_ms: 30, fuentes: { noticias: true } }],
    [{ aviso: 'Miembro que la descripción no enumera', lote: { version: 2 } }],
    [{ error: 'N', tieneCoincidencias: 'N', ofac: 'n', pep: 'N', bloqueado: 'N', encontrado: 'N', encontrados: '0' }],
    [{ umbral_coincidencia: 85, similarity_threshold: 0.85, score_minimo: 80 }],
    [{ score: 0, puntaje: '0.00', semaforo: 'VERDE', color: '#ff0000', categoria: [], nivel: 'bajo', calificacion: 'N/A', flags: 'no' }],
    [{ decision: 'APROBAR', perfil: 'cliente', recomendacion: 'Sin hallazgos', clasificacion: 'Persona natural', prioridad: 'alta' }],
    [{ creditos_disponibles: 0, saldo_disponible: '0', consultas_disponibles: 0, listas: ['PEP', 'OFAC'], fuentes: ['PEP'] }],
    [{ limpio: true, apto: 'SI', clear: 0, sin_respuesta: false, en_lista: false, positivo: 'NO', cache: 'HIT' }],
    [
      {
        procuraduria: 'Consulta realizada con éxito',
        rama_judicial: 'sin hallazgos',
        listas: ['Lista Consolidada de la ONU'],
        noticias: 'NO',
      },
    ],
    [{ fuentes: [{ fuente: 'Procuraduría', mensaje: 'Consulta exitosa', descripcion: 'Antecedentes de la Nación' }] }],
  ])('%j', (member) => {
    for (const value of [answer(member), answer({}, member)]) expect(read(value)).toMatchObject({ outcome: 'clear', block: false });
  });
});

it('a hit stays a hit, with the failure of its source; a failure that names no source counts for clear ones only', () => {
  const found = { datos_pro: { sancion: 'S' }, datos_tsti: [entry()] };
  const named = read(answer({ procuraduria_error: 'timeout' }, found));
  expect(named.sources.map(({ state, text }) => [state, text])).toEqual([
    ['hit', null],
    ['clear', null],
    ['hit', 'procuraduria_error: timeout'],
    ['clear', null],
    ['not-asked', null],
  ]);
  const unnamed = read(answer({ error: 'timeout' }, found));
  expect(unnamed.sources.map(({ state }) => state)).toEqual(['hit', 'no-answer', 'hit', 'no-answer', 'not-asked']);
  expect([named.outcome, unnamed.outcome]).toEqual(['match', 'match']);
});

it('a source that was not asked for and failed keeps the search from being clear, as under its own member', () => {
  const reading = read(answer({ errores: ['Rama Judicial: timeout'] }), query({ judicial: false }));
  expect(reading.outcome).toBe('unavailable');
  expect(reading.sources[sourceNames.indexOf('judicial')]).toMatchObject({ state: 'no-answer', text: 'errores: Rama Judicial: timeout' });
});

const failures = sized(10_000, 100_000);

it(`the text of ${failures} failures is limited`, () => {
  const many = Object.fromEntries(Array.from({ length: failures }, (_, number) => [`error${number}`, 'x'.repeat(20)]));
  const reading = read(answer({ errores: many, error: new Array(failures).fill({ judicial: 'timeout', a: 'error' }) }));
  expect(reading.outcome).toBe('unavailable');
  for (const { text } of reading.sources) expect(text?.length ?? 0).toBeLessThanOrEqual(300);
});

describe('sources that the answer names as those that answered', () => {
  it.each<[object, SourceName[]]>([
    [{ fuentes_respondieron: { procuraduria: false } }, ['procurator']],
    [{ fuentes_respondieron: { procuraduria: 'NO', rama_judicial: 'SI' } }, ['procurator']],
    [{ fuentes_respondieron: { procuraduria: null, rama_judicial: true } }, ['procurator']],
    [{ fuentes_respondieron: { procuraduria: null, rama_judicial: 'x' } }, ['procurator']],
    [{ fuentes_respondieron: { procuraduria: 0, rama_judicial: 2 } }, ['procurator']],
    [{ fuentes_respondieron: ['rama_judicial'] }, ['procurator']],
    [{ sources_answered: ['lists', 'judicial'] }, ['procurator', 'news']],
    [{ sourcesAnswered: ['judicial: yes', 'procurator: no', 'lists: yes', 'news: yes'] }, ['procurator']],
    [{ fuentes_disponibles: 'listas, noticias, rama judicial' }, ['procurator']],
    [
      {
        fuentes_respondieron: [
          { fuente: 'procuraduria', respondio: false },
          { fuente: 'judicial', respondio: true },
        ],
      },
      ['procurator'],
    ],
    [{ sources_answered: [] }, wouldBeClear],
    [{ fuentes_respondieron: '3 de 5' }, wouldBeClear],
    [{ fuentes_respondieron: 0 }, wouldBeClear],
    [{ fuentes: { procuraduria: false } }, ['procurator']],
    [{ sources: { procurator: 'NO', judicial: 'SI' } }, ['procurator']],
    [{ fontes: { procuradoria: 'inativo' } }, ['procurator']],
    [{ estado_fuentes: { rama_judicial: 'Inactiva' } }, ['judicial']],
    [{ rama_judicial: true, procuraduria: false }, ['procurator']],
    [{ status: { judicial: 1, procurator: null } }, ['procurator']],
    [{ request: { SearchJudicialBranch: false, SearchProcuration: false } }, ['judicial', 'procurator']],
    [{ fuentes: [{ nombre: 'Procuraduría', activa: false }] }, ['procurator']],
    [{ fuentes_ok: 3, fuentes_total: 4 }, wouldBeClear],
    [{ sources: { requested: '4', answered: '3' } }, wouldBeClear],
    [{ resumen: { consultadas: 3, total: 4 } }, wouldBeClear],
    [{ fontes: { total: 4, pendentes: 1 } }, wouldBeClear],
    [{ listas_consultadas: 118, listas_total: 120 }, ['lists']],
    [{ fuentes_omitidas: 1 }, wouldBeClear],
    [{ fuentes: '3/4' }, wouldBeClear],
    [{ consultadas: '3 de las 4' }, wouldBeClear],
    [{ cobertura: '75 %' }, wouldBeClear],
    [{ porcentaje_fuentes: 75 }, wouldBeClear],
    [{ mensaje: 'Respondieron 3 de 4 fuentes' }, wouldBeClear],
    [{ message: '3 of 4 sources answered' }, wouldBeClear],
    [{ aviso: 'Fuentes que respondieron: 0/4' }, wouldBeClear],
    [{ status: false }, wouldBeClear],
  ])('%j', (member, sources) => {
    for (const value of [answer(member), answer({}, member)]) {
      const reading = read(value);
      expect(reading.outcome).toBe('unavailable');
      expect(reading.sources.filter(({ state }) => state === 'no-answer').map(({ source }) => source)).toEqual(sources);
    }
  });

  it('until a rule says that a count or a flag means nothing', () => {
    const value = answer({ fuentes_ok: 2, fuentes_total: 4, procuraduria: false, rama_judicial: true });
    const rules = ['fuentes_ok', 'procuraduria'].map(
      (name) => ({ source: 'other', path: `$.${name}`, pattern: '*', meaning: 'ignored' }) as const,
    );
    expect(readAnswer(bytes(value), query(), { rules, readings: [] }).outcome).toBe('clear');
  });

  it('a source that denies under its own member has not answered', () => {
    for (const datos_pro of [
      { fuentes_respondieron: { siri: false }, registros: [] },
      { sources_answered: [], registros: [] },
    ])
      expect(read(answer({}, { datos_pro })).sources[sourceNames.indexOf('procurator')]?.state).toBe('no-answer');
    const both = { fuentes_respondieron: { siri: true, fallas: 0 }, registros: [] };
    expect(read(answer({}, { datos_pro: both })).outcome).toBe('clear');
  });

  it.each<[object]>([
    [{ fuentes_respondieron: { procuraduria: true, rama_judicial: true } }],
    [{ fuentes_respondieron: ['procuraduria', 'rama_judicial'] }],
    [{ fuentes_respondieron: ['SIRI', 'TYBA'], fuentes_no_respondieron: 0 }],
    [{ fuentes_consultadas: { procuraduria: 0, rama_judicial: 0 } }],
    [{ fuentes_respondieron: { total: 4, errores: 0 } }],
    [{ fuentes_respondieron: '5 de 5' }],
    [{ fuentes: { procuraduria: 0, judicial: 0, social: false }, disponibilidad: { noticias: true } }],
    [{ hallazgos: { procuraduria: false, judicial: false }, errores: { procuraduria: false, news: 'no' } }],
    [{ request: { SearchJudicialBranch: true, SearchProcuration: true, redes: false } }],
    [{ fuentes_total: 4, fuentes_ok: 4, fuentes_disponibles: 5, fuentes_con_hallazgos: 0, fuentes_fallidas: 0 }],
    [{ plan: { disponibles: 90, total: 100 }, pagina: '1 de 1', fecha_consultado: '3/4/2026', cobertura: '100%' }],
    [{ mensaje: 'Respondieron 4 de 4 fuentes', resultado: '0 de 4 fuentes con hallazgos' }],
    [{ sources_answered: ['judicial', 'procurator'].map((name) => ({ name, records: 0, error: null, ok: true })) }],
  ])('%j reports no failure', (member) => {
    for (const value of [answer(member), answer({}, member)]) expect(read(value).outcome).toBe('clear');
  });

  it('one that was not asked is not lacking', () => {
    const of = query({ judicial: false, procurator: false });
    for (const judicial of [false, null, 'NO']) expect(read(answer({ fuentes_respondieron: { judicial } }), of).outcome).toBe('clear');
    expect(read(answer({ sources_answered: ['lists', 'news'] }, { datos_ramajudicial: undefined, datos_pro: undefined }), of).outcome).toBe(
      'clear',
    );
  });
});
