/** Data of an answer outside the members of the sources: whether they may be findings. */
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../support/doors/screening.ts';
import { answer, bytes, query } from '../support/screening/search-answer.ts';

const read = (value: unknown) => readAnswer(bytes(value), query());

describe('data under members that are not described keeps the search from being clear', () => {
  it.each<[object, string, string]>([
    [{ datos_ofac: [{ nombre: 'X' }] }, 'datos_ofac', 'hit'],
    [{ bloqueado: true }, 'bloqueado', 'hit'],
    [{ blocked_by: 'X' }, 'blocked_by', 'hit'],
    [{ alertas: ['X'] }, 'alertas', 'hit'],
    [{ riesgo: 'ALTO' }, 'riesgo', 'hit'],
    [{ nivelRiesgo: 3 }, 'nivelRiesgo', 'hit'],
    [{ sanciones: 2 }, 'sanciones', 'hit'],
    [{ coincidencias: ['X'] }, 'coincidencias', 'hit'],
    [{ datos_ofac: { mensaje: 'Consulte en otra parte' } }, 'datos_ofac', 'unread'],
    [{ resumen: { alerta: true } }, 'resumen.alerta', 'hit'],
    [{ encontrado: true }, 'encontrado', 'unread'],
    [{ registros_encontrados: '1' }, 'registros_encontrados', 'unread'],
    [{ procuraduria: 'Ver certificado adjunto' }, 'procuraduria', 'unread'],
    [{ rama_judicial: 'REGISTRA' }, 'rama_judicial', 'unread'],
    [{ procuraduria: 'Se encontró en la lista OFAC' }, 'procuraduria', 'hit'],
    [{ fuentes: [{ fuente: 'Procuraduría', mensaje: 'Verifique el captcha' }] }, 'fuentes[0].mensaje', 'unread'],
    [{ detalle: { servicio: 'Rama Judicial', observacion: ['Requiere validación manual'] } }, 'detalle.observacion[0]', 'unread'],
    [{ en_lista: true }, 'en_lista', 'unread'],
    [{ vetado: 'S' }, 'vetado', 'unread'],
    [{ resumen: { limpio: false } }, 'resumen.limpio', 'unread'],
    [{ apto: 'NO' }, 'apto', 'unread'],
    [{ resultado: 'CON COINCIDENCIAS' }, 'resultado', 'hit'],
    [{ veredicto: 'match' }, 'veredicto', 'hit'],
    [{ mensaje: 'Orden de captura vigente' }, 'mensaje', 'hit'],
    [{ delitos: true }, 'delitos', 'unread'],
    [{ delitos: 'S' }, 'delitos', 'unread'],
    [{ pep: 'S' }, 'pep', 'hit'],
    [{ tipo_riesgo: 'N' }, 'tipo_riesgo', 'hit'],
    [{ umbral_alerta: 'superado' }, 'umbral_alerta', 'hit'],
    [{ resumen: { encontrados: 2 } }, 'resumen.encontrados', 'unread'],
    [{ nivel_riesgo: 'MEDIO' }, 'nivel_riesgo', 'hit'],
    [{ orden_captura: 'SI' }, 'orden_captura', 'unread'],
    [{ resumen: { procesos: 2, noticias: 0 } }, 'resumen.procesos', 'unread'],
    [{ observacion: 'La persona registra antecedentes' }, 'observacion', 'hit'],
    [{ observacion: 'No registra antecedentes, pero sí sanciones' }, 'observacion', 'unread'],
    [{ score: 95 }, 'score', 'unread'],
    [{ resumen: { puntaje: '0,5' } }, 'resumen.puntaje', 'unread'],
    [{ similitud: '98 %' }, 'similitud', 'unread'],
    [{ semaforo: 'ROJO' }, 'semaforo', 'unread'],
    [{ nivel: 'Crítico' }, 'nivel', 'unread'],
    [{ calificacion: 'E' }, 'calificacion', 'unread'],
    [{ categoria: ['PEP'] }, 'categoria[0]', 'unread'],
    [{ lista: 'OFAC' }, 'lista', 'unread'],
    [{ listas_encontradas: ['OFAC'] }, 'listas_encontradas[0]', 'unread'],
    [{ perfil: 'PEP' }, 'perfil', 'unread'],
    [{ status: 'REVIEW' }, 'status', 'unread'],
    [{ status: 'HIT' }, 'status', 'unread'],
    [{ decision: 'Investigar' }, 'decision', 'unread'],
    [{ accion: 'rechazar' }, 'accion', 'hit'],
    [{ evaluacion: { resultado: 'ALTO' } }, 'evaluacion.resultado', 'unread'],
    [{ vinculado: 'SI' }, 'vinculado', 'unread'],
    [{ comentario: 'Persona expuesta políticamente' }, 'comentario', 'hit'],
    [{ mensaje: 'Se recomienda debida diligencia ampliada' }, 'mensaje', 'hit'],
  ])('%j', (member, path, state) => {
    for (const [value, before] of [
      [answer(member), '$.'],
      [answer({}, member), '$.results[0].'],
    ] as const) {
      const reading = read(value);
      expect(reading).toMatchObject({ outcome: 'match', problem: null, others: [{ path: `${before}${path}`, state }] });
      expect(reading.sources.map((source) => source.state)).toEqual(['clear', 'clear', 'clear', 'clear', 'not-asked']);
    }
  });

  it('until a rule or a person says that it means nothing', () => {
    const value = answer({ datos_ofac: [{ nombre: 'X' }], alerta: { nota: 'raro' } });
    const rules = [{ source: 'other', path: '$.datos_ofac', pattern: '*', meaning: 'ignored' } as const];
    const readings = [{ of: '$.alerta', meaning: 'clear', reason: 'r', by: 'b', at: 'a' } as const];
    expect(read(value).outcome).toBe('match');
    expect(readAnswer(bytes(value), query(), { rules, readings: [] })).toMatchObject({ outcome: 'match', others: [{ path: '$.alerta' }] });
    expect(readAnswer(bytes(value), query(), { rules, readings })).toMatchObject({ outcome: 'clear', others: [{ state: 'clear' }] });
  });

  it('a rule says that a member reports a failure', () => {
    const rules = [{ source: 'other', path: '$.results[*].semaforo', pattern: 'gris*', meaning: 'no-answer' } as const];
    const reading = readAnswer(bytes(answer({}, { semaforo: 'Gris oscuro' })), query(), { rules, readings: [] });
    expect(reading.outcome).toBe('unavailable');
  });
});

describe('a count of what no word knows', () => {
  it.each<[object, string]>([
    [{ rencillas: 3 }, 'rencillas'],
    [{ num_rencillas: '02' }, 'num_rencillas'],
    [{ exactas: 1 }, 'exactas'],
    [{ rencillas: { penal: 1 } }, 'rencillas.penal'],
    [{ perfil: { rencillas: 2, vinculos: 0 } }, 'perfil.rencillas'],
  ])('%j of a result keeps the search from being clear', (member, path) => {
    const reading = read(answer({}, member));
    expect(reading).toMatchObject({ outcome: 'match', others: [{ path: `$.results[0].${path}`, state: 'unread' }] });
    // The answer counts many things.
    expect(read(answer(member)).outcome).toBe('clear');
  });

  it.each<[object, string]>([
    [{ resumen: { pandilla: 3, total: 3 } }, 'resumen.pandilla'],
    [{ conteos: { x: '2', y: 0 } }, 'conteos.x'],
    [{ hits: { x: 2 } }, 'hits'],
    [{ resultados_encontrados: { otra: 1 } }, 'resultados_encontrados.otra'],
    [{ coincidencias: '2' }, 'coincidencias'],
    [{ denuncias: 2 }, 'denuncias'],
    [{ pandilla: 3 }, 'pandilla'],
    [{ homicidio: 1 }, 'homicidio'],
  ])('%j keeps it from being clear in the answer, too', (member, path) => {
    expect(read(answer({}, member))).toMatchObject({ outcome: 'match', others: [{ path: `$.results[0].${path}` }] });
    expect(read(answer(member))).toMatchObject({ outcome: 'match', others: [{ path: `$.${path}` }] });
  });

  it.each<[object]>([
    [{ pandilla: 0, rencillas: '0', conteos: { x: 0 } }],
    [{ edad: 34, estrato: 3, sucursal: 2, dv: 3, tipo_documento: 1, telefonos: 2, hijos: 2, codigo_dane: 5001 }],
    [{ referencias: '3001234567', lotes: 45_000 }],
    [{ dias_vigencia: 30, intentos: 1, tiempos: { consulta: 12, total: 40 }, creditos_usados: 1, coordenadas: { x: 4, y: 74 } }],
    [{ listas_consultadas: 118, registros_analizados: 1500, variantes_nombre: 3 }],
    [{ entidades_consultadas: 33, resultados_por_pagina: 10, paginas: 1, max_resultados: 50, limites: { nombres: 3 }, versiones_base: 3 }],
    [{ resumen: { fuentes: 5, tiempo: 2, edad: 34 }, stats: { ms: 12, took: 3, rows: 1 } }],
  ])('%j are none of findings', (member) => {
    for (const value of [answer(member), answer({}, member)]) expect(read(value)).toMatchObject({ outcome: 'clear', others: [] });
  });
});

describe('a footnote', () => {
  const note = { notas: ['(*) Información con corte a 2020'] };
  it('is unread where a source refers to it', () => {
    for (const datos_pro of ['No registra (*)', { resultado: 'No registra antecedentes*' }])
      expect(read(answer(note, { datos_pro }))).toMatchObject({ outcome: 'match', others: [{ path: '$.notas[0]', state: 'unread' }] });
  });

  it('that no source refers to, or that is missing, says nothing', () => {
    for (const value of [answer(note), answer({}, { datos_pro: 'No registra (*)' })]) expect(read(value).outcome).toBe('clear');
  });
});

describe('entries that the description does not list', () => {
  const entryOf = { nombre_apellido: ['PEREZ GOMEZ ANA MARIA'], lista: ['OFAC'] };
  it.each<[object, string]>([
    [{ entries: [entryOf] }, 'entries[0]'],
    [{ entries: [{ name: 'ANA PEREZ', list: 'SDN' }] }, 'entries[0]'],
    [{ extra: { rows: [{ a: 'x', b: 'y' }] } }, 'extra.rows[0]'],
    [{ entrada: entryOf }, 'entrada'],
    [{ personas: ['PEREZ GOMEZ ANA MARIA'] }, 'personas[0]'],
    [{ detalle: [{ juzgado: 'Juzgado 3', radicado: '1' }] }, 'detalle[0]'],
  ])('%j may be findings', (member, path) => {
    for (const [value, before] of [
      [answer(member), '$.'],
      [answer({}, member), '$.results[0].'],
    ] as const)
      expect(read(value)).toMatchObject({ outcome: 'match', others: [{ path: `${before}${path}`, state: 'unread' }] });
  });

  it.each<[object]>([
    [{ entries: [], rows: [{}], items: [null, ''] }],
    [
      {
        fuentes: [
          { nombre: 'TSTI', estado: 'OK', tiempo: 12 },
          { nombre: 'Procuraduría', estado: 'OK', registros: 0 },
        ],
      },
    ],
    [{ detalle: [{ fuente: 'TSTI', estado: 'OK', registros: 0, duracion_ms: 12 }] }],
    [{ listas: [{ nombre: 'OFAC', coincidencias: 0 }] }],
    [{ listas_consultadas: [{ nombre: 'OFAC', fecha_actualizacion: '2026-01-01' }] }],
    [{ resultados: [{ fuente: 'OFAC', resultado: 'Sin coincidencias' }] }],
    [{ links: [{ rel: 'self', href: 'https://lista.example' }], avisos: ['Miembro nuevo'] }],
  ])('%j are none', (member) => {
    for (const value of [answer(member), answer({}, member)]) expect(read(value)).toMatchObject({ outcome: 'clear', others: [] });
  });

  it('a rule can say what they mean', () => {
    const value = answer({ entries: [{ name: 'ANA PEREZ' }] });
    const rules = [{ source: 'other', path: '$.entries[*]', pattern: '*', meaning: 'ignored' } as const];
    expect(readAnswer(bytes(value), query(), { rules, readings: [] }).outcome).toBe('clear');
  });
});
