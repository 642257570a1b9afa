/** Guesses separator and quote of a CSV from its first text. Pure. */
import { parse } from 'csv-parse/sync';
import { csvOptions, separatorLine } from './read-table.ts';

type CsvForm = { separator: string; quote: string };

/** Of two that fit equally well, the first counts: it is rarer in ordinary text. */
const separators = ['\t', ';', '|', ','] as const;
const maxRows = 50;

/**
 * @param text the file's first text; the last line may be cut off
 * @param known parts that need not be guessed
 */
export function guessCsv(text: string, known: Partial<CsvForm> = {}): CsvForm {
  const start = text.replace(separatorLine, '');
  const quote = known.quote ?? guessQuote(start);
  const stated = known.separator ?? separatorLine.exec(text)?.[1];
  if (stated !== undefined) return { separator: stated, quote };
  const scored = separators.map((separator) => ({ separator, ...fitOf(start, { separator, quote }) }));
  scored.sort((a, b) => b.evenness - a.evenness || b.cells - a.cells);
  const [best] = scored;
  return { separator: best === undefined || best.cells < 2 ? ',' : best.separator, quote };
}

/**
 * Returns an apostrophe only where apostrophes enclose cells and `"` does not: names have apostrophes too (O'Connor); none where `"` is only in
 * cells such as `="0912345678"`.
 */
function guessQuote(start: string): string {
  const around = (quote: string, before = '') =>
    start.match(new RegExp(`(?<=^|[,;\\t|])${before}${quote}[^${quote}\\r\\n]*${quote}(?=[,;\\t|]|\\r?$)`, 'gm'))?.length ?? 0;
  const lines = start.split(/\r\n|\r|\n/).filter((line) => line !== '').length;
  if (around('"') === 0 && around('"', '=') > 0) return '';
  return around('"') === 0 && around("'") > 0 && around("'") >= lines / 2 ? "'" : '"';
}

/**
 * `cells`: the most frequent number of cells of a row; `evenness`: the share of rows with that number, 0 when it is one; half of that
 * where the quotes make no sense.
 */
function fitOf(start: string, form: CsvForm): { evenness: number; cells: number } {
  const { rows, sound } = readingOf(start, form);
  const filled = rows.filter((row) => row.length > 1 || row[0]?.trim() !== '');
  const counts = Map.groupBy(filled, (row) => row.length);
  const [cells, group] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] ?? [0, []];
  return { cells, evenness: cells < 2 ? 0 : Math.round((group.length / filled.length) * 20) / (sound ? 1 : 2) };
}

/** Parses the rows. Where the quotes make no sense, splits lines at every separator, which is enough for a comparison. */
function readingOf(start: string, form: CsvForm): { rows: string[][]; sound: boolean } {
  const whole = start.slice(0, Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r')) + 1) || start;
  try {
    return { rows: parse(whole, { ...csvOptions(form), to: maxRows }), sound: true };
  } catch {
    return { rows: whole.split(/\r\n|\r|\n/, maxRows).map((line) => line.split(form.separator)), sound: false };
  }
}
