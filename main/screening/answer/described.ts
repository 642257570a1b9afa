/** What an answer has in another form than described, or beside it; and single members read kindly. Pure. */
import type { z } from 'zod';
import { cleanText } from '../../provider/provider-text.ts';

/** An answer that is junk from end to end need not be told member by member. */
const maxDefects = 200;

/** Paths of the members that the description states and the value lacks or has in another form: `results[0].block`. */
export function defectsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  const paths = (error?.issues ?? []).map(({ path }) => pathText(path));
  return [...new Set(paths)].slice(0, maxDefects);
}

const pathText = (path: PropertyKey[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${String(step)}`)).join('');

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
