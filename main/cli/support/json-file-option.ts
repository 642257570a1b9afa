/** The JSON object of a file that an option names, and what is wrong with a member of it. */
import type { z } from 'zod';
import { headerText } from '../../../shared/domain/settings/profile.ts';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { readWholeFile } from '../../platform/files/read-whole-file.ts';
import type { Gaps } from '../../platform/i18n/translator.ts';
import { isObject, maxDepth, scanJson } from '../../platform/json/exact-json.ts';
import { fileText } from './file-text.ts';
import { WrongUse } from './wrong-use.ts';

/**
 * @throws WrongUse `json-file-…` for a file that cannot be read, is empty, in another encoding or has no JSON object, and for one that has a
 * member twice: which of the two is meant is unknown
 */
export async function readJsonFileOption(option: string, path: string): Promise<object> {
  const content = await readWholeFile(path).catch((thrown: unknown) => {
    throw new WrongUse('json-file-unreadable', { option, cause: systemCode(thrown) ?? 'unknown' });
  });
  const text = fileText(content);
  if (text.trim() === '') throw new WrongUse('json-file-empty', { option });
  const line = text.split('\n').findIndex((each) => each.includes('\uFFFD')) + 1;
  if (line > 0) throw new WrongUse('json-file-encoding', { option, line });
  const value = parsed(text, option);
  if (!isObject(value)) throw new WrongUse('json-file-not-object', { option });
  const [field] = scanJson(text, { maxDepth }).repeatedAt;
  if (field) throw new WrongUse('json-file-invalid', { option, field: field.join('.'), context: 'twice' });
  return value;
}

/** V8 says the place of most faults. The rest of its text has a part of the file. @throws WrongUse */
function parsed(text: string, option: string): unknown {
  const fault = faultOf(text);
  if (fault === null) return JSON.parse(text);
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(fault) ?? [];
  const place = unexpectedToken.test(fault) ? placeOfToken(text) : line && column && { line, column };
  throw new WrongUse('json-file-not-json', { option, ...(place && { context: 'at', ...place }) });
}

/** Null for JSON. */
function faultOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (thrown) {
    return String(thrown);
  }
}

const unexpectedToken = /^SyntaxError: Unexpected token /;

/** V8 gives no place for a token that cannot be where it is: the shortest beginning of the text with this fault ends at it. */
function placeOfToken(text: string): { line: number; column: number } {
  let [without, having] = [0, text.length];
  while (having - without > 1) {
    const middle = (without + having) >> 1;
    if (unexpectedToken.test(faultOf(text.slice(0, middle)) ?? '')) having = middle;
    else without = middle;
  }
  const lines = text.slice(0, having).split('\n');
  return { line: lines.length, column: lines.at(-1)?.length ?? 0 };
}

/** Kinds of values in `usage`, by zod's. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  int: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

/** The member that an error is about, and as `context` what would be right, where the error says it. @param value that has the error */
export function faultIn({ issues: [issue] }: z.ZodError, value: unknown): Gaps & { field: string } {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...unknown].join('.') || '—';
  if (unknown.length > 0) return { field, context: 'unknown' };
  if (issue && isMissing(value, issue.path)) return { field, context: 'missing' };
  if (issue?.code === 'invalid_type') return { field, context: kinds[issue.expected] ?? '' };
  if (issue?.code === 'too_small' && issue.origin === 'string') return { field, context: 'empty' };
  if (issue?.code === 'too_big' && issue.origin === 'string') return { field, context: 'long', limit: Number(issue.maximum) };
  if (issue?.code === 'invalid_format' && issue.format === 'regex' && issue.pattern === String(headerText))
    return { field, context: 'header' };
  if (issue?.code === 'too_small' && issue.origin === 'number') return { field, context: 'small', limit: Number(issue.minimum) };
  if (issue?.code === 'too_big' && issue.origin === 'number') return { field, context: 'big', limit: Number(issue.maximum) };
  if (issue?.code === 'invalid_value') return { field, context: 'value', values: issue.values.map(String).join(', ') };
  return { field };
}

/** Whether the value has nothing at the path. */
function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const holder = path.slice(0, -1).reduce<unknown>(memberOf, value);
  return path.length > 0 && memberOf(holder, path.at(-1) ?? '') === undefined;
}

const memberOf = (holder: unknown, name: PropertyKey): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
