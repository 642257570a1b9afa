/** Cells that a spreadsheet would take for a formula when it opens a CSV, whatever separator it goes by. Pure. */

/** Full-width signs too: some spreadsheets take them for the plain ones. */
const formula = /^[\s\u200b\ufeff]*[=@＝＠＋－]|^[ \u00a0]*[\t\r\n]/;
const signed = /^[\s\u200b\ufeff]*[+-]/;
/** Numbers, dates, phone numbers, and signs alone: whatever a spreadsheet makes of them, it works out nothing that anyone planted. */
const harmless = /^\s*[+-][\d\s.,()/-]*$/;
const isFormula = (text: string): boolean => formula.test(text) || (signed.test(text) && !harmless.test(text));

/**
 * What may separate cells for another reader than the one that the file is meant for, with what may follow it; quotes do
 * not help there, since such a reader has a cell begin in the middle of a quoted one. Each character is looked at once,
 * so that no file, however made, takes long.
 */
const separated = /([;,|"\s\u200b\ufeff]+)([=@＝＠＋－+-][^;,\t|\r\n]*)?/g;
const separator = /[;,\t|\r\n]/;

/**
 * A cell that begins like a formula gets an apostrophe before it, which spreadsheets take for "this is text"; so does
 * what follows a separator in it. `-0-`, `-5` and `+57 300 123 4567` stay as they are.
 */
export function neutralised(cell: string): string {
  const inner = cell.replace(separated, (found, before: string, after: string | undefined) =>
    after !== undefined && separator.test(before) && isFormula(after) ? `${before}'${after}` : found,
  );
  return isFormula(cell) || /^\s*"["\s]*[=@＝＠＋－+-]/.test(cell) ? `'${inner}` : inner;
}
