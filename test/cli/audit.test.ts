/** `audit` as a process of its own, on the log of a real station. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type CliRun, runHere } from '../support/cli/run-cli.ts';
import { runCommand } from '../support/doors/cli.ts';
import { identityOf } from '../support/doors/storage.ts';
import { buildStation } from '../support/station.ts';
import { inDatabase } from '../support/storage/damaged-database.ts';
import { tempDir } from '../support/temp-dir.ts';

const key = randomBytes(32);

/** A station with three entries, closed. */
async function closedStation(): Promise<{
  folder: string;
  audit(args: string[], vaultKey?: Buffer | null): Promise<CliRun>;
  change(sql: string): void;
}> {
  const station = await buildStation({ vaultKey: key, fileIdentity: identityOf, provider: 'none', sending: 'manual' });
  const { folder, dataDir } = station;
  for (const text of ['a', 'MARKED', 'c']) station.audit.append({ kind: 'note', visitId: 'one', by: 'Ana', about: null, detail: { text } });
  await station.close();
  return {
    folder,
    audit: (args, vaultKey = key) =>
      runHere(['audit', ...args, '--data-dir', dataDir], folder, vaultKey ? { STATION_VAULT_KEY: vaultKey.toString('base64') } : {}),
    change(sql) {
      inDatabase(dataDir, key, (database) => database.exec(sql));
    },
  };
}

it('verify reports whether the log is intact: exit code 0, or 3 when it is broken', async () => {
  const { audit, change } = await closedStation();
  const whole = await audit(['verify', '--json']);
  expect([whole.code, JSON.parse(whole.stdout), whole.stderr]).toEqual([0, { entries: 3, intact: true, firstBroken: null }, '']);
  expect((await audit(['verify'])).stdout).toBe('The audit log is intact. Entries: 3.\n');
  change("UPDATE audit SET at = '2020-01-01T00:00:00.000Z' WHERE number = 2");
  const broken = await audit(['verify', '--json']);
  expect([broken.code, JSON.parse(broken.stdout)]).toEqual([3, { entries: 3, intact: false, firstBroken: 2 }]);
  expect((await audit(['verify'])).stdout).toMatch(/BROKEN from entry 2/);
});

it('export writes JSON lines next to existing files, also of a broken log, and none of them to the terminal', async () => {
  const { folder, audit, change } = await closedStation();
  const first = await audit(['export', '--out', 'log.jsonl', '--json']);
  expect([first.code, JSON.parse(first.stdout)]).toEqual([0, { entries: 3, intact: true, firstBroken: null, name: 'log.jsonl' }]);
  const entries = (await readFile(join(folder, 'log.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ number, content }) => [number, content.detail.text])).toEqual([
    [1, 'a'],
    [2, 'MARKED'],
    [3, 'c'],
  ]);
  change('DELETE FROM audit WHERE number = 1');
  const again = await audit(['export', '--out', 'log.jsonl']);
  expect(again.code).toBe(3);
  expect(again.stderr).toContain('log (2).jsonl');
  expect(first.stdout + first.stderr + again.stdout + again.stderr).not.toContain('MARKED');
});

it('without the key it is reported, not shown as an empty intact log', async () => {
  const { audit } = await closedStation();
  const run = await audit(['verify', '--json'], null);
  expect([run.code, run.stdout]).toEqual([2, '']);
  expect(run.stderr).toMatch(/STATION_VAULT_KEY/);
});

it.each([
  [[], /audit verify or audit export/],
  [['mend'], /audit verify or audit export/],
  [['verify', 'x'], /takes no files/],
  [['verify', '--out', 'x'], /no option --out/],
  [['export'], /needs --out/],
  [['export', '--out', 'no/such/folder/x'], /file of --out .*its folder does not exist/],
])('wrong use: audit %s', async (args, message) => {
  const folder = await tempDir();
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(['audit', ...args, '--data-dir', join(folder, 'data')], {
    out: async (text) => void out.push(text),
    err: async (text) => void err.push(text),
    input: () => Readable.from([]),
    env: { STATION_VAULT_KEY: key.toString('base64'), LANG: 'en' },
    cwd: folder,
  });
  expect([code, out]).toEqual([2, []]);
  expect(err.join('')).toMatch(message);
  // Besides the note of a new data folder, which one command opens.
  const lines = err.join('').trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('Note:'))).toHaveLength(1);
});
