/** The input of the validation query, and what is missing of it (interface description, endpoint E). Pure. */

import type { RecordWish } from '../../../shared/domain/records/record.ts';
import type { ValidationPathParts } from '../../../shared/domain/settings/profile.ts';
import type { VisitDetails } from '../../../shared/domain/visits/visit.ts';

/** `parts` by their name in the path. */
export type FetchInput = { parts: Readonly<Record<string, string>>; wish: RecordWish };

const firstWish: RecordWish = { images: true, documents: false, video: false };

/** Returns the value of a part that the visit knows; null for a part that a person has to type. */
export function knownPart(path: ValidationPathParts, part: string, { transaction, identification }: VisitDetails): string | null {
  if (part === path.transaction) return transaction.trim();
  if (part === path.identification) return identification.trim();
  return null;
}

/** Parts that the visit does not know. */
export const ownParts = (path: ValidationPathParts): string[] =>
  path.parts.filter((part) => part !== path.transaction && part !== path.identification);

/** Returns the initial values: the visit's own, otherwise those of the last query, when it used the same path. */
export function initialFetchInput(path: ValidationPathParts, details: VisitDetails, before: readonly string[]): FetchInput {
  const last = before.length === path.parts.length ? before : [];
  const parts = path.parts.map((part, place) => [part, knownPart(path, part, details) || (last[place] ?? '')] as const);
  return { parts: Object.fromEntries(parts), wish: firstWish };
}

/** Returns the parts in the order of the path. */
export const partsInOrder = (path: ValidationPathParts, { parts }: FetchInput): string[] =>
  path.parts.map((part) => (parts[part] ?? '').trim());

/** Returns the names of the parts that are still blank. */
export const missingParts = (path: ValidationPathParts, { parts }: FetchInput): string[] =>
  path.parts.filter((part) => (parts[part] ?? '').trim() === '');
