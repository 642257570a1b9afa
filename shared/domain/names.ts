/**
 * Compares names as people do: accents, case, punctuation and the order of first names and surnames do not count. Pure; used for
 * the reasons of a match, for highlighting, and for finding screenings.
 */

import { identificationKey, maxTextLength, type NamePart, nameParts } from './text-folding.ts';

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

/** A single letter is an initial and identifies no one. */
const telling = ({ text }: NamePart): boolean => [...text].length > 1 && !common.has(text);

/** Whether some words are the same, other than those that identify no one (`de`, `la`, `Ltda.`). */
export function similarName(a: string, b: string): boolean {
  const known = new Set(nameParts(a).map((part) => part.text));
  return nameParts(b).some((part) => telling(part) && known.has(part.text));
}

/**
 * Whether a record shares no word of its name with its visit: the transaction number may be another customer's. A visit's name is
 * typed by hand, so one word that is spelt in the same way is enough.
 */
export const isOfOtherName = (record: { name: string }, visit: { name: string }): boolean =>
  record.name !== '' && visit.name !== '' && !similarName(record.name, visit.name);

/**
 * Finds the words of a searched name in a displayed text, in order; nothing when they share only words
 * that identify no one. For an identification (there is a digit in it): the whole text when it is the same.
 */
export function matchingRanges(text: string, query: string): { start: number; end: number }[] {
  const key = identificationKey(query);
  if (/\p{N}/u.test(key) && identificationKey(text) === key) return [{ start: 0, end: text.length }];
  const asked = new Set(nameParts(query).map((part) => part.text));
  const found = nameParts(text).filter((part) => asked.has(part.text));
  return found.some(telling) ? found.map(({ start, end }) => ({ start, end })) : [];
}
