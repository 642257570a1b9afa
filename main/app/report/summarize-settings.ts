/**
 * Settings for a report: by their schema, only what can't be a name, an address or a secret. A number, a flag and a word of a closed
 * list stay; of a text only whether there is one, of a list of texts only its length.
 */
import { z } from 'zod';

export function summarize(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') return value ?? null;
  const inner = unwrapped(schema);
  if (typeof value === 'string')
    return inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral ? value : value === '' ? 'empty' : 'set';
  if (Array.isArray(value)) {
    if (!(inner instanceof z.ZodArray) || value.some((member) => typeof member === 'string')) return { count: value.length };
    return value.map((member) => summarize(inner.element, member));
  }
  if (typeof value !== 'object') return 'set';
  // The names of a record's members come from outside.
  if (!(inner instanceof z.ZodObject)) return { count: Object.keys(value).length };
  const members = Object.entries(inner.shape).filter(([name]) => name in value);
  return Object.fromEntries(members.map(([name, member]) => [name, summarize(member, (value as Record<string, unknown>)[name])]));
}

/** Returns the schema without defaults, null, and changes of the parsed value. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  const wraps =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
  return wraps ? unwrapped(schema.unwrap()) : schema;
}
