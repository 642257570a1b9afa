/** The JSON object of a file that an option names, and what is wrong with a member of it. */
import type { z } from 'zod';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { readWholeFile } from '../../platform/files/read-whole-file.ts';
import type { Gaps } from '../../platform/i18n/translator.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import { WrongUse } from './wrong-use.ts';

/** @throws WrongUse `json-file-…` for a file that cannot be read, is empty or has no JSON object */
export async function readJsonFileOption(option: string, path: string): Promise<object> {
  const content = await readWholeFile(path).catch((thrown: unknown) => {
    throw new WrongUse('json-file-unreadable', { option, cause: systemCode(thrown) ?? 'unknown' });
  });
  const text = content.toString().replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new WrongUse('json-file-empty', { option });
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new WrongUse('json-file-not-json', { option });
  return value;
}

/** The member that an error is about, and what would be right where that is a limit or one of some values. */
export function faultIn({ issues: [issue] }: z.ZodError): Gaps & { field: string } {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...unknown].join('.') || '—';
  if (issue?.code === 'too_small' && issue.origin === 'number') return { field, context: 'small', limit: Number(issue.minimum) };
  if (issue?.code === 'too_big' && issue.origin === 'number') return { field, context: 'big', limit: Number(issue.maximum) };
  if (issue?.code === 'invalid_value') return { field, context: 'value', values: issue.values.map(String).join(', ') };
  return { field };
}
