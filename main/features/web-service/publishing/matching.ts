/**
 * Matches documents to a transaction (endpoint B, use 1; which members are compared is not shown). Pure, and the
 * one place that decides it: never another customer's document.
 */
import { type Compared, type PublicationKey, type PublicationKeyKind, publicationKeyKinds } from '../../../../shared/domain/web-service.ts';
import { member } from '../../../platform/json/exact-json.ts';
import { comparable } from './keys.ts';

/**
 * What a member says; null when it says nothing: missing, null, or empty. A number of plain digits comes as their text. What is
 * no text (1020304.0 too, whose point would otherwise be left out) is `other`: nobody's key.
 */
function said(value: unknown): { text: string } | 'other' | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return 'other';
  return value.trim() === '' ? null : { text: value };
}

/** `value`: comparable. */
export type AskedKey = { kind: PublicationKeyKind; value: string };

/** Keys that the transaction says: a document without any of them does not go out. */
export const askedKeys = (transaction: Readonly<Record<string, unknown>>, compared: Compared): AskedKey[] =>
  publicationKeyKinds.flatMap((kind) =>
    compared[kind].flatMap((name) => {
      const told = said(member(transaction, name));
      return told === null || told === 'other' ? [] : [{ kind, value: comparable(kind, told.text) }];
    }),
  );

type Verdict = 'same' | 'unlike' | 'silent';

/** A key against all members that are compared with its kind: one that is unlike counts, whatever the others say. */
function verdict(key: PublicationKey, transaction: Readonly<Record<string, unknown>>, compared: Compared): Verdict {
  const wanted = comparable(key.kind, key.value);
  let found: Verdict = 'silent';
  for (const name of compared[key.kind]) {
    const told = said(member(transaction, name));
    if (told === null) continue;
    if (told === 'other' || wanted === '' || comparable(key.kind, told.text) !== wanted) return 'unlike';
    found = 'same';
  }
  return found;
}

/** At least one of the document's keys is said by the transaction, and nothing that is said is unlike one of them. */
export function mayGoOut(keys: readonly PublicationKey[], transaction: Readonly<Record<string, unknown>>, compared: Compared): boolean {
  const verdicts = keys.map((key) => verdict(key, transaction, compared));
  return verdicts.includes('same') && !verdicts.includes('unlike');
}
