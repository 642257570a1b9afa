/**
 * Screens a published list by `screen --csv` without naming its columns: no header, "SURNAME, Given" for individuals, commas in the
 * names of companies. The soak screens all rows, the default run every sixteenth.
 */

import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

import { expect } from 'vitest';
import { counts, csvRows, digestOf, openScreenCli } from '../support/cli/cli.ts';
import { ofacList, testWith } from '../support/runner/need.ts';
import { sized } from '../support/runner/soak.ts';

const [name, kind] = [1, 2] as const;

/** By hand, not by the station's own code: what stands after the first comma goes before what stands in front of it. */
function askedAs(row: readonly string[]): string {
  const text = row[name] ?? '';
  const at = text.indexOf(',');
  const isPerson = row[kind]?.trim() === 'individual' && at !== -1;
  const words = isPerson ? `${text.slice(at + 1).replaceAll(',', ' ')} ${text.slice(0, at)}` : text;
  return words.trim().split(/\s+/).join(' ');
}

testWith('ofac')(
  'every row comes out with its cells as they were, in order; persons are asked given names first, companies as they stand',
  async () => {
    const { screen, file, path, provider } = await openScreenCli();
    const lines = (await readFile(ofacList, 'utf8')).split(/(?<=\n)/);
    const list = lines.filter((_, index) => index % sized(16, 1) === 0).join('');
    const rows: string[][] = parse(list);
    expect(rows.length).toBeGreaterThan(sized(450, 7_000));
    const run = await screen(['--csv', await file('ofac.csv', list), '--out', 'out.csv', '--json', '--concurrency', '8']);
    const written = await csvRows(path('out.csv'));
    const reported = counts(run);
    expect([run.code, reported]).toEqual([0, { rows: rows.length, clear: rows.length, match: 0, unavailable: 0, failed: 0, waiting: 0 }]);
    expect(written).toHaveLength(rows.length);

    const width = rows[0]?.length ?? 0;
    const changed = rows.flatMap((row, at) => {
      const out = written[at]?.slice(0, width) ?? [];
      return JSON.stringify(out) === JSON.stringify(row) ? [] : [{ at, row, out }];
    });
    expect(changed).toEqual([]);
    expect(written.filter((row) => row[width] !== 'clear')).toEqual([]);

    const wanted = new Map<string, number>();
    for (const row of rows) {
      const digest = digestOf(askedAs(row));
      wanted.set(digest, (wanted.get(digest) ?? 0) + 1);
    }
    const asked = provider.asked();
    const wrong = rows.map(askedAs).filter((words) => asked.get(digestOf(words)) !== wanted.get(digestOf(words)));
    expect(wrong.slice(0, 20)).toEqual([]);
    expect([...asked.values()].reduce((sum, times) => sum + times, 0)).toBe(rows.length);
  },
);
