/** Cells that a spreadsheet would take for a formula when it opens a CSV. Pure. */

/** Full-width signs too: some spreadsheets take them for the plain ones. */
const formula = /^[\s\u200b\ufeff]*[=@＝＠＋－]|^[ \u00a0]*[\t\r\n]/;
const signed = /^[\s\u200b\ufeff]*[+-]/;
/** Numbers, dates, phone numbers, and signs alone: whatever a spreadsheet makes of them, it works out nothing that anyone planted. */
const harmless = /^\s*[+-][\d\s.,()/-]*$/;

/**
 * A cell that begins like a formula gets an apostrophe before it, which spreadsheets take for "this is text". `-0-`,
 * `-5` and `+57 300 123 4567` stay as they are.
 */
export const neutralised = (cell: string): string =>
  formula.test(cell) || (signed.test(cell) && !harmless.test(cell)) ? `'${cell}` : cell;
