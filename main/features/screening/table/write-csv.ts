/** Rows as the bytes of a CSV, piece by piece. */
import { stringify } from 'csv-stringify/sync';
import type { TableOptions } from '../../../../shared/domain/bulk-screening.ts';
import { neutralised } from './neutralised.ts';

/** `bom`: spreadsheets on Windows take a CSV without one for Windows-1252. */
export type CsvForm = Pick<TableOptions, 'separator' | 'quote'> & { bom: boolean };

/** Rows that are turned into text at once. */
const atOnce = 200;

/** UTF-8 with CR LF. All cells are quoted; a reader gets them back exactly, but for what `neutralised` adds. */
export async function* csvBytes(rows: AsyncIterable<readonly string[]>, { separator, quote, bom }: CsvForm): AsyncGenerator<Uint8Array> {
  // Without any quote, a separator within a cell could not be told from one between cells.
  const mark = quote === '' ? '"' : quote;
  const text = (some: string[][]) =>
    Buffer.from(
      stringify(some, {
        delimiter: separator,
        quote: mark,
        escape: mark,
        record_delimiter: 'windows',
        // Every cell, so that no reader's separator parts one.
        quoted: true,
        quoted_empty: true,
      }),
    );
  if (bom) yield Buffer.from('\ufeff');
  let some: string[][] = [];
  for await (const row of rows) {
    some.push(row.map(neutralised));
    if (some.length < atOnce) continue;
    yield text(some);
    some = [];
  }
  if (some.length > 0) yield text(some);
}
