/**
 * The forms of texts in which they are compared and searched: without case, accents or punctuation, as far as these do not count.
 * Pure.
 */

/** Case does not count, nor how an accented letter is encoded; accents do. */
export const lowerCased = (text: string): string => text.normalize('NFC').toLowerCase();

/** Neither case nor accents count. */
export const accentFolded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A word of a text. `text`: folded; `start`, `end`: its position in the text, UTF-16 units, end not included. */
export type NamePart = { text: string; start: number; end: number };

/** Letters without a removable accent (Unicode does not decompose them). */
const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' };

/** Maximum length that is examined, UTF-16 units; a longer text is no name, and a pattern that matches megabytes ends in an error. */
export const maxTextLength = 100_000;

/** Initials and legal forms with points ("S.A.S.", "J.P.") are one word. Apostrophes are within a word, hyphens between two. */
const word = /\p{L}(?:\.\p{L})+(?![\p{L}\p{N}\p{M}])|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\p{Cf}]|['’‘`´](?=[\p{L}\p{N}]))*/gu;

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]|\p{Lm}/gu, '')
    .replace(/[ßæœøłđðþħı]/g, (letter) => plainLetters[letter] ?? letter);

/** Splits a text into its words, in order. */
export const nameParts = (text: string): NamePart[] =>
  [...text.slice(0, maxTextLength).matchAll(word)]
    .map(({ 0: found, index }) => ({ text: fold(found), start: index, end: index + found.length }))
    .filter((part) => part.text !== '');

/** Folded words joined by one blank. A text contains another when its folded form contains the other's folded form. */
export const foldedText = (text: string): string =>
  nameParts(text)
    .map((part) => part.text)
    .join(' ');

/** Letters and digits, upper case: "cc 1.020-030" is `CC1020030`. Leading zeros count. Empty for none. */
export const identificationKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A `Uid` normalised for comparison: the case of a UUID does not count, nor do surrounding blanks. */
export function uidKey(text: string): string {
  const trimmed = text.trim();
  return uuid.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}

/** A transaction number: surrounding blanks and case do not count. Empty for none. */
export const transactionKey = (text: string): string => lowerCased(text.normalize('NFKC').trim());
