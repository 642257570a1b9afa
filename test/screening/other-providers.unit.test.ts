/** Answers of services that were built by other engineers: a person on a list is never clear, and a clear one is not shown as listed. */
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../support/doors/screening.ts';
import { answer, bytes, entry, query } from '../support/screening/search-answer.ts';

const outcomeOf = (value: unknown) => readAnswer(bytes(value), query()).outcome;
const outcomes = (member: object) => [outcomeOf(answer(member)), outcomeOf(answer({}, member))];

describe('a finding under another name', () => {
  it.each([
    'lista_onu',
    'listaOnu',
    'onu',
    'clinton',
    'sdn',
    'fbi',
    'watchlist',
    'black_list',
    'lista_vinculante',
    'boletin',
    'contraloria',
  ])('%s is for a person, and a denial under it is none', (name) => {
    for (const value of [true, 1, 2, 'SI', 'Aparece', ['ANA PEREZ'], { a: 'x' }, [{ a: 'x' }]])
      expect(outcomes({ [name]: value }), JSON.stringify(value)).toEqual(['match', 'match']);
    for (const value of [false, 0, null, 'NO', 'No registra', 'N/A', [], {}, { encontrado: false }, { total: 0, items: [] }])
      expect(outcomes({ [name]: value }), JSON.stringify(value)).toEqual(['clear', 'clear']);
  });

  it.each([
    ...[{ fuentes: { onu: true } }, { fuentes_consultadas: { onu: 'SI', clinton: 1 } }, { sources: ['ONU', 'Clinton'] }],
    ...[{ lista_onu_consultada: true }, { parametros: { lista_onu: true } }],
  ])('%j are the lists that were searched', (member) => expect(outcomes(member)).toEqual(['clear', 'clear']));

  it.each([
    ...[{ vinculante: true }, { reporte_negativo: 'SI' }, { prision: true }, { perfil: { lavador: true } }, { indicadores: [{ x: 'S' }] }],
    ...[{ expuesta_politicamente: 1 }, { terrorista: '1' }, { deudor: true }, { foragido: 'SIM' }, { profugo: 'true' }, { wanted: 'yes' }],
  ])('%j of a result is for a person', (member) => expect(outcomeOf(answer({}, member))).toBe('match'));

  it.each([
    ...[{ existe: true }, { activo: true }, { cached: true }, { success: true }, { procesado: 'SI' }, { limpio: true }, { apto: true }],
    ...[{ sin_antecedentes: true }, { persona_natural: true }, { mayor_de_edad: true }, { acepta_terminos: true }, { autorizado: 'S' }],
    ...[{ tipo_documento: 'CC' }, { edad: 40 }, { id: 8123 }, { genero: 'F' }, { pais: 'Colombia' }, { similitud: 0 }, { riesgo: 'BAJO' }],
    ...[{ fuentes: { procuraduria: true, judicial: true } }, { search_procuration: true }, { consulta: { vinculante: true } }],
  ])('%j of a result is no finding', (member) => expect(outcomeOf(answer({}, member))).toBe('clear'));

  it.each([
    ...[{ deudor: 2 }, { terrorista: 'Aparece' }, { profugo: 'Vigente' }, { fraude: 'Ver oficio 12' }, { estado: 'Figura' }],
    ...[{ xyz: 'Aparece' }, { xyz: 'Sí se encuentra' }, { fuentes: { procuraduria: 'POSITIVO' } }, { fallecido: 'Desconocido' }],
  ])('%j of the answer is for a person too', (member) => expect(outcomes(member)).toEqual(['match', 'match']));

  it.each([
    ...[{ nombre_buscado: 'PEREZ GOMEZ ANA MARIA' }, { documento: 1020030 }, { fecha_consulta: '2026-03-04' }, { folio: 'A-123/26' }],
    ...[{ fecha_nacimiento: '1980-02-03' }, { apellidos: 'Pérez Gómez' }, { ciudad: 'Bogotá' }, { url: 'https://lista.example/' }],
    ...[{ tipo_persona: 'NATURAL' }, { transaction_id: 'f-1' }, { tiempo_ms: 12 }, { mensaje: 'Consulta exitosa' }, { xyz: 'N/A' }],
    ...[
      { xyz: '' },
      { xyz: 'No registra' },
      { xyz: '0' },
      { terrorista: 'NO' },
      { deudor: 0 },
      { umbral: 80 },
      { version: '2.1' },
      { correo: 'a@b.example' },
    ],
  ])('%j of a result is ordinary', (member) => expect(outcomes(member)).toEqual(['clear', 'clear']));

  it('a yes of the answer itself may be about the answer', () => {
    expect(outcomes({ prioritario: true })).toEqual(['clear', 'match']);
  });

  it.each([
    ...[{ pessoa_exposta_politicamente: 'SIM' }, { listas_restritivas: 'Consta' }, { sancionado: 'Sim' }, { sem_risco: 'NÃO', pep: 'SIM' }],
    ...[{ aprobado: false }, { approved: 'NO' }, { viable: 'N' }, { cumple: 'NO' }, { elegible: false }, { passed: false }],
    ...[{ concepto: 'NO FAVORABLE' }, { resultado: 'No aprobado' }, { estado: 'NON_COMPLIANT' }, { dictamen: 'REPROBADO' }],
    ...[{ fecha_defuncion: '2019-03-04' }, { date_of_death: '2020-02-02' }, { cargo_publico: 'Alcalde' }, { delito: 'Lavado de activos' }],
    ...[{ mensaje: 'Registra en lista ONU' }, { nota: 'Consta en el boletín' }],
    ...[{ querella: 3 }, { demanda: 4 }, { embargo: 1 }, { tutela: '2' }, { deuda: 150_000 }],
    { listas_consultadas: [{ nombre: 'Interpol', resultado: 'S' }] },
    { consultas: [{ fuente: 'OFAC', codigo: 200, resultado: 'COINCIDENCIA' }] },
    ...[{ clase: 'PEP extranjero' }, { listas_coincidentes: ['OFAC'] }, { extradicion: 'En trámite' }, { fiscal: 'Responsable fiscal' }],
    ...[{ concepto: 'No se recomienda la vinculación' }, { nota: 'Vinculada a proceso por lavado' }, { nota: 'Medida de aseguramiento' }],
  ])('%j is for a person, in words of more services', (member) => expect(outcomes(member)).toEqual(['match', 'match']));

  it.each([
    ...[{ pep: 'NÃO', sancionado: 'nao' }, { pep: 'No es PEP' }, { condicion_pep: 'NO ES PEP' }, { sanctioned: 'Not sanctioned' }],
    ...[{ aprobado: true }, { approved: 'YES' }, { viable: 'SI' }, { cumple: 'SI' }, { concepto: 'FAVORABLE' }, { status: 'CLEAN' }],
    ...[{ alerta: 'VERDE' }, { alerta: 'Baja' }, { criminal_record: 'None found' }, { antecedentes: 'NO TIENE' }, { multa: '0,00' }],
    ...[
      { fecha_defuncion: '0001-01-01T00:00:00' },
      { fecha_defuncion: null },
      { actualizacion: { ofac: '2026-11-29', onu: '2026-11-28' } },
    ],
    { validaciones: { ofac: 'OK', onu: 'OK', pep: 'Ok' } },
    ...[{ pep: { nacional: 'NO', extranjero: 'NO' } }, { bloqueo: 'No bloqueado' }, { clase: 'PEP: no' }],
    { detalle: [{ lista: 'Boletín de deudores morosos', estado: 'No reportado' }] },
    { listas: [{ lista: 'OFAC', encontrado: false }] },
    { lists: [{ name: 'OFAC SDN', match: false, checkedAt: '2026-03-04T05:06:07Z' }] },
    { listas: [{ nombre: 'OFAC', resultado: 'NO' }] },
    { detalle: [{ fuente: 'Boletín 7', registros: 0, fecha_consulta: '2026-03-04' }] },
  ])('%j is no finding, in words of more services', (member) => expect(outcomes(member)).toEqual(['clear', 'clear']));

  it.each([
    ...[
      { antecedentes: 'no presenta' },
      { antecedentes: 'No posee' },
      { estado: 'Limpio' },
      { status: 'CLEAN' },
      { requerido: 'NO', sanciones: 0 },
    ],
    ...[
      { certidao: 'NADA CONSTA', emitida: '2026-03-04' },
      { situacao: 'Nada consta', protocolo: '2026/123' },
    ],
    ...[{ estado: 'OK', antecedentes: [], certificado_url: 'https://registro.example/c/9911?x=1' }, { inhabilidades: { penal: 'NO' } }],
    ...[
      { StatusCode: 404, Message: 'No se encontraron registros' },
      { resultado: 'No registra antecedentes', pdf: 'JVBERi0xLjQKJeLjz9MK' },
    ],
  ])('%j of a source says that it has nothing', (datos_pro) => expect(outcomeOf(answer({}, { datos_pro }))).toBe('clear'));

  it.each<[string, unknown]>([
    ['match', { listas: [{ lista: 'OFAC' }] }],
    ['match', { listas: [{ lista: 'OFAC', detalle: null }] }],
    ['match', { listas: [{ lista: 'OFAC', encontrado: false, observacion: 'Capturado en 2019' }] }],
    ['match', { listas: [{ lista: 'OFAC', encontrado: false, vinculante: true }] }],
    ['match', { listas: [{ lista: 'OFAC', encontrado: false, similitud: 97 }] }],
    ['match', { listas: [{ lista: 'OFAC', sin_coincidencias: false }] }],
    ['match', { orden_captura: 'No capturado' }],
    ['match', { pep: 'No solo PEP' }],
    ['match', { sanciones: { tipo: 'N' } }],
    ['match', { datos_pro: { procesos: [], url: 'https://registro.example/c/9911' } }],
    ['match', { datos_pro: 'No requerida' }],
    ['match', { actualizacion: { ofac: 'Incluido el 2026-11-29' } }],
    ['match', { listas: [{ lista: 'OFAC', encontrado: false, estado: 'Error' }] }],
    ['unavailable', { datos_pro: { status: 404, message: 'Page not found' } }],
    ['unavailable', { datos_pro: { status: 404, title: 'Nada' } }],
    ['unavailable', { datos_pro: { status: 404, message: 'Consulte la oficina' } }],
    ['unavailable', { datos_pro: { status: 500, message: 'No se encontraron registros' } }],
    ['unavailable', { datos_pro: { estado: 'procesando' } }],
    ['unavailable', { datos_pro: 'Request blocked by WAF' }],
    ['match', { datos_pro: { resultado: 'Ver certificado', pdf: 'JVBERi0xLjQKJeLjz9MK' } }],
  ])('what only looks like a denial is none: %s, %j', (outcome, member) => {
    expect(outcomeOf(answer({}, member as object))).toBe(outcome);
  });

  it('what a list says can be given a meaning', () => {
    const { others, unread } = readAnswer(bytes(answer({ lista_onu: true })), query());
    expect(others).toMatchObject([{ path: '$.lista_onu', state: 'unread', data: true }]);
    expect(unread.get('$.lista_onu')).toEqual([{ steps: ['lista_onu'], text: 'true' }]);
  });

  it.each([{ found: false }, { encontrado: false }, { existe: false }, { coincidencias: 0 }])('rows next to %j are findings', (denial) => {
    for (const member of [
      { ...denial, datos_tsti: [entry()] },
      { datos_tsti: { ...denial, resultados: [entry()] } },
      { datos_pro: { ...denial, sanciones: [{ a: 1 }] } },
      { datos_ramajudicial: { ...denial, procesos: [{ a: 1 }] } },
    ])
      expect(outcomeOf(answer({}, member))).toBe('match');
  });

  it('lists in another form are not clear', () => {
    const inOtherForm: unknown[] = [
      ...[{ data: [entry()] }, [[entry()]], { 0: entry() }, { OFAC: [entry()] }, { ofac: { found: true } }, { ofac: [], onu: [entry()] }],
      ...[
        JSON.stringify([entry()]),
        [JSON.stringify(entry())],
        [{ lista: 'OFAC', resultados: [] }],
        [{ lista: ['OFAC'], encontrado: false }],
      ],
      ...['OFAC', 'SI', true, 1, [null], [{}], [0], [false], 'null', [{ lista: 'OFAC', error: 'timeout' }], [{ error: 'x' }]],
      ...[[{ fuente: 'ONU', estado: 'sin respuesta' }], [{ mensaje: 'Consulta parcial' }], [entry(), { error: 'timeout' }]],
    ];
    for (const datos_tsti of inOtherForm) expect(outcomeOf(answer({}, { datos_tsti })), JSON.stringify(datos_tsti)).not.toBe('clear');
  });
});

describe('a part of an answer', () => {
  it.each([
    ...[
      { paginacion: { pagina: 1, de: 4 } },
      { pagination: { current: 1, last: 9 } },
      { cursor: 'abc' },
      { isLast: false },
      { last: 'NO' },
    ],
    ...[{ esUltima: false }, { ultima_pagina: false }, { mostrando: '10 de 40' }, { showing: '1-10 of 40' }],
    ...[{ max_results_reached: true }, { limite_alcanzado: true }, { more: true }, { mas: 'SI' }],
  ])('%j is not the whole', (member) => expect(outcomes(member)).toEqual(['unavailable', 'unavailable']));

  it.each([
    ...[
      { pagination: { current: 1, last: 1 } },
      { cursor: null },
      { cursor: '' },
      { isLast: true },
      { last: 'SI' },
      { mostrando: '3 de 3' },
    ],
    ...[{ showing: '1-10 of 10' }, { max_results_reached: false }, { more: false }, { remaining: 0 }, { last: 0 }],
    ...[{ creditos: { restantes: 5 } }, { uso: { remaining: 499 } }, { registros_restantes: 0 }],
  ])('%j is the whole', (member) => expect(outcomeOf(answer(member))).toBe('clear'));

  it.each([{ remaining: 5 }, { restantes: '12' }])('%j may be of the findings or of the queries', (member) =>
    expect(outcomes(member)).toEqual(['match', 'match']),
  );

  it.each([{ remaining_results: 5 }, { registros_restantes: 12 }, { pagination: { remaining: 5 } }])('%j is not the whole', (member) =>
    expect(outcomes(member)).toEqual(['unavailable', 'unavailable']),
  );

  it.each([
    ...[{ ultima_actualizacion_listas: 2019 }, { listas_actualizadas: 'Corte a 31/12/2020' }, { lists: { last_updated: '20191231' } }],
    ...[{ fuentes: { fecha_corte: '2021-05-01T00:00:00Z' } }],
  ])('%j is of lists that are too old', (member) => expect(outcomes(member)).toEqual(['match', 'match']));

  it.each([
    ...[{ ultima_actualizacion_listas: 2025 }, { listas_actualizadas: '2019 a 2026' }, { lists: { last_updated: '20260101' } }],
    ...[{ listas_consultadas: [{ nombre: 'ONU', actualizada: '2017-01-01' }] }, { fuentes: { fecha_corte: 'ayer' } }],
  ])('%j is of lists that are in use', (member) => expect(outcomes(member)).toEqual(['clear', 'clear']));

  it('an answer without its time cannot say how old lists are', () => {
    expect(outcomeOf(answer({ ultima_actualizacion_listas: 2019, datetime: undefined }))).toBe('clear');
  });

  it.each([
    ...[
      { status: 206 },
      { code: '207' },
      { cobertura: 0.8 },
      { coverage: '0,95' },
      { modo: 'degradado' },
      { mode: 'fallback' },
      { stale: true },
    ],
    ...[{ desactualizado: 'SI' }, { degraded: true }, { warning: 'OFAC not reachable' }, { observaciones: 'No se consultó OFAC' }],
    ...[{ nota: 'No se verificaron las listas de la ONU' }, { mensaje: 'Se omitieron fuentes' }, { mensaje: 'Faltan 2 fuentes' }],
    ...[{ nota: 'Resultados preliminares' }, { listas_con_error: ['OFAC'] }, { fallidas: ['ONU'] }, { sin_respuesta: ['procuraduria'] }],
  ])('%j says that a source is missing', (member) => {
    for (const outcome of outcomes(member)) expect(outcome).not.toBe('clear');
  });

  it.each([
    ...[
      { status: 200 },
      { cobertura: 1 },
      { cobertura: '100%' },
      { coverage: 1.0 },
      { mode: 'normal' },
      { stale: false },
      { degraded: 'no' },
    ],
    ...[{ desactualizado: 0 }, { mensaje: 'Consulta exitosa' }, { nota: 'No se omitieron fuentes' }],
  ])('%j says that none is', (member) => expect(outcomes(member)).toEqual(['clear', 'clear']));

  it('a preliminary inquiry is a finding, and no part of an answer', () => {
    expect(outcomeOf(answer({}, { datos_pro: { estado: 'Indagación preliminar' } }))).toBe('match');
  });
});
