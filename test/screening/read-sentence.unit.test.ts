/** What a text of a source says: nothing found, something found, no answer, or both (main/features/screening/answer/read-sentence.ts). */
import { expect, it } from 'vitest';
import { readSentence } from '../support/doors/screening.ts';

const person = 'Ana María Pérez Gómez';

it.each<[string, string[]]>([
  [
    'clear',
    [
      'No registra orden de captura vigente',
      'No aparece en la lista',
      'No fue encontrada en la lista OFAC',
      'No registra antecedentes',
      'El documento no presenta asuntos pendientes con las autoridades judiciales; consulta realizada el 3 de mayo a las 2:00',
      '0 registros',
      'Sin antecedentes penales ni disciplinarios',
      'No results found',
      'No registra sanciones. Certificado ordinario No. 250123456. Bogotá DC, 3 de mayo de 2026',
      'LA PROCURADURIA GENERAL DE LA NACIÓN certifica que una vez consultado el Sistema de Información de Registro de ' +
        'Sanciones e Inhabilidades (SIRI), el(la) señor(a) ANA MARIA PEREZ GOMEZ identificado(a) con Cédula de ciudadanía ' +
        'número 1020030: NO REGISTRA SANCIONES NI INHABILIDADES VIGENTES',
      'La Policía Nacional de Colombia informa: Que siendo las 05:06:07 PM horas del 03/05/2026, el ciudadano identificado ' +
        'con: Cédula de Ciudadanía Nº 1020030 Apellidos y Nombres: PEREZ GOMEZ ANA MARIA NO TIENE ASUNTOS PENDIENTES CON LAS ' +
        'AUTORIDADES JUDICIALES de conformidad con lo establecido en el artículo 248 de la Constitución Política de ' +
        'Colombia.',
      'No se encuentra reportado como responsable fiscal',
      'El ciudadano con Cédula de Ciudadanía 1020030 no tiene medidas correctivas pendientes por cumplir.',
      'La consulta no generó resultados, por favor revisar las opciones ingresadas e intentarlo nuevamente.',
      'No posee a la fecha multas pendientes de pago',
      'Consultado: ANA MARIA PEREZ GOMEZ. Resultado: sin coincidencias',
      'Se consultaron 12 listas. No se encontraron coincidencias.',
      '0 coincidencias en 4 de 4 fuentes',
      'No hay sanciones, procesos o inhabilidades',
      'No hay coincidencias con OFAC, ONU, UE ni Interpol',
      'Actualmente no es requerido por autoridad judicial alguna',
      'No se encuentra inscrito en el Registro de Deudores Alimentarios Morosos',
      'La persona no registra antecedentes penales; el certificado tiene validez de 30 días',
      'Procesos: 0; sanciones: 0; multas: 0',
      'Antecedentes judiciales: no registra',
      'Se encontraron 0 registros',
      'No hubo errores; sin resultados',
      'Persona no encontrada en listas',
      'Name not found in OFAC SDN list',
      'Your search has not returned any results.',
      'Sin embargos',
      'Nada consta',
      'Não foram encontrados registros',
      'Nenhuma pendência encontrada',
    ],
  ],
  [
    'mixed',
    [
      '0 sanciones penales, 3 sanciones disciplinarias',
      'No registra antecedentes; 2 procesos activos',
      'No registra antecedentes penales, pero sí disciplinarios',
      'No registra antecedentes. Registra multas',
      'Sin antecedentes penales, con sanciones disciplinarias',
      'Sin antecedentes, una sanción',
      'No registra antecedentes. Orden de captura vigente',
      'No registra antecedentes. Sin embargo, es PEP',
      'No registra antecedentes. PEP: sí',
      'No registra condenas. Procesado',
      'No hay sanciones. Ver anexo',
      'No registra antecedentes. Documento no válido',
      'No registra sanciones vigentes; sanciones cumplidas: 2',
      'Antecedentes: 0, sanciones: 3',
      '0 coincidencias en ONU, 1 en OFAC',
      'No consta en OFAC. Consta en ONU',
      'No matches on OFAC; 1 match on UN list',
      'Nada consta, exceto 1 processo',
      'Sin datos (503)',
      'Registra 2 procesos; la Contraloría no respondió',
    ],
  ],
  [
    'no-answer',
    [
      'Ninguna fuente respondió',
      'No se obtuvo respuesta del portal',
      'No hay datos disponibles de la fuente',
      'No hay sistema',
      'No se encuentra en línea',
      'La consulta tardó demasiado',
      'Servicio deshabilitado',
      'No hay datos: sesión expirada',
      'Sin datos: acceso denegado',
      'Sin datos: límite de consultas excedido',
      'Sin información: token inválido',
      'Sin datos. Intente nuevamente más tarde',
      'Sin antecedentes (fuente Contraloría no disponible)',
      'No registra antecedentes - consulta parcial',
      'Se consultaron 3 de 4 fuentes, sin coincidencias',
      'Sin coincidencias. Fuentes consultadas: 3/4',
      'OFAC: sin resultados. ONU: no consultada',
      'No results: too many requests',
      'Sem dados: sessão expirada',
      'No hay información debido a un error',
      '404 Not Found',
      'Página no encontrada',
    ],
  ],
  [
    'hit',
    [
      'Con hallazgos',
      'Posible homónimo',
      'Coincidencia parcial con la lista ONU',
      'Se encontró en la lista OFAC',
      'Aparece en el boletín de responsables fiscales',
      'Registra antecedentes',
      '2 registros',
      '10 registros',
      '1.0 coincidencias',
      'Penal: 0, disciplinario: 2, fiscal: 0',
      'OFAC: no; ONU: sí',
      'Consta condenação',
      'No registra menos de 3 sanciones',
    ],
  ],
  [
    'null',
    [
      'No registra sanciones todavía',
      'no results yet',
      'Verifique si figura en la lista',
      'Not Found',
      'No exact matches found',
      'No sin antecedentes',
      'No es cierto que no registre antecedentes',
      'No se descarta coincidencia',
      'Ya no registra sanciones',
      'No hay información disponible en este momento',
      'Certificado de antecedentes No. 12345',
      'Sin confirmar',
      'No se consultó',
      'Requiere verificación',
    ],
  ],
])('%s', (state, texts) => {
  expect(texts.map((text) => [String(readSentence(text, person)), text])).toEqual(texts.map((text) => [state, text]));
});

it('words of another person in a clause of their own are a doubt', () => {
  expect(readSentence('Sin antecedentes: Ana Pérez', person)).toBe('clear');
  expect(readSentence('Sin antecedentes: Luis Ruiz', person)).toBe('mixed');
});

it('a long text takes time proportional to its length', () => {
  for (const part of [
    'no se ',
    'no registra el la los ',
    'de el la antecedentes y ',
    'sin antecedentes , multas o ',
    'is was ',
    'sin de de otras ',
  ])
    expect(readSentence(part.repeat(400).slice(0, 400), person)).not.toBe('hit');
});
