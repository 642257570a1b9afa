/** What reading a table gives, one after the other. */

/**
 * `line`: where it begins in the file, from 1; in an XLSX the row's number. `header`: the first line, where the first
 * row holds names of columns. `blank`: so many lines without anything in them, which are no rows.
 */
export type TableLine = { kind: 'header' | 'row'; line: number; cells: string[] } | { kind: 'blank'; line: number; count: number };

/** A line before it is known which one is the header. */
export type RawLine = { line: number; cells: string[] } | { line: number; blank: number };

export type TableRow = {
  /** Row of the table from 1, header and blank lines not counted. */
  number: number;
  line: number;
  cells: string[];
  /** How many cells the first line of the table has; every row of an XLSX has at least as many, since blank ones are not written there. */
  expected: number;
};
