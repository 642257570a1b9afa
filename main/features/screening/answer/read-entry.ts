/** Reads one element of `datos_tsti` (Resources). Nothing is lost: `entry` has what cannot be read. Pure. */
import { listEntrySchema } from '../../../../shared/domain/provider/search.ts';
import type { Match, ScreeningQuery } from '../../../../shared/domain/screening.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import { reasonsOf } from '../rules/match-reasons.ts';
import { type Reader, readValue } from './read-value.ts';
import { relatedTexts } from './related.ts';

const described: ReadonlySet<string> = new Set(Object.keys(listEntrySchema.shape));
/** Members that a report has too: they make an entry only together with other members of entries. */
const alsoReports = new Set(['estado', 'estado1', 'estado2', 'estado3', 'detalle', 'id', 'url']);
const onlyEntries: ReadonlySet<string> = described.difference(alsoReports);

/** Returns true for an object with data in a member of entries, or with other data; a report that a list failed is no entry. */
export function isEntry(value: unknown, index: number, reader: Reader): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const like = Object.keys(value).every((name) => described.has(name) || isBlank(value[name]));
  const around = { record: true, described: like ? described : onlyEntries };
  return readValue(value, '', { key: index, outer: null }, around, reader).said.hit;
}

/** Returns true for null, an empty text, `{}` and `[]`. */
const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** `number`: its position in the answer, from 0. */
export function readEntry(entry: Record<string, unknown>, number: number, query: ScreeningQuery): Match {
  const of = (...names: string[]): string[] => names.flatMap((name) => textsOf(member(entry, name)));
  const read = {
    names: of('nombre_apellido'),
    aliases: of('alias'),
    identifications: of('n_identificacion', 'n_identificacion2'),
    passports: of('pasaporte', 'pasaporte2'),
  };
  return {
    number,
    reasons: reasonsOf(query, read),
    ...read,
    lists: of('lista'),
    relatedLists: of('nombre_relacion_lista'),
    categories: of('categoria'),
    countries: of('pais'),
    citizenships: of('ciudadania'),
    statuses: of('estado', 'estado1', 'estado2', 'estado3'),
    details: of('detalle'),
    related: of('relacionado').flatMap(relatedTexts),
    url: of('url')[0] ?? null,
    entry,
  };
}

/** Returns the texts of an array; a single text or number is an array of one. Leaves out empty texts and other values. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value.trim() !== '' ? [value] : [];
}
