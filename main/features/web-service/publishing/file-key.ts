/** Parses a path in the watched folder: whether it is a document, and for which key; pure. */
import type { PublicationKey, PublicationKeyKind } from '../../../../shared/domain/web-service.ts';
import { maxKeyLength } from '../../../../shared/domain/web-service.ts';
import { distinctKeys } from './keys.ts';

/** Hidden, or what programs put beside a file while they work on it (`~$contract.pdf`, `~contract.pdf`). */
const isPassing = (name: string): boolean => name.startsWith('.') || name.startsWith('~');

/** @param parts names from the watched folder on. A PDF by its name, directly inside or in a subfolder, not deeper */
export const isWatched = (parts: readonly string[]): boolean =>
  (parts.length === 1 || parts.length === 2) && !parts.some(isPassing) && /\.pdf$/i.test(parts.at(-1) ?? '');

/** The subfolder's name, else what stands before the first `_` of the file's; null when that is no key. */
export function keyOfFile(parts: readonly string[], kind: PublicationKeyKind): PublicationKey | null {
  const [first = '', second] = parts;
  const end = second === undefined ? first.indexOf('_') : first.length;
  // macOS hands names out decomposed.
  const value = first.slice(0, Math.max(0, end)).normalize('NFC').trim();
  return value.length > maxKeyLength ? null : (distinctKeys([{ kind, value }])?.[0] ?? null);
}
