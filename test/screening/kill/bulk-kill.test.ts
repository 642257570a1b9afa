/**
 * A list of 5,000 persons, in the soak 100,000, asked by the command line, which is killed three times on the way (SIGKILL): while it takes
 * the rows over, and twice while it asks. Every row has a result, in order, and only rows in flight, or whose result waited for its commit, are
 * screened twice.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { expect, test } from 'vitest';
import { startCli } from '../../support/cli/run-cli.ts';
import { closing } from '../../support/closing.ts';
import { startPracticeWorker } from '../../support/doors/practice.ts';
import { openSql } from '../../support/doors/storage.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { sized } from '../../support/runner/soak.ts';
import { sha256 } from '../../support/sha256.ts';
import { tempDir } from '../../support/temp-dir.ts';

const rows = sized(5_000, 100_000);
const concurrency = 4;

/** The third column is what spreadsheets and careless people write. */
const note = (n: number): string => [`nota ${n}`, `"cita" ${n}`, `a;b,${n}`, `dos\nlíneas ${n}`, `=1+${n}`][n % 5] ?? '';
const cells = (n: number): [string, string, string] => [n % 1_000 === 7 ? '' : `Persona Inventada ${n}`, String(10_000_000 + n), note(n)];
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const asked = (n: number): string => {
  const [name, id] = cells(n);
  return sha256(`${name}\n${id}`);
};

/** Megabytes; the highest memory of the process. Null where the system does not tell. */
function peakMemory(pid: number | undefined): number | null {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return null;
  }
}

/** Rows of the database that the command works on, all or those that were answered. */
function rowsIn(dataDir: string, key: string, where: '1' | "state = 'done'"): number {
  const path = join(dataDir, 'station.sqlite');
  if (!existsSync(path)) return 0;
  const sql = openSql(path, { key: Buffer.from(key, 'base64'), readonly: true });
  try {
    return Number(sql.prepare(`SELECT count(*) AS count FROM screening WHERE ${where}`).get()?.count);
  } catch {
    return 0; // not made yet
  } finally {
    sql.close();
  }
}

test(`${rows} rows, killed three times: none lost, none out of order, and only those under way screened twice`, async () => {
  const folder = await tempDir();
  const practice = closing(await startPracticeWorker(workerUrl('practice/worker')));
  const [list, out, dataDir, profile] = ['list.csv', 'out.csv', 'data', 'profile.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const lines = Array.from({ length: rows }, (_, n) => cells(n).map(quoted).join(','));
  await writeFile(list, `nombre,cedula,nota\n${lines.join('\n')}\n`);
  await writeFile(profile, JSON.stringify(practice.profile));
  const peaks: number[] = [];

  const start = () => {
    const options = ['--profile-file', profile, '--data-dir', dataDir, '--concurrency', String(concurrency), '--json'];
    const child = startCli(['screen', '--csv', list, '--out', out, ...options], folder, {
      STATION_SEARCH_API_KEY: practice.secrets.searchApiKey ?? '',
      STATION_VAULT_KEY: key,
      // Node grows its heap as long as the machine has memory; what is really needed fits into this.
      NODE_OPTIONS: '--max-old-space-size=192',
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    return { child, texts, ended: once(child, 'close') as Promise<[number | null]> };
  };
  const key = randomBytes(32).toString('base64');
  const askedSoFar = async () => (await practice.asked()).size;

  /** Kills once `reached`, and says what was reached. */
  async function killWhen(reached: () => boolean): Promise<void> {
    const { child, texts, ended } = start();
    while (child.exitCode === null && !reached()) await wait(50);
    peaks.push(peakMemory(child.pid) ?? 0);
    child.kill('SIGKILL');
    const [code] = await ended;
    expect(code, `it ended before it was killed: ${texts.stderr}`).toBeNull();
    expect(existsSync(out)).toBe(false);
  }

  const answered = () => rowsIn(dataDir, key, "state = 'done'");
  await killWhen(() => rowsIn(dataDir, key, '1') > rows / 3);
  expect(await askedSoFar()).toBe(0);
  await killWhen(() => answered() > rows / 4);
  const before = await askedSoFar();
  await killWhen(() => answered() > rows / 2);
  expect(before).toBeLessThan(rows / 2);

  const last = start();
  const sample = setInterval(() => peaks.push(peakMemory(last.child.pid) ?? 0), 500);
  const [code] = await last.ended.finally(() => clearInterval(sample));
  const nameless = rows / 1_000;
  expect([code, JSON.parse(last.texts.stdout)], last.texts.stderr).toEqual([
    3,
    { rows, clear: rows - nameless, match: 0, unavailable: 0, failed: nameless, waiting: 0 },
  ]);

  let n = 0;
  for await (const row of createReadStream(out).pipe(parse({ from_line: 2 })) as AsyncIterable<string[]>) {
    const [name, id, third] = cells(n);
    const shown = third.startsWith('=') ? `'${third}` : third;
    if (row[0] !== name || row[1] !== id || row[2] !== shown || row[3] !== (name === '' ? 'not-screened' : 'clear'))
      throw new Error(`row ${n} came out as ${JSON.stringify(row)}`);
    n += 1;
  }
  expect(n).toBe(rows);

  const counts = await practice.asked();
  let again = 0;
  for (let person = 0; person < rows; person += 1) {
    const times = counts.get(asked(person)) ?? 0;
    if ((times === 0) !== (cells(person)[0] === '')) throw new Error(`person ${person} was asked ${times} times`);
    again += Math.max(0, times - 1);
  }
  expect(counts.size).toBe(rows - nameless);
  // Of each of the two kills while it asks, at most what was in flight, and as many results that waited for their commit.
  expect(again).toBeLessThanOrEqual(2 * 2 * concurrency);
  const peak = Math.max(...peaks);
  console.log(`${rows} rows: ${again} asked twice over three kills; the command's memory peaked at ${peak} MB`);
  // With the heap, what Node itself and the sockets need. The answers alone are several times this.
  if (peak > 0) expect(peak).toBeLessThan(450);
});
