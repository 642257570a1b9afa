/** Parses a path in the watched folder: whether it is a document, and for which key; pure. */
import type { PublicationKey, PublicationKeyKind } from '../../../../shared/domain/web-service/web-service.ts';
import { maxKeyLength } from '../../../../shared/domain/web-service/web-service.ts';
import { distinctKeys } from './keys.ts';

/** True for hidden files, and for those of programs that have a file open (`~$contract.pdf`, `~contract.pdf`). */
const isTemporary = (name: string): boolean => name.startsWith('.') || name.startsWith('~');

/** True for a name of a PDF directly in the watched folder or in a subfolder of it. @param parts names below the folder */
export const isWatched = (parts: readonly string[]): boolean =>
  (parts.length === 1 || parts.length === 2) && !parts.some(isTemporary) && /\.pdf$/i.test(parts.at(-1) ?? '');

/** A name that is a key as a whole: `79555001.pdf`, `T-1001.pdf`, and not `contract-2.pdf`. */
const wholeKey = /^\p{L}{0,3}-?\d[\p{L}\d.-]*(?=\.pdf$)/iu;

/** True for `contract` and for `79555001 Ana`, which no customer has as a number: the document would wait for a request in vain. */
const isNoIdentification = (value: string): boolean => !/[1-9]/.test(value) || /\d[^\p{L}\d]+\p{L}{3}/u.test(value);

/** The name of the subfolder, or the file's name before the first `_`, or all of it without one; null when that is no key. */
export function keyOfFile(parts: readonly string[], kind: PublicationKeyKind): PublicationKey | null {
  const [first = '', second] = parts;
  const end = second !== undefined ? first.length : first.includes('_') ? first.indexOf('_') : (wholeKey.exec(first)?.[0].length ?? 0);
  // macOS returns decomposed names.
  const value = first.slice(0, end).normalize('NFC').trim();
  if (value.length > maxKeyLength || (kind === 'identification' && isNoIdentification(value))) return null;
  return distinctKeys([{ kind, value }])?.[0] ?? null;
}
