/** `screen --csv`: files and rows that cannot be screened, and an OUT that cannot be written. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, readlink, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { counts, csvRows, openScreenCli } from '../support/cli/cli.ts';

describe('files and rows that cannot be screened', () => {
  const faults: [string, string | Uint8Array | null, RegExp][] = [
    ['not there', null, /“in\.csv” cannot be read\. The file does not exist\. Check its path, then run the command again\.$/],
    ['empty', '', /has no rows/],
    ['only blank lines', '\n\n \n', /has no rows/],
    ['only a header', 'nombre,cedula\n', /has no rows/],
    ['a quote that stays open', 'nombre,cedula\nAna Ruiz,1\n"Beto,2\nCarla Paz,3\n', /quotes are wrong.*--quote none/],
    ['a quote around persons', 'Ana Uno\n"Beto Dos\nCarla Tres"\nElsa Cinco\n', /On line 2 .*--quote none/],
    ['damaged UTF-8', Buffer.from('nombre\nAna \xc3\x91u\nMu\xf1oz\n', 'latin1'), /On line 3 .* utf-8\..*--encoding/],
    // Found only during the import of rows.
    ['an open quote far down', `nombre,cedula\n${'Ana Ruiz,1\n'.repeat(40_000)}"Beto,2\nCarla Paz,3\n`, /quotes are wrong/],
    ['no text file', Buffer.from([0, 1, 2, 3, 0, 255, 254, 0, 7]), /cannot be read\. .*no text in it\. Save it again as CSV or XLSX\./],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), /cannot be read/],
  ];
  test.each(faults)('%s: exit code 2, one sentence, no OUT, no screening', async (_, content, words) => {
    const { screen, file, path, askedInAll } = await openScreenCli();
    if (content !== null) await file('in.csv', content);
    for (const _time of [1, 2]) {
      const { code, stdout, stderr } = await screen(['--csv', 'in.csv', '--out', 'out.csv', '--json']);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(words)]);
    }
    expect([existsSync(path('out.csv')), askedInAll()]).toEqual([false, 0]);
  });

  test('only faulty rows: exit code 4, each with its error', async () => {
    const { screen, file, path, askedInAll } = await openScreenCli();
    await file('in.csv', `nombre,cedula\n,1\n ,2\n${'x'.repeat(301)},3\n`);
    const run = await screen(['--csv', 'in.csv', '--out', 'out.csv', '--json']);
    expect(counts(run)).toEqual({ rows: 3, clear: 0, match: 0, unavailable: 0, failed: 3, waiting: 0 });
    expect(run.code).toBe(4);
    expect((await csvRows(path('out.csv'))).slice(1).map((row) => [row[2], row[7] !== ''])).toEqual([
      ['not-screened', true],
      ['not-screened', true],
      ['not-screened', true],
    ]);
    expect(askedInAll()).toBe(0);
  });

  test('an OUT that cannot be written is reported before any screening', async () => {
    const { screen, file, path, askedInAll } = await openScreenCli();
    await file('in.csv', 'nombre\nAna Ruiz\n');
    await file('theirs.csv', 'not ours');
    await mkdir(path('folder'));
    await symlink(path('away/theirs.csv'), path('dangling.csv'));
    for (const [out, words] of [
      ['none/out.csv', /file of --out cannot be written/],
      ['theirs.csv/out.csv', /file of --out cannot be written/],
      ['theirs.csv', /exists already/],
      ['dangling.csv', /exists already/],
      ['folder', /file of --out cannot be written \(it is a folder\)/],
      ['in.csv', /exists already/],
      [`${'x'.repeat(300)}.csv`, /file of --out cannot be written \(its path is too long\)/],
      // A folder in which the system permits everything and makes nothing.
      ...(process.platform === 'linux' ? [['/proc/out.csv', /file of --out cannot be written/] as const] : []),
    ] as const) {
      const { code, stdout, stderr } = await screen(['--csv', 'in.csv', '--out', out, '--json']);
      expect([out, code, stdout]).toEqual([out, 2, '']);
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(words)]);
    }
    expect(await readFile(path('theirs.csv'), 'utf8')).toBe('not ours');
    expect(await readlink(path('dangling.csv'))).toBe(path('away/theirs.csv'));
    expect(askedInAll()).toBe(0);
  });
});
