/**
 * Matches documents to a transaction (endpoint B, use 1; which members are compared is not shown). Pure, and the
 * one place that decides it: never another customer's document.
 */
import {
  type Compared,
  type PublicationKey,
  type PublicationKeyKind,
  publicationKeyKinds,
} from '../../../../shared/domain/web-service/web-service.ts';
import { membersNamed } from '../../../platform/json/described-names.ts';
import { isObject } from '../../../platform/json/exact-json.ts';
import { comparableKey } from './keys.ts';

/**
 * Reads a member: null when it is missing, null or empty. A number of plain digits is read as text. Any other value
 * (1020304.0 too, because of its point) is `other`, which equals no key.
 */
function readMember(value: unknown): { text: string } | 'other' | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return 'other';
  return value.trim() === '' ? null : { text: value };
}

/** `value`: see `comparableKey`. */
export type RequestedKey = { kind: PublicationKeyKind; value: string };

/** Returns the values of members by their names, or by their paths within objects and lists (`Client.IdNumber`). */
const valuesOf = (transaction: Readonly<Record<string, unknown>>, names: readonly string[]): unknown[] =>
  names.flatMap((name) => {
    const own = membersNamed(transaction, name);
    return own.length > 0 ? own : valuesAt(transaction, name.split('.'));
  });

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, [name, ...rest]));
  return isObject(value) ? membersNamed(value, name).flatMap((inner) => valuesAt(inner, rest)) : [];
}

/** The keys in a transaction: a document without any of them does not go out. */
export const requestedKeys = (transaction: Readonly<Record<string, unknown>>, compared: Compared): RequestedKey[] =>
  publicationKeyKinds.flatMap((kind) =>
    valuesOf(transaction, compared[kind]).flatMap((value) => {
      const read = readMember(value);
      return read === null || read === 'other' ? [] : [{ kind, value: comparableKey(kind, read.text) }];
    }),
  );

type Comparison = 'same' | 'different' | 'missing';

/** Compares a key with all members of its kind: one that is different decides, whatever the others are. */
function compareKey(key: PublicationKey, transaction: Readonly<Record<string, unknown>>, compared: Compared): Comparison {
  const wanted = comparableKey(key.kind, key.value);
  let found: Comparison = 'missing';
  for (const value of valuesOf(transaction, compared[key.kind])) {
    const read = readMember(value);
    if (read === null) continue;
    if (read === 'other' || wanted === '' || comparableKey(key.kind, read.text) !== wanted) return 'different';
    found = 'same';
  }
  return found;
}

/** True when the transaction has at least one of the document's keys, and no member that differs from one of them. */
export function mayGoOut(keys: readonly PublicationKey[], transaction: Readonly<Record<string, unknown>>, compared: Compared): boolean {
  const comparisons = keys.map((key) => compareKey(key, transaction, compared));
  return comparisons.includes('same') && !comparisons.includes('different');
}
