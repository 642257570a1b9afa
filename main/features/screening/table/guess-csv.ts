/** Which separator and which quote a CSV has, from how it begins. Pure. */
import { parse } from 'csv-parse/sync';
import { csvOptions } from './read-csv.ts';

type CsvForm = { separator: string; quote: string };

/** Of two that fit equally well, the rarer one in ordinary text. */
const separators = ['\t', ';', '|', ','] as const;
const rowsLookedAt = 50;

/**
 * @param start the file's first text; the last line may be cut off
 * @param known what need not be guessed
 */
export function guessCsv(start: string, known: Partial<CsvForm> = {}): CsvForm {
  const quote = known.quote ?? guessQuote(start);
  if (known.separator !== undefined) return { separator: known.separator, quote };
  const scored = separators.map((separator) => ({ separator, ...fitOf(start, { separator, quote }) }));
  scored.sort((a, b) => b.evenness - a.evenness || b.cells - a.cells);
  const [best] = scored;
  return { separator: best === undefined || best.cells < 2 ? ',' : best.separator, quote };
}

/** Apostrophes stand in names (O'Connor): they are quotes only where they enclose cells and `"` does not. */
function guessQuote(start: string): string {
  const around = (quote: string) =>
    start.match(new RegExp(`(?<=^|[,;\\t|])${quote}[^${quote}\\r\\n]*${quote}(?=[,;\\t|]|\\r?$)`, 'gm'))?.length ?? 0;
  const lines = start.split(/\r\n|\r|\n/).filter((line) => line !== '').length;
  return around('"') === 0 && around("'") > 0 && around("'") >= lines / 2 ? "'" : '"';
}

/**
 * `cells`: how many most rows have; `evenness`: the share of rows that have as many, 0 when that is one, half as much
 * where the quotes make no sense.
 */
function fitOf(start: string, form: CsvForm): { evenness: number; cells: number } {
  const { rows, sound } = readingOf(start, form);
  const filled = rows.filter((row) => row.length > 1 || row[0]?.trim() !== '');
  const counts = Map.groupBy(filled, (row) => row.length);
  const [cells, group] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] ?? [0, []];
  return { cells, evenness: cells < 2 ? 0 : Math.round((group.length / filled.length) * 20) / (sound ? 1 : 2) };
}

/** Where the quotes make no sense, lines cut at every separator: good enough to compare by. */
function readingOf(start: string, form: CsvForm): { rows: string[][]; sound: boolean } {
  const whole = start.slice(0, Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r')) + 1) || start;
  try {
    return { rows: parse(whole, { ...csvOptions(form), to: rowsLookedAt }), sound: true };
  } catch {
    return { rows: whole.split(/\r\n|\r|\n/, rowsLookedAt).map((line) => line.split(form.separator)), sound: false };
  }
}
