/**
 * What a person types to find rows of a list. Each listed row has a column `search_text` with its names and numbers, folded, and
 * the index of the list covers that column: a search reads the index only (docs/decisions/0019).
 */
import { foldedText, identificationKey } from '../../shared/domain/names.ts';
import type { Condition } from './list-page.ts';

/** Of an identification or another number: accents, case and punctuation do not count. */
const numberKey = (number: string): string => identificationKey(number).toLowerCase();

/** The value of a column `search_text`. Names are found by words in any order, numbers however they are punctuated. */
export const searchText = (names: readonly string[], numbers: readonly string[]): string =>
  [foldedText([...names, ...numbers].join(' ')), ...numbers.map(numberKey)].join('\n');

/** Rows that have every typed word or the typed number; all rows when nothing is typed. */
export function typedCondition(typed: string): Condition {
  const words = foldedText(typed).split(' ').filter(Boolean);
  if (words.length === 0) return { where: '1', values: [] };
  const everyWord = words.map(() => 'instr(search_text, ?) > 0').join(' AND ');
  const key = numberKey(typed);
  if (!/\p{N}/u.test(key)) return { where: everyWord, values: words };
  return { where: `(${everyWord} OR instr(search_text, ?) > 0)`, values: [...words, key] };
}
