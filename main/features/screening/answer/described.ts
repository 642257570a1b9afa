/** What an answer has in another form than described, or beside it; and single members read kindly. Pure. */
import type { z } from 'zod';
import { listEntrySchema, searchAnswerSchema, searchResultSchema } from '../../../../shared/domain/provider/search.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';

/** An answer that is junk from end to end need not be told member by member. */
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

/** Members that the schema does not list, each under its path, so that those of answer and result do not meet. */
export function unlisted(value: Record<string, unknown>, schema: z.ZodObject, path: string): Record<string, unknown> {
  const members = Object.entries(value).filter(([name]) => !Object.hasOwn(schema.shape, name));
  return Object.fromEntries(members.map(([name, found]) => [`${path}${name}`, found]));
}

/** A text, or a number as text; null for anything else, and for an empty text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cleanText(value) || null : null;
}

/** A number, or a text that is nothing but one. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
