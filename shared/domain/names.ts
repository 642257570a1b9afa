/**
 * Compares names and identification numbers as people do: accents, case, punctuation and the order of given names
 * and surnames do not count. Pure; used for the reasons of a match, for highlighting, and for finding screenings.
 */

/** A word of a text. `text`: folded; `start`, `end`: its position in the text, UTF-16 units, end not included. */
export type NamePart = { text: string; start: number; end: number };

/** Letters without a removable accent (Unicode does not decompose them). */
const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' };

/** Maximum length that is examined, UTF-16 units; a longer text is no name, and a pattern that matches megabytes ends in an error. */
const maxTextLength = 100_000;

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

/**
 * Whether two names are the same: the same words in any order ("PÉREZ GÓMEZ, Ana" and "ana perez gomez"), or the same
 * letters in the same order however they are split ("O'Connor" and "O Connor"). A name without letters is never the same.
 */
export function sameName(a: string, b: string): boolean {
  if (a.length > maxTextLength || b.length > maxTextLength) return false;
  const [one, other] = [nameParts(a), nameParts(b)].map((parts) => parts.map((part) => part.text)) as [string[], string[]];
  if (one.length === 0 || other.length === 0) return false;
  return one.join('') === other.join('') || one.toSorted().join(' ') === other.toSorted().join(' ');
}

/** Words that join names, and words that many companies have in common: two names that share nothing else are not alike. */
const common = new Set(
  [
    'de del la las los lo el da das do dos di du des le van von der den ter ten bin ibn bint ben al ul',
    'sa sas ltda limitada ltd limited llc llp inc incorporated corp corporation corporacion co company compania cia',
    'cv srl sl spa gmbh ag bv nv plc esp eirl sca sociedad anonima empresa empresas grupo group holding holdings',
    'international internacional trading comercializadora comercial inversiones industrias servicios constructora',
    'distribuidora transportes fundacion asociacion cooperativa the and of',
  ].flatMap((words) => words.split(' ')),
);

/** A single letter is an initial and identifies nobody. */
const telling = ({ text }: NamePart): boolean => [...text].length > 1 && !common.has(text);

/** Whether some words are the same, other than those that identify nobody (`de`, `la`, `Ltda.`). */
export function similarName(a: string, b: string): boolean {
  const known = new Set(nameParts(a).map((part) => part.text));
  return nameParts(b).some((part) => telling(part) && known.has(part.text));
}

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

/**
 * Finds the words of a searched name in a displayed text, in order; nothing when they share only words
 * that identify nobody. For an identification (there is a digit in it): the whole text when it is the same.
 */
export function matchingRanges(text: string, query: string): { start: number; end: number }[] {
  const key = identificationKey(query);
  if (/\p{N}/u.test(key) && identificationKey(text) === key) return [{ start: 0, end: text.length }];
  const asked = new Set(nameParts(query).map((part) => part.text));
  const found = nameParts(text).filter((part) => asked.has(part.text));
  return found.some(telling) ? found.map(({ start, end }) => ({ start, end })) : [];
}
