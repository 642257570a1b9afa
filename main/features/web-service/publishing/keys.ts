/** Normalises the keys of published documents for comparison; pure. */

import { identificationKey, uidKey } from '../../../../shared/domain/text-folding.ts';
import type { PublicationKey, PublicationKeyKind } from '../../../../shared/domain/web-service/web-service.ts';

/**
 * The part of a key that is compared: letters and digits of an identification; all of a Uid, without case for a UUID; all of
 * other keys, without surrounding blanks. Empty when there is nothing to compare.
 */
export function comparableKey(kind: PublicationKeyKind, text: string): string {
  const trimmed = text.trim();
  if (kind === 'identification') return identificationKey(trimmed);
  return kind === 'uid' ? uidKey(trimmed) : trimmed;
}

/** The keys as they are stored, one of each kind; null without keys, with an empty one, or with two of a kind that differ. */
export function distinctKeys(keys: readonly PublicationKey[]): PublicationKey[] | null {
  const byKind = new Map<PublicationKeyKind, PublicationKey>();
  for (const { kind, value } of keys) {
    const compared = comparableKey(kind, value);
    const before = byKind.get(kind);
    if (compared === '' || (before && comparableKey(kind, before.value) !== compared)) return null;
    if (!before) byKind.set(kind, { kind, value: value.trim() });
  }
  return byKind.size === 0 ? null : [...byKind.values()];
}
