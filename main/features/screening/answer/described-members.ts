/** Compares an answer with its description: defects, members that are not listed, and members of another type. Pure. */
import type { z } from 'zod';
import { listEntrySchema, searchAnswerSchema, searchResultSchema } from '../../../../shared/domain/provider/search.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';

/** Maximum number of defects that are listed. */
const maxDefects = 200;

/** Paths of the members that the description states and the answer lacks or has in another form: `results[0].block`. */
export function defectsOf(answer: unknown): string[] {
  const found: string[] = [];
  for (const defect of allDefects(answer)) if (found.push(defect) === maxDefects) break;
  return found;
}

function* allDefects(answer: unknown): Generator<string> {
  yield* defectsIn(searchAnswerSchema, answer, '');
  for (const [result, path] of elements(answer, 'results', '')) {
    yield* defectsIn(searchResultSchema, result, path);
    for (const [entry, entryPath] of elements(result, 'datos_tsti', `${path}.`)) yield* defectsIn(listEntrySchema, entry, entryPath);
  }
}

function* defectsIn(schema: z.ZodObject, value: unknown, path: string): Generator<string> {
  const { error } = schema.safeParse(value);
  for (const issue of error?.issues ?? []) yield [path, ...issue.path.map(String)].filter((step) => step !== '').join('.');
}

function* elements(value: unknown, name: string, path: string): Generator<[unknown, string]> {
  const array = isObject(value) ? member(value, name) : undefined;
  if (Array.isArray(array)) for (const [index, element] of array.entries()) yield [element, `${path}${name}[${index}]`];
}

/** Returns the members that the schema does not list by their paths, so that those of answer and result differ. */
export function unlisted(value: Record<string, unknown>, schema: z.ZodObject, path: string): Record<string, unknown> {
  const members = Object.entries(value).filter(([name]) => !Object.hasOwn(schema.shape, name));
  return Object.fromEntries(members.map(([name, found]) => [`${path}${name}`, found]));
}

/** Returns a text, or a number as text; null for anything else, and for an empty text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cleanText(value) || null : null;
}

/** Returns a number, or that of a text which is only a number. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
