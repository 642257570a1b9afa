/**
 * What a body of the documents endpoint asks for (interface description, endpoint B): documents for a transaction (use 1),
 * to store records (use 2), both, or neither. Pure.
 */
import { type Problem, problem } from '../../../shared/errors.ts';
import { findRecords, type JsonPath } from '../../identity/receiving/find-records.ts';
import { isObject, member, readJson } from '../../json/exact-json.ts';

export type Body =
  /** Use 1. A number of plain digits is their text, as it stood in the body; any other is a number. */
  | { kind: 'question'; transaction: Readonly<Record<string, unknown>> }
  /** Use 2. Where the records are in the body. */
  | { kind: 'record'; records: JsonPath[] }
  /** What could be either use is taken for both. */
  | { kind: 'both'; transaction: Readonly<Record<string, unknown>>; records: JsonPath[] }
  /** Neither, or nobody can tell. */
  | { kind: 'unreadable'; why: Problem };

/** Reading takes a hundred times the room of a short value; a record has a hundred of them. */
const mostValues = 100_000;
const longestName = 100;

export function classifyBody(raw: Uint8Array): Body {
  if (holdsTooMany(raw)) return unreadable(problem('body-too-deep'));
  const read = readJson(raw, 'digits');
  if (read === 'too-deep') return unreadable(problem('body-too-deep'));
  if (read === 'not-json' || !read.encoded) return unreadable(problem('body-not-json'));
  if (read.repeated[0] !== undefined) return unreadable(problem('body-repeats-member', { member: read.repeated[0].slice(0, longestName) }));
  const records = findRecords(read.value);
  const transaction = isObject(read.value) ? member(read.value, 'JsonTransaction') : undefined;
  if (isObject(transaction)) return records.length === 0 ? { kind: 'question', transaction } : { kind: 'both', transaction, records };
  if (records.length > 0) return { kind: 'record', records };
  return unreadable(problem(isObject(read.value) && transaction === undefined ? 'body-neither' : 'body-not-an-object'));
}

const unreadable = (why: Problem): Body => ({ kind: 'unreadable', why });

/** Commas and brackets, those within texts too: at least as many as there are values. */
function holdsTooMany(raw: Uint8Array): boolean {
  let marks = 0;
  for (const byte of raw) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) marks++;
  return marks > mostValues;
}
