/** `screen --csv` interrupted by a kill, a lost connection, Ctrl+C or failures, and started again; and in memory-only mode. */
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { counts, csvRows, digestOf, marker, openScreenCli, type ScreenCli } from '../support/cli/cli.ts';
import { longWait } from '../support/waiting.ts';

const names = (rows: number): string[] =>
  Array.from(
    { length: rows },
    (_, n) => `${marker} Persona ${String.fromCharCode(65 + (n % 26))}${String.fromCharCode(65 + Math.floor(n / 26))}`,
  );
const listOf = (rows: number): string =>
  `nombre,numero\n${names(rows)
    .map((name, n) => `${name},${n + 1}\n`)
    .join('')}`;
const args = ['--csv', 'in.csv', '--out', 'out.csv', '--json', '--id-column', '0', '--concurrency', '2'];

/** OUT holds every row once, in order, all clear. */
async function expectComplete({ path }: ScreenCli, rows: number): Promise<void> {
  const written = (await csvRows(path('out.csv'))).slice(1);
  expect(written.map(([name, number, outcome]) => [name, number, outcome])).toEqual(
    names(rows).map((name, n) => [name, String(n + 1), 'clear']),
  );
}

function timesAsked({ provider }: ScreenCli, rows: number): number[] {
  const asked = provider.asked();
  return names(rows).map((name) => asked.get(digestOf(name)) ?? 0);
}

test('after a kill the run continues, and screens no row twice except those in flight', async () => {
  const cli = await openScreenCli();
  await cli.file('in.csv', listOf(60));
  cli.provider.misbehave('search', { delay: 40 }, Number.POSITIVE_INFINITY);
  const running = await cli.start(args);
  await expect.poll(cli.askedInAll, { ...longWait, interval: 10 }).toBeGreaterThan(20);
  running.kill('SIGKILL');
  expect((await running.ended).code).toBeNull();
  expect(existsSync(cli.path('out.csv'))).toBe(false);
  const before = cli.askedInAll();
  expect(before).toBeLessThan(60);

  const again = await cli.screen(args);
  expect(again.stderr).toMatch(/^Continuing: \d+ of 60 rows remain\.$/m);
  expect([again.code, counts(again)]).toEqual([0, { rows: 60, clear: 60, match: 0, unavailable: 0, failed: 0, waiting: 0 }]);
  await expectComplete(cli, 60);
  const times = timesAsked(cli, 60);
  expect(Math.min(...times)).toBe(1);
  expect(times.filter((asked) => asked > 1).length).toBeLessThanOrEqual(2);
});

test('a connection lost during the run ends it with exit code 5 and what to do; the next start finishes it, and screens no row twice', async () => {
  const cli = await openScreenCli();
  await cli.file('in.csv', listOf(40));
  cli.provider.misbehave('search', { delay: 40 }, Number.POSITIVE_INFINITY);
  const running = cli.screen(args);
  await expect.poll(cli.askedInAll, { ...longWait, interval: 10 }).toBeGreaterThan(10);
  await cli.line.down();
  const cut = await running;
  const { clear = 0, waiting = 0, rows } = counts(cut);
  expect([cut.code, rows, clear + waiting]).toEqual([5, 40, 40]);
  expect(clear).toBeGreaterThan(10);
  expect(cut.stderr).toContain(`${waiting} rows remain, and the file of results has not been written yet. The same command continues.`);
  expect(existsSync(cli.path('out.csv'))).toBe(false);

  await cli.line.up();
  const again = await cli.screen(args);
  expect([again.code, counts(again).clear]).toEqual([0, 40]);
  await expectComplete(cli, 40);
  expect(timesAsked(cli, 40)).toEqual(Array(40).fill(1));
});

describe('Ctrl+C', () => {
  test('waits for the screenings in flight, exit code 3; the same command continues the run', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', listOf(40));
    cli.provider.misbehave('search', { delay: 60 }, Number.POSITIVE_INFINITY);
    const running = await cli.start(args);
    await expect.poll(cli.askedInAll, { ...longWait, interval: 10 }).toBeGreaterThan(8);
    running.kill('SIGINT');
    const stopped = await running.ended;
    expect(stopped.code).toBe(3);
    expect(stopped.stderr).toMatch(/Stopping after .*continues later/);
    expect(counts(stopped).clear).toBe(cli.askedInAll());
    expect(counts(stopped).waiting).toBe(40 - cli.askedInAll());
    expect(existsSync(cli.path('out.csv'))).toBe(false);
    const again = await cli.screen(args);
    expect([again.code, counts(again).clear]).toEqual([0, 40]);
    await expectComplete(cli, 40);
    expect(timesAsked(cli, 40)).toEqual(Array(40).fill(1));
  });

  test('during the import of rows stops the run after it', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', `nombre,numero\n${'Ana Ruiz,1\n'.repeat(20_000)}`);
    const running = await cli.start(args);
    // The run is listed as soon as the database is there and its file begins to grow.
    await expect
      .poll(async () => (await stat(`${cli.dataDir}/station.sqlite-wal`).catch(() => ({ size: 0 }))).size, { ...longWait, interval: 5 })
      .toBeGreaterThan(500_000);
    running.kill('SIGINT');
    const stopped = await running.ended;
    // Screenings that began at the end of the import are awaited.
    const { clear = 0, rows, waiting } = counts(stopped);
    expect([stopped.code, rows, waiting]).toEqual([3, 20_000, 20_000 - clear]);
    expect(clear).toBeLessThanOrEqual(2);
    expect(cli.askedInAll()).toBe(clear);
  });
});

describe('the same command again', () => {
  const list = `nombre,numero\n${marker} Ana,1\nFalla Interna Robledo,2\nSilencio Listas Parra,3\n,4\n`;
  const outcomes = async ({ path }: ScreenCli) => (await csvRows(path('out.csv'))).slice(1).map((row) => row[2]);

  test('screens failed and unavailable rows again, and replaces its OUT', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', list);
    expect((await cli.screen(args)).code).toBe(3);
    expect(await outcomes(cli)).toEqual(['clear', 'unavailable', 'unavailable', 'not-screened']);
    const again = await cli.screen(args);
    expect(again.stderr).toMatch(/^Continuing: 2 of 4 rows remain\.$/m);
    expect([again.code, counts(again)]).toEqual([3, { rows: 4, clear: 1, match: 0, unavailable: 1, failed: 2, waiting: 0 }]);
    expect(await outcomes(cli)).toEqual(['clear', 'unavailable', 'unavailable', 'not-screened']);
    expect([cli.asked(`${marker} Ana`), cli.asked('Falla Interna Robledo'), cli.asked('Silencio Listas Parra')]).toEqual([1, 2, 2]);
  });

  test('leaves the earlier OUT until the new one is written', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', list);
    await cli.screen(args);
    const before = await readFile(cli.path('out.csv'), 'utf8');
    cli.provider.misbehave('search', { delay: 3_600_000 });
    const running = await cli.start(args);
    await expect.poll(() => cli.asked('Falla Interna Robledo'), longWait).toBe(2);
    expect(await readFile(cli.path('out.csv'), 'utf8')).toBe(before);
    running.kill('SIGKILL');
    await running.ended;
    expect(await readFile(cli.path('out.csv'), 'utf8')).toBe(before);
    expect((await cli.screen(args)).code).toBe(3);
  });

  test('leaves an OUT that was changed alone, and writes one that was removed again without a screening', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', listOf(3));
    await cli.screen(args);
    await writeFile(cli.path('out.csv'), 'my notes');
    const taken = await cli.screen(args);
    expect([taken.code, taken.stdout, taken.stderr]).toEqual([2, '', expect.stringMatching(/exists already/)]);
    expect(await readFile(cli.path('out.csv'), 'utf8')).toBe('my notes');
    await rm(cli.path('out.csv'));
    expect((await cli.screen(args)).code).toBe(0);
    await expectComplete(cli, 3);
    expect(cli.askedInAll()).toBe(3);
  });

  test('starts another run, which screens every row, when IN has changed', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', listOf(3));
    await cli.screen(args);
    await cli.file('in.csv', listOf(4));
    // OUT is of the other run.
    expect((await cli.screen(args)).code).toBe(2);
    await rm(cli.path('out.csv'));
    const run = await cli.screen(args);
    expect(run.stderr).not.toMatch(/^Continuing/m);
    expect(counts(run)).toMatchObject({ rows: 4, clear: 4 });
    await expectComplete(cli, 4);
    expect(timesAsked(cli, 4)).toEqual([2, 2, 2, 1]);
  });

  test('starts another run for another flag', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', listOf(2));
    await cli.screen(args);
    await rm(cli.path('out.csv'));
    expect((await cli.screen([...args, '--judicial'])).stderr).not.toMatch(/^Continuing/m);
    expect(cli.askedInAll()).toBe(4);
  });
});

describe('without a keychain and without a key', () => {
  test('the run finishes, and reports that it could not be continued later', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', listOf(5));
    const run = await cli.screen(args, { key: null });
    expect([run.code, counts(run).clear]).toEqual([0, 5]);
    expect(run.stderr).toMatch(/nothing is stored on disk.*cannot continue later/);
    await expectComplete(cli, 5);
  });

  test('Ctrl+C writes the outcomes of screened rows, and the others as not screened', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', listOf(40));
    cli.provider.misbehave('search', { delay: 60 }, Number.POSITIVE_INFINITY);
    const running = await cli.startHere(args, { key: null });
    await expect.poll(cli.askedInAll, { ...longWait, interval: 10 }).toBeGreaterThan(8);
    running.kill('SIGINT');
    const stopped = await running.ended;
    const asked = cli.askedInAll();
    expect([stopped.code, counts(stopped).clear, counts(stopped).waiting]).toEqual([3, asked, 40 - asked]);
    expect(stopped.stderr).not.toMatch(/continues later/);
    const outcomes = (await csvRows(cli.path('out.csv'))).slice(1).map((row) => row[2]);
    expect(outcomes).toEqual([...Array(asked).fill('clear'), ...Array(40 - asked).fill('not-screened')]);
  });

  test('a run without a connection ends with exit code 4, as nothing is queued', async () => {
    const cli = await openScreenCli();
    await cli.file('in.csv', listOf(3));
    await cli.line.down();
    const run = await cli.screen(args, { key: null });
    expect([run.code, counts(run).waiting]).toEqual([4, 3]);
    expect((await csvRows(cli.path('out.csv'))).slice(1).map((row) => row[2])).toEqual(Array(3).fill('not-screened'));
  });
});
