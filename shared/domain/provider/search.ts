/**
 * Wire schemas of the risk-list search (interface description, endpoint F and Resources). Strict on what is stated;
 * other members are let through. They report what an answer has in another form than described; reading it is more tolerant
 * (`main/features/screening/answer`).
 */
import { z } from 'zod';

/** Integers that a JavaScript number cannot hold are read as their digits (`exactJson`). */
const integer = z.union([z.int(), z.string().regex(/^-?\d{16,}$/)]);
/** One finding for the whole array: zod cannot report as many as an answer may hold elements. */
const texts = z.custom<string[]>((value) => Array.isArray(value) && value.every((element) => typeof element === 'string'));
const unshownObject = z.looseObject({}).nullable();

/** Element of `datos_tsti`. "An entry holds only the members that apply to it." */
export const listEntrySchema = z.looseObject({
  lista: texts.optional(),
  estado: z.string().nullish(),
  categoria: texts.optional(),
  nombre_apellido: texts.optional(),
  url: z.string().optional(),
  pais: texts.optional(),
  detalle: texts.optional(),
  id: z.string().optional(),
  nombre_relacion_lista: texts.optional(),
  id_relacion_lista: texts.optional(),
  _version_: integer.optional(),
  estado1: z.string().nullish(),
  estado2: z.string().nullish(),
  estado3: z.string().nullish(),
  /** Text form of an array. */
  relacionado: z.string().optional(),
  pasaporte: texts.optional(),
  pasaporte2: texts.optional(),
  n_identificacion: texts.optional(),
  n_identificacion2: texts.optional(),
  ciudadania: texts.optional(),
  alias: texts.optional(),
});

/** Element of `results`. */
export const searchResultSchema = z.looseObject({
  item_no: integer,
  nombre: z.string().min(1),
  doc_id: z.string(),
  block: z.boolean(),
  datos_pro: unshownObject,
  datos_ramajudicial: unshownObject,
  datos_amlnews: z.array(z.unknown()).nullable(),
  /** Each against `listEntrySchema`. */
  datos_tsti: z.array(z.unknown()),
  datos_twitter: unshownObject,
});

export const searchAnswerSchema = z.looseObject({
  /** No offset is stated. */
  datetime: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  id_bitacora: integer,
  /** Each against `searchResultSchema`. */
  results: z.array(z.unknown()).min(1),
  /** Seconds. */
  elapsed_time: z.number(),
});
