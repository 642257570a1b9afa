/** Folds the texts of an answer into words, and finds words in them. Pure. */
import { accentFolded } from '../../../../shared/domain/text-folding.ts';

/** Maximum characters of a text that is read for its words. */
export const maxReadLength = 400;

/** Names repeat: a few thousand of them are folded only once. */
const foldedNames = new Map<string, string>();
const maxFoldedNames = 5000;
const maxNameLength = 60;

/** Returns the words in lower case, without accents: `datosRamaJudicial_Error` is `datos rama judicial error`. */
export function folded(text: string): string {
  const known = foldedNames.get(text);
  if (known !== undefined) return known;
  const words = accentFolded(text.slice(0, 2 * maxReadLength).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim();
  if (text.length <= maxNameLength && foldedNames.size < maxFoldedNames) foldedNames.set(text, words);
  return words;
}

/** Finds one of the words in a folded text. */
export const anyOf = (...parts: string[]): RegExp => new RegExp(`\\b(?:${parts.join('|')})\\b`, 'u');
/** Accepts a folded text that is only one of these. */
export const wholly = (...parts: string[]): RegExp => new RegExp(`^(?:${parts.join('|')})$`, 'u');
