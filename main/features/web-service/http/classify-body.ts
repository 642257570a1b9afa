/**
 * Classifies a body of the documents endpoint (interface description, endpoint B): a request for documents of a transaction
 * (use 1), pushed records (use 2), both, or neither. Pure.
 */

import { isUtf8 } from 'node:buffer';
import { type Problem, problem } from '../../../../shared/errors.ts';
import { isObject, member, parseDigits } from '../../../platform/json/exact-json.ts';
import type { JsonPath } from '../../../platform/json/scan-json.ts';
import { findRecords, type PushBody, readPushBody } from '../../records/records.ts';

/** A number of plain digits is its text in the body; any other is a number. */
type Transaction = Readonly<Record<string, unknown>>;

export type Body =
  /** Use 1. */
  | { kind: 'question'; transaction: Transaction }
  /** Use 2. `records`: where they are in the body. */
  | { kind: 'record'; records: JsonPath[]; read: PushBody }
  /** A body that can be either use counts as both. */
  | { kind: 'both'; transaction: Transaction; records: JsonPath[]; read: PushBody }
  /** Neither use, or not readable. */
  | { kind: 'unreadable'; why: Problem };

const maxNameLength = 100;

/** @param body UTF-8 */
export function classifyBody(body: Buffer): Body {
  if (!isUtf8(body)) return unreadable(problem('body-not-json'));
  const read = readPushBody(body);
  if (read === 'too-deep') return unreadable(problem('body-too-deep'));
  if (read === 'not-json') return unreadable(problem('body-not-json'));
  const { value, repeated, text } = read.json;
  if (repeated[0] !== undefined) return unreadable(problem('body-repeats-member', { member: repeated[0].slice(0, maxNameLength) }));
  const records = findRecords(value);
  if (isObject(value) && isObject(member(value, 'JsonTransaction'))) {
    const transaction = Reflect.get(Object(parseDigits(text)), 'JsonTransaction') as Transaction;
    return records.length === 0 ? { kind: 'question', transaction } : { kind: 'both', transaction, records, read };
  }
  if (records.length > 0) return { kind: 'record', records, read };
  const isNeither = isObject(value) && member(value, 'JsonTransaction') === undefined;
  return unreadable(problem(isNeither ? 'body-neither' : 'body-not-an-object'));
}

const unreadable = (why: Problem): Body => ({ kind: 'unreadable', why });
