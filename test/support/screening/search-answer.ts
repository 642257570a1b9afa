/** A search answer as described, to be changed by the tests. All persons are invented. */
import type { ScreeningQuery } from '../doors/domain.ts';

export const query = (over: Partial<ScreeningQuery> = {}): ScreeningQuery => ({
  name: 'Ana María Pérez Gómez',
  identification: '1020030',
  judicial: true,
  procurator: true,
  ...over,
});

/** Every member that the description lists. */
export const entry = (over: object = {}) => ({
  lista: ['LISTA UNO'],
  estado: 'ACTIVO',
  categoria: ['Sancionados'],
  nombre_apellido: ['PEREZ GOMEZ ANA MARIA'],
  url: 'https://lista.example/1',
  pais: ['Colombia'],
  detalle: ['Resolución 1'],
  id: 'e-1',
  nombre_relacion_lista: ['Lista relacionada'],
  id_relacion_lista: ['r-1'],
  _version_: 17,
  estado1: null,
  estado2: 'B',
  estado3: 'C',
  relacionado: '["Uno", "Dos"]',
  pasaporte: ['AB 1'],
  pasaporte2: ['AB 2'],
  n_identificacion: ['1.020.030'],
  n_identificacion2: ['99'],
  ciudadania: ['CO'],
  alias: ['La Profe'],
  ...over,
});

export const result = (over: object = {}) => ({
  item_no: 1,
  nombre: 'ANA MARIA PEREZ GOMEZ',
  doc_id: '1020030',
  block: false,
  datos_pro: null,
  datos_ramajudicial: null,
  datos_amlnews: [],
  datos_tsti: [] as unknown[],
  datos_twitter: null,
  ...over,
});

/** The answer for a clear person. */
export const answer = (over: object = {}, inResult: object = {}) => ({
  datetime: '2026-03-04 05:06:07',
  id_bitacora: 123,
  results: [result(inResult)] as unknown,
  elapsed_time: 0.75,
  ...over,
});

export const bytes = (value: unknown): Uint8Array => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
