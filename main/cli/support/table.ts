/** Rows for a terminal, with aligned columns. */
import type { Words } from '../../platform/i18n/words.ts';

/** One line a row; none without rows. The last column has no padding. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length)) - 1;
  const widths = Array.from({ length: columns }, (_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  return rows.map((row) => row.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell)))).join('  '));
}

/** The rows under the titles of their columns. @param area of `cli.json`, which has the title of each column under its name */
export const titledTable = (words: Words, area: string, columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  aligned([columns.map((column) => words.say(`${area}.${column}`)), ...rows]).join('\n');

/** Text of the provider must not move the terminal's cursor. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

let graphemes: Intl.Segmenter | null = null;
/** Characters as a person counts them, an approximation of columns. Creating a segmenter takes 10 ms, and usual letters need none. */
function width(text: string): number {
  if (/^[ -\u02ff]*$/.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter();
  return [...graphemes.segment(text)].length;
}
