/** Digests the content of a pushed record: two pushes with the same digest are duplicates. Pure. */
import { hash } from 'node:crypto';
import type { RecordFile } from '../../../../shared/domain/record.ts';

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** A number with its digits as written, to distinguish it from a text of the same digits. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Order of members and white space do not count; numbers count digit for digit, and files by their bytes.
 * @param json no deeper than `readPushBody` allows
 * @param plain its parsed value, where all its numbers are written as JavaScript writes them
 * @returns SHA-256, lower-case hex
 */
export function contentDigest(json: string, files: readonly RecordFile[], plain?: unknown): string {
  const value = plain ?? parse(json, (_, each, { source }) => (typeof each === 'number' ? new Digits(source ?? String(each)) : each));
  const stored = files.map(({ path, sha256, decoded }) => JSON.stringify([path, sha256, decoded])).toSorted();
  return hash('sha256', `${canonical(value)}\n${stored.join('\n')}`);
}

function canonical(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  let members = '';
  for (const name of Object.keys(value).sort()) members += `,${JSON.stringify(name)}:${canonical(Reflect.get(value, name))}`;
  return `{${members.slice(1)}}`;
}
