/** What an answer says about one source: the rule of main/features/screening/rules/source-state.ts. */
import { describe, expect, it } from 'vitest';
import type { SourceName } from '../support/doors/domain.ts';
import { entry, query } from '../support/screening/search-answer.ts';
import { sourceState } from '../support/screening/source-state.ts';

const asked = query();
const notAsked = query({ judicial: false, procurator: false });

const state = (source: SourceName, value: unknown, of = asked) => sourceState(source, value, of).state;

describe('empty results', () => {
  it.each<[SourceName, unknown, string, string]>([
    ['lists', undefined, 'no-answer', 'no-answer'],
    ['lists', null, 'no-answer', 'no-answer'],
    ['lists', {}, 'no-answer', 'no-answer'],
    ['lists', '', 'no-answer', 'no-answer'],
    ['lists', ' ', 'no-answer', 'no-answer'],
    ['lists', { registros: [] }, 'clear', 'clear'],
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

const beside = ['judicial', 'procurator', 'news', 'social'] as const;

describe('something found is a hit', () => {
  it.each<[unknown, number, string | null]>([
    [{ procesos: [{ radicado: '11001' }] }, 1, null],
    [{ antecedentes: true }, 1, null],
    [{ resultado: '2 procesos activos' }, 1, null],
    [{ total: 2 }, 1, null],
    [{ procesos: ['11001', '11002'] }, 1, null],
    [[{ titulo: 'Uno', fuente: 'Diario' }, { titulo: 'Dos' }], 2, null],
    [[{ title: 'One', date: '2020-01-01', source: 'Paper', description: 'x' }], 1, null],
    [{ detalle: [{ radicado: '11001' }] }, 1, null],
    [{ id: '7', estado: 'SANCIONADO', fecha: '2020-01-01' }, 1, null],
    [{ success: true, data: [{ x: 1 }], mensaje: 'Consulta parcial' }, 1, 'success: true · mensaje: Consulta parcial'],
    [{ sancion: 'X', error: 'segunda página no disponible' }, 1, 'error: segunda página no disponible'],
    [{ sancion: 'X', error: false }, 1, null],
    [[{ sancion: 'X' }, { error: 'timeout' }, 'corte'], 1, 'error: timeout'],
    [{ resultado: 'La persona registra antecedentes penales' }, 1, null],
    [{ registra: 'SI' }, 1, null],
    [{ registra: 'S' }, 1, null],
    [{ encontrados: 2 }, 1, null],
    [{ hallado: 'Y' }, 1, null],
    [{ tipo_sancion: 'N' }, 1, null],
    [{ sanciones: ['N'] }, 1, null],
    [{ sancionado: 'ANA MARIA PEREZ GOMEZ' }, 1, null],
    [{ procesos: [{ estado: 'FALLADO' }] }, 1, null],
    [{ estado: 'Fallecido' }, 1, null],
    [{ resultado: 'No registra antecedentes', procesos: [{ radicado: '1' }] }, 1, null],
  ])('%j is a hit of %i, with the remark %j', (value, count, text) => {
    for (const query of [asked, notAsked])
      for (const source of beside) expect(sourceState(source, value, query)).toEqual({ source, state: 'hit', count, text, data: value });
  });
});

describe('empty all the way down, or a sentence that says so, is clear', () => {
  it.each<[unknown]>([
    [{ procesos: [] }],
    [{ total: 0, registros: [] }],
    [{ resultado: 'Se consultaron 120 listas, 0 coincidencias' }],
    [{ resultado: '0 de 3 registros' }],
    [{ success: true, data: [] }],
    [{ status: 200, mensaje: 'Consulta exitosa', data: null }],
    [{ a: { b: [{}] }, c: null, d: '' }],
    [{ antecedentes: false }],
    [{ sin_antecedentes: true }],
    [[null]],
    [[[]]],
    [''],
    [{ error: false, procesos: [] }],
    [{ error: 'no', procesos: [] }],
    [{ timeout: 30, procesos: [] }],
    [{ pagina: 1, total: 0, items: [] }],
    [{ nombre: 'ANA MARIA PEREZ GOMEZ', documento: '1.020.030', procesos: [] }],
    [{ resultado: 'No registra antecedentes' }],
    ['No se encontraron resultados'],
    [{ mensaje: 'La consulta no generó resultados' }],
    [{ detalle: 'EL CIUDADANO IDENTIFICADO CON CC 1020030 NO REGISTRA SANCIONES NI INHABILIDADES VIGENTES' }],
    [{ estado: 'Sin antecedentes' }],
    [{ resultado: 'NO TIENE ASUNTOS PENDIENTES CON LAS AUTORIDADES JUDICIALES' }],
    [{ antecedentes: 'NO' }],
    [{ tieneSanciones: 'N' }],
    [{ sancionado: 'n', inhabilitado: 'N', procesos: [] }],
    [{ encontrados: 0 }],
    [{ encontrado: 'N', found: 'no', hallados: '0' }],
    [{ observacion: 'Antecedentes: ninguno' }],
    [{ resultado: 'No se halló información' }],
    [{ resultado: '0 coincidencias' }],
    [{ message: 'No records found' }],
    [[{ mensaje: 'No existen procesos' }]],
    [{ fecha_expedicion: '2026-01-01', codigo_verificacion: 'A-1', procesos: [] }],
    [{ fecha: '—', numero: '-/-', juzgado: 'N/A', procesos: [] }],
  ])('%j', (value) => {
    expect([state('judicial', value), state('procurator', value), state('news', value)]).toEqual(['clear', 'clear', 'clear']);
    expect([state('judicial', value, notAsked), state('social', value)]).toEqual(['not-asked', 'not-asked']);
  });
});

describe('next to a text that denies findings', () => {
  const denied = { resultado: 'No registra antecedentes' };
  const own = { nombre: asked.name, nuip: Number(asked.identification), nombres: 'ANA MARÍA', primer_apellido: 'Pérez' };
  it.each<[object]>([
    [{ certificado: 'No. 123456789' }],
    [{ certificado: 'N° A-123' }],
    [{ certificado: '123456789', fecha: '29/11/2026 10:11:12', serial: 'XK-77', consultaNo: 778899, codigo_de_verificacion: 'A-123/26' }],
    [{ tipo_documento: 'Cédula de ciudadanía', ...own, fecha_nacimiento: '1980-01-02' }],
    [{ direccion: 'Calle 5 # 10-20', ciudad: 'Bogotá D.C.', hora: '10:11 a. m.' }],
  ])('%j say nothing of findings', (beside) => {
    expect(state('procurator', { ...denied, ...beside })).toBe('clear');
    expect(state('procurator', { ...beside, resultado: '<b>No registra</b> antecedentes' })).toBe('clear');
    // Without the denial, or with a doubt in its place, in another object, or in an element of a list.
    for (const other of [beside, { ...beside, resultado: null }, { ...beside, resultado: 'No registra, salvo multas' }])
      expect(state('procurator', other)).not.toBe('clear');
    expect(state('procurator', { ...denied, dato: beside })).not.toBe('clear');
    expect(state('procurator', { ...denied, dato: [beside] })).toBe('hit');
    const isCertificate = 'certificado' in beside;
    expect(state('procurator', [{ ...denied, ...beside }])).toBe(isCertificate ? 'clear' : 'hit');
    for (const other of [[{ ...denied, ...beside }, denied], [beside], [[{ ...denied, ...beside }]]])
      expect(state('procurator', other)).toBe('hit');
    expect(state('news', [{ ...denied, ...beside }])).toBe('hit');
  });

  it.each<Record<string, unknown>>([
    { numero: 3 },
    { consulta: '79555111' },
    { id: '79555111' },
    { documento: '79555111' },
    { certificado: 'POSITIVO' },
    { certificado: 'No. POSITIVO' },
    { certificado: 'No. 2 sanciones' },
    { nombre: 'Otra Persona' },
    { apellidos: 'Pérez Rojas' },
    { fecha: 'desde 2019-01-01' },
    { tipo_documento: 'Sentencia' },
    { direccion: 'Radicado en el Juzgado 3' },
    { fecha_sancion: '2019-01-01' },
    { radicado: '123456' },
    { certificado: true },
  ])('%j may be a finding, or of another person', (beside) => {
    expect(state('procurator', { ...denied, ...beside })).not.toBe('clear');
    expect(state('procurator', [{ numero_certificado: 'A-123', ...denied, ...beside }])).not.toBe('clear');
  });
});

describe('next to an empty list of findings, or a count of none', () => {
  it.each<[object]>([
    [{ url: 'https://consultaprocesos.ramajudicial.gov.co/', procesos: [] }],
    [{ enlace: 'https://www.procuraduria.gov.co/Pages/Consulta-de-Antecedentes.aspx', sanciones: [] }],
    [{ fecha: '2026-11-29', hora: '10:11:12', version: '3.1', sanciones: [] }],
    [{ tipoDocumento: 'CC', numeroDocumento: asked.identification, ciudad: 'Bogotá', registros: [] }],
    [{ sitio: 'https://www.procuraduria.gov.co', fecha: '29/11/2026', total: 0 }],
  ])('%j is clear', (value) => {
    expect(state('procurator', value)).toBe('clear');
    // Without it, next to another list, with a finding, and in an element of a list.
    const { procesos, sanciones, registros, total, ...beside } = value as Record<string, unknown>;
    for (const other of [beside, { ...beside, otros: [] }, { ...beside, procesos: null }, { ...beside, procesos: [''] }])
      expect(state('procurator', other)).toBe('unread');
    expect(state('procurator', { ...beside, procesos: ['11001'] })).toBe('hit');
    expect(state('procurator', [value])).toBe('hit');
  });

  it.each<[object]>([
    [{ url: 'https://procesos.example/expediente/11001' }],
    [{ url: 'https://procesos.example/ver?radicado=11001' }],
    [{ url: 'Expediente en el juzgado' }],
    [{ fecha_sancion: '2019-01-01' }],
    [{ fecha: 'desde 2019-01-01' }],
    [{ documento: '79555111' }],
    [{ version: 'definitiva' }],
    [{ despacho: 'Juzgado 3' }],
  ])('%j may be a finding', (beside) => {
    expect(state('procurator', { ...beside, procesos: [] })).not.toBe('clear');
  });
});

describe('what a source was asked for', () => {
  const empty = { procesos: [], paginacion: { cantidadRegistros: 0, registrosPagina: 20, cantidadPaginas: 0, pagina: 1, paginas: null } };
  const parametros = { numero: null, nombre: asked.name, tipoPersona: 'nat', despachos: ['12', 7], soloActivos: false };

  it('says nothing of findings', () => {
    expect(state('judicial', { tipoConsulta: 'NombreRazonSocial', ...empty, parametros })).toBe('clear');
    expect(state('judicial', { parametros: { tipoPersona: 'nat' } })).toBe('unread');
    expect(state('judicial', { ...empty, parametros, procesos: [{ llave: '1' }] })).toBe('hit');
  });

  it.each([
    [{ nombre: 'Otra Persona' }, 'unread'],
    [{ identificacion: '99' }, 'unread'],
    [{ mensaje: 'No respondió' }, 'no-answer'],
    [{ nota: 'Registra antecedentes penales' }, 'hit'],
    [{ coincidencias: 2 }, 'hit'],
    [{ hallazgos: ['hurto'] }, 'hit'],
    [{ despachos: [{ llave: '1' }] }, 'hit'],
  ])('%j is no such thing', (other, expected) => {
    expect(state('judicial', { ...empty, parametros: { ...parametros, ...other } })).toBe(expected);
  });
});

describe('what no rule reads is unread', () => {
  it.each<[unknown]>([
    [{ resultado: 'Requiere verificación' }],
    [{ resultado: 'No registra antecedentes penales, pero sí sanciones' }],
    [{ resultado: 'No registra antecedentes. Registra multas' }],
    [{ resultado: '0 sanciones penales, 3 sanciones disciplinarias' }],
    [{ resultado: 'No registra sanciones; 2 procesos activos' }],
    [{ resultado: 'Sin multas. Comparendos: 2' }],
    ['Not Found'],
    [{ resultado: 'No registra pagos' }],
    [{ sin_antecedentes: false }],
    [{ sin_antecedentes: 'N' }],
    [{ estado: 'N' }],
    ['N'],
    [{ a: 1 }],
    [{ hasOwnProperty: 'x', toString: 'y' }],
    [{ success: true }],
    [{ mensaje: 'Consulta exitosa' }],
    [{ mensaje: 'x' }],
    [true],
    [false],
    [0],
    ['false'],
    ['0'],
    ['PEREZ ANA'],
    [['!', '']],
    [['', 'N/A']],
    [{ '0': '!', '': [] }],
    [{ resultado: '✓', procesos: [] }],
    [{ observacion: '***', procesos: [] }],
    [{ resultado: 'x'.repeat(10_000) }],
  ])('%j', (value) => {
    for (const query of [asked, notAsked])
      for (const source of beside) expect(sourceState(source, value, query)).toMatchObject({ state: 'unread', count: 0 });
  });

  it('with its text and its data', () => {
    const value = { resultado: 'Requiere verificación', codigo: 7 };
    expect(sourceState('judicial', value, asked)).toMatchObject({ text: 'resultado: Requiere verificación · codigo: 7', data: value });
  });
});

describe('a failure is no answer, with its text', () => {
  it.each<[unknown, string | null]>([
    ['Fuente no disponible', 'Fuente no disponible'],
    ['404 Not Found', '404 Not Found'],
    [{ resultado: 'Página no encontrada' }, 'resultado: Página no encontrada'],
    [{ resultado: 'No hay datos: sesión expirada' }, 'resultado: No hay datos: sesión expirada'],
    [{ resultado: 'Sin datos: acceso denegado' }, 'resultado: Sin datos: acceso denegado'],
    [400, '400'],
    [503, '503'],
    [599, '599'],
    [{ error: 'timeout' }, 'error: timeout'],
    [{ Error: { type: 'x', lines: ['a', 'b'] } }, 'type: x · lines: a · lines: b'],
    [{ mensaje: 'No respondió', codigo: 504, fuente: 'Rama' }, 'mensaje: No respondió · codigo: 504 · fuente: Rama'],
    [{ message: 'x', estado: 'CAIDO', detalle: ['d'], source: 's' }, 'message: x · estado: CAIDO · detalle: d · source: s'],
    [{ disponible: false }, 'disponible: false'],
    [{ disponible: 'N', procesos: [] }, 'disponible: N'],
    [{ error: 'S' }, 'error: S'],
    [{ code: 'ECONNREFUSED' }, 'code: ECONNREFUSED'],
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
    [{ estado: 'EN PROCESO' }, 'estado: EN PROCESO'],
    ['Consulta en curso', 'Consulta en curso'],
    [{ estado: 'CONSULTANDO', procesos: [] }, 'estado: CONSULTANDO'],
    [{ mensaje: 'Su solicitud está siendo procesada' }, 'mensaje: Su solicitud está siendo procesada'],
    [{ jobId: '7f3a', state: 'PENDING' }, 'jobId: 7f3a · state: PENDING'],
    [{ ticket: '7f3a-11', status: 'queued' }, 'ticket: 7f3a-11 · status: queued'],
    [['no disponible'], 'no disponible'],
    [[{ error: 'timeout' }, { mensaje: 'x' }], null],
    [{ error: { toString: 'x', status: {} } }, 'toString: x'],
  ])('%j says %j', (value, text) => {
    for (const query of [asked, notAsked])
      for (const source of beside)
        expect(sourceState(source, value, query)).toMatchObject(
          text === null ? { state: 'unread' } : { source, state: 'no-answer', count: 0, text },
        );
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
    [[null, 'sin conexión'], 'unread', 0, 'sin conexión'],
    [['sin conexión'], 'no-answer', 0, 'sin conexión'],
    ['no disponible', 'no-answer', 0, 'no disponible'],
    [entry({ relacionado: 'z' }), 'unread', 0, expect.stringContaining('lista: LISTA UNO')],
    [[{ mensaje: 'No se encontraron coincidencias' }], 'clear', 0, null],
    ...[{}, null, '', [], [null], 0, false].map((element): [unknown, string, number, null] => [[element], 'unread', 0, null]),
    [[{ lista: null, nombre_apellido: null }], 'unread', 0, null],
    [[{ lista: [''], nombre_apellido: [] }], 'unread', 0, null],
    [[{ id: 0, _version_: 0 }], 'unread', 0, null],
    [[{ total: 0, registros: [] }], 'clear', 0, null],
    [['PEREZ ANA'], 'unread', 0, 'PEREZ ANA'],
    [[{ mensaje: 'Consulte en otra parte' }], 'unread', 0, 'mensaje: Consulte en otra parte'],
  ])('%j: %s, %i, %j', (value, expected, count, text) => {
    expect(sourceState('lists', value, asked)).toEqual({ source: 'lists', state: expected, count, text, data: null });
  });
});

describe('one source of two results', () => {
  const [hit, unread, failed] = [{ sancion: 'S' }, { a: 'raro' }, { error: 'timeout' }];
  it.each([
    [null, hit, 'hit'],
    [hit, failed, 'hit'],
    [unread, failed, 'unread'],
    [null, unread, 'unread'],
    [null, failed, 'no-answer'],
    [null, null, 'clear'],
  ])('%j and %j: %s', (one, other, expected) => {
    for (const values of [
      [one, other],
      [other, one],
    ]) {
      const results = values.map((datos_pro) => ({ datos_pro }));
      expect(sourceState('procurator', null, asked, { results }).state).toBe(expected);
    }
  });

  it('both are counted and shown', () => {
    const results = [{ datos_amlnews: [{ titulo: 'a' }] }, { datos_amlnews: [{ titulo: 'b' }, { titulo: 'c' }] }];
    expect(sourceState('news', null, asked, { results })).toMatchObject({ count: 3, data: results.map((one) => one.datos_amlnews) });
  });
});

it.each(['habilitado', 'libre', 'paz_y_salvo', 'limpio'])('%s: 0 and false say nothing good', (name) => {
  for (const value of [0, false]) expect(state('procurator', { [name]: value })).toBe('unread');
});
