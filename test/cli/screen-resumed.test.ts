/** `screen --csv` cut short and started again: by a kill, the line, Ctrl+C, failures; and where nothing is kept. */
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { counts, csvRows, digestOf, marker, openScreenDesk, type ScreenDesk } from '../support/screen-desk.ts';

// Each of them starts the command a few times, beside whatever else the machine does.
vi.setConfig({ testTimeout: 90_000 });

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
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** OUT holds every row once, in order, all clear. */
async function expectComplete({ path }: ScreenDesk, rows: number): Promise<void> {
  const written = (await csvRows(path('out.csv'))).slice(1);
  expect(written.map(([name, number, outcome]) => [name, number, outcome])).toEqual(
    names(rows).map((name, n) => [name, String(n + 1), 'clear']),
  );
}

function timesAsked({ practice }: ScreenDesk, rows: number): number[] {
  const asked = practice.asked();
  return names(rows).map((name) => asked.get(digestOf(name)) ?? 0);
}

test('killed in the middle: goes on where it was, and asks nobody twice but who was under way', async () => {
  const desk = await openScreenDesk();
  await desk.file('in.csv', listOf(60));
  desk.practice.misbehave('search', { delay: 40 }, Number.POSITIVE_INFINITY);
  const running = await desk.start(args);
  await expect.poll(desk.askedInAll, { timeout: 60_000, interval: 10 }).toBeGreaterThan(20);
  running.kill('SIGKILL');
  expect((await running.ended).code).toBeNull();
  expect(await isThere(desk.path('out.csv'))).toBe(false);
  const before = desk.askedInAll();
  expect(before).toBeLessThan(60);

  const again = await desk.screen(args);
  expect(again.stderr).toMatch(/^Going on where it was: \d+ of 60 rows are left\.$/m);
  expect([again.code, counts(again)]).toEqual([0, { rows: 60, clear: 60, match: 0, unavailable: 0, failed: 0, waiting: 0 }]);
  await expectComplete(desk, 60);
  const times = timesAsked(desk, 60);
  expect(Math.min(...times)).toBe(1);
  expect(times.filter((asked) => asked > 1).length).toBeLessThanOrEqual(2);
}, 120_000);

test('the line goes down in the middle: exit code 5 and the way out; started again it finishes, nobody asked twice', async () => {
  const desk = await openScreenDesk();
  await desk.file('in.csv', listOf(40));
  desk.practice.misbehave('search', { delay: 40 }, Number.POSITIVE_INFINITY);
  const running = await desk.start(args);
  await expect.poll(desk.askedInAll, { timeout: 60_000, interval: 10 }).toBeGreaterThan(10);
  await desk.line.down();
  const cut = await running.ended;
  const { clear = 0, waiting = 0, rows } = counts(cut);
  expect([cut.code, rows, clear + waiting]).toEqual([5, 40, 40]);
  expect(clear).toBeGreaterThan(10);
  expect(cut.stderr).toContain(
    `${waiting} rows are left, and the file of results has not been written yet. The same command goes on where it was.`,
  );
  expect(await isThere(desk.path('out.csv'))).toBe(false);

  await desk.line.up();
  const again = await desk.screen(args);
  expect([again.code, counts(again).clear]).toEqual([0, 40]);
  await expectComplete(desk, 40);
  expect(timesAsked(desk, 40)).toEqual(Array(40).fill(1));
}, 120_000);

describe('Ctrl+C', () => {
  test('waits for what is being asked, exit code 3; the same command goes on', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', listOf(40));
    desk.practice.misbehave('search', { delay: 60 }, Number.POSITIVE_INFINITY);
    const running = await desk.start(args);
    await expect.poll(desk.askedInAll, { timeout: 60_000, interval: 10 }).toBeGreaterThan(8);
    running.kill('SIGINT');
    const stopped = await running.ended;
    expect(stopped.code).toBe(3);
    expect(stopped.stderr).toMatch(/Stopping: .*goes on where it was/);
    expect(counts(stopped).clear).toBe(desk.askedInAll());
    expect(counts(stopped).waiting).toBe(40 - desk.askedInAll());
    expect(await isThere(desk.path('out.csv'))).toBe(false);
    const again = await desk.screen(args);
    expect([again.code, counts(again).clear]).toEqual([0, 40]);
    await expectComplete(desk, 40);
    expect(timesAsked(desk, 40)).toEqual(Array(40).fill(1));
  }, 120_000);

  test('while rows are still being taken over: stops when they are', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', `nombre,numero\n${'Ana Ruiz,1\n'.repeat(60_000)}`);
    const running = await desk.start(args);
    // The run is listed as soon as the database is there and its file begins to grow.
    await expect
      .poll(async () => (await readFile(`${desk.dataDir}/station.sqlite-wal`).catch(() => '')).length, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(500_000);
    running.kill('SIGINT');
    const stopped = await running.ended;
    // Who was next when the taking over ended is awaited.
    const { clear = 0, rows, waiting } = counts(stopped);
    expect([stopped.code, rows, waiting]).toEqual([3, 60_000, 60_000 - clear]);
    expect(clear).toBeLessThanOrEqual(2);
    expect(desk.askedInAll()).toBe(clear);
  }, 120_000);
});

describe('the same command again', () => {
  const list = `nombre,numero\n${marker} Ana,1\nFalla Interna Robledo,2\nSilencio Listas Parra,3\n,4\n`;
  const outcomes = async ({ path }: ScreenDesk) => (await csvRows(path('out.csv'))).slice(1).map((row) => row[2]);

  test('asks again what failed and what no source answered, and replaces its OUT', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', list);
    expect((await desk.screen(args)).code).toBe(3);
    expect(await outcomes(desk)).toEqual(['clear', 'unavailable', 'unavailable', 'not-screened']);
    const again = await desk.screen(args);
    expect([again.code, counts(again)]).toEqual([3, { rows: 4, clear: 1, match: 0, unavailable: 1, failed: 2, waiting: 0 }]);
    expect(await outcomes(desk)).toEqual(['clear', 'unavailable', 'unavailable', 'not-screened']);
    expect([desk.asked(`${marker} Ana`), desk.asked('Falla Interna Robledo'), desk.asked('Silencio Listas Parra')]).toEqual([1, 2, 2]);
  });

  test('the earlier OUT stays until there is a new one', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', list);
    await desk.screen(args);
    const before = await readFile(desk.path('out.csv'), 'utf8');
    desk.practice.misbehave('search', { delay: 3_600_000 });
    const running = await desk.start(args);
    await expect.poll(() => desk.asked('Falla Interna Robledo'), { timeout: 60_000 }).toBe(2);
    expect(await readFile(desk.path('out.csv'), 'utf8')).toBe(before);
    running.kill('SIGKILL');
    await running.ended;
    expect(await readFile(desk.path('out.csv'), 'utf8')).toBe(before);
    expect((await desk.screen(args)).code).toBe(3);
  }, 120_000);

  test('an OUT that somebody changed is left alone; one that was taken away is written anew, without asking', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', listOf(3));
    await desk.screen(args);
    await writeFile(desk.path('out.csv'), 'my notes');
    const taken = await desk.screen(args);
    expect([taken.code, taken.stdout, taken.stderr]).toEqual([2, '', expect.stringMatching(/exists already/)]);
    expect(await readFile(desk.path('out.csv'), 'utf8')).toBe('my notes');
    await rm(desk.path('out.csv'));
    expect((await desk.screen(args)).code).toBe(0);
    await expectComplete(desk, 3);
    expect(desk.askedInAll()).toBe(3);
  });

  test('IN was changed meanwhile: another run, which asks everybody', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', listOf(3));
    await desk.screen(args);
    await desk.file('in.csv', listOf(4));
    // OUT is of the other run.
    expect((await desk.screen(args)).code).toBe(2);
    await rm(desk.path('out.csv'));
    const run = await desk.screen(args);
    expect(run.stderr).not.toMatch(/Going on/);
    expect(counts(run)).toMatchObject({ rows: 4, clear: 4 });
    await expectComplete(desk, 4);
    expect(timesAsked(desk, 4)).toEqual([2, 2, 2, 1]);
  });

  test('other columns, other flags: another run', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', listOf(2));
    await desk.screen(args);
    await rm(desk.path('out.csv'));
    expect((await desk.screen([...args, '--judicial'])).stderr).not.toMatch(/Going on/);
    expect(desk.askedInAll()).toBe(4);
  });
});

describe('without a keychain and without a key', () => {
  test('works, and says that it cannot go on later', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', listOf(5));
    const run = await desk.screen(args, { key: null });
    expect([run.code, counts(run).clear]).toEqual([0, 5]);
    expect(run.stderr).toMatch(/nothing is kept on disk.*cannot go on later/);
    await expectComplete(desk, 5);
  });

  test('Ctrl+C: what was found is written, the rest named as not screened', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', listOf(40));
    desk.practice.misbehave('search', { delay: 60 }, Number.POSITIVE_INFINITY);
    const running = await desk.start(args, { key: null });
    await expect.poll(desk.askedInAll, { timeout: 60_000, interval: 10 }).toBeGreaterThan(8);
    running.kill('SIGINT');
    const stopped = await running.ended;
    const asked = desk.askedInAll();
    expect([stopped.code, counts(stopped).clear, counts(stopped).waiting]).toEqual([3, asked, 40 - asked]);
    expect(stopped.stderr).not.toMatch(/goes on/);
    const outcomes = (await csvRows(desk.path('out.csv'))).slice(1).map((row) => row[2]);
    expect(outcomes).toEqual([...Array(asked).fill('clear'), ...Array(40 - asked).fill('not-screened')]);
  }, 120_000);

  test('the line down from the start: exit code 4, as nothing is queued', async () => {
    const desk = await openScreenDesk();
    await desk.file('in.csv', listOf(3));
    await desk.line.down();
    const run = await desk.screen(args, { key: null });
    expect([run.code, counts(run).waiting]).toEqual([4, 3]);
    expect((await csvRows(desk.path('out.csv'))).slice(1).map((row) => row[2])).toEqual(Array(3).fill('not-screened'));
  }, 120_000);
});
