/** Normalises the keys of published documents for comparison; pure. */

import { identificationKey, uidKey } from '../../../../shared/domain/text-folding.ts';
import type { PublicationKey, PublicationKeyKind } from '../../../../shared/domain/web-service.ts';

/**
 * What must be the same: of an identification its letters and digits, as everywhere in the station; of a Uid all of it,
 * but a UUID without case; of the others all of it, without blanks around. Empty when there is nothing to compare.
 */
export function comparable(kind: PublicationKeyKind, text: string): string {
  const trimmed = text.trim();
  if (kind === 'identification') return identificationKey(trimmed);
  return kind === 'uid' ? uidKey(trimmed) : trimmed;
}

/** As they are kept; null when they do not say for whom: none, one that says nothing, or two of one kind that contradict. */
export function distinctKeys(keys: readonly PublicationKey[]): PublicationKey[] | null {
  const byKind = new Map<PublicationKeyKind, PublicationKey>();
  for (const { kind, value } of keys) {
    const said = comparable(kind, value);
    const before = byKind.get(kind);
    if (said === '' || (before && comparable(kind, before.value) !== said)) return null;
    if (!before) byKind.set(kind, { kind, value: value.trim() });
  }
  return byKind.size === 0 ? null : [...byKind.values()];
}
