/**
 * What a person types to find rows of a list. Each listed row has a column `search_text` with its names and numbers, folded, and
 * the index of the list covers that column: a search reads the index only (docs/decisions/0019).
 */
import { foldedText, nameParts } from '../../../shared/domain/text-folding.ts';
import type { Condition } from './list-page.ts';

/** Returns the key of an identification or another number: accents, case and punctuation do not count. */
const numberKey = (number: string): string => foldedText(number).replaceAll(' ', '');

const isNumber = (text: string): boolean => /\p{N}/u.test(text);

/** The last text that was folded: the same person is stored in several tables, one right after the other. */
let lastFolded = { text: '', folded: '' };
function foldedOnce(text: string): string {
  if (lastFolded.text !== text) lastFolded = { text, folded: foldedText(text) };
  return lastFolded.folded;
}

/** A number of letters, digits and hyphens, which needs no folding. */
const plainNumber = /^[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*$/;
const storedKey = (number: string): string => (plainNumber.test(number) ? number.replaceAll('-', '').toLowerCase() : numberKey(number));

/** The value of a column `search_text`. Names are found by words in any order, numbers however they are punctuated. */
export const searchText = (names: readonly string[], numbers: readonly string[]): string =>
  [foldedOnce(names.join(' ')), ...numbers.map(storedKey)].join('\n');

/**
 * Returns the condition for rows that have every typed word and number, in any order, or the whole typed text as one number; for all
 * rows when nothing is typed. The parts of a number such as "U-20" belong together; it is found with this punctuation and without any.
 */
export function typedCondition(typed: string): Condition {
  const has = (...forms: string[]): Condition => {
    const values = [...new Set(forms)].filter((form) => form !== '');
    return { where: values.map(() => 'instr(search_text, ?) > 0').join(' OR '), values };
  };
  const numbersOrWords = (part: string): Condition[] =>
    isNumber(part) ? [has(foldedText(part), numberKey(part))] : nameParts(part).map(({ text }) => has(text));
  const parts = typed.split(/\s+/u).flatMap(numbersOrWords);
  if (parts.length === 0) return { where: '1', values: [] };
  const every = { where: parts.map(({ where }) => `(${where})`).join(' AND '), values: parts.flatMap(({ values }) => values) };
  if (!isNumber(typed)) return every;
  const whole = has(numberKey(typed));
  return { where: `(${every.where}) OR ${whole.where}`, values: [...every.values, ...whole.values] };
}
