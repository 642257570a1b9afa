/** `npm run bench`: how figures are judged, and what the runner (`scripts/bench.mjs`) prints, writes and ends with. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { benches } from '../bench/all.ts';
import type { Figure } from '../bench/lib/bench.ts';
import { judge, median, table } from '../bench/lib/judge.ts';
import { tempDir } from '../support/temp-dir.ts';

const figure = (ours: number[], more: Partial<Figure> = {}): Figure => ({
  ...{ what: 'something', unit: 'ms', ours, reference: ours.map(() => 1), goal: { atMost: 3 } },
  ...more,
});

test('a goal is met by the median of the ratios, and missed only when every pair misses it', () => {
  expect(judge(figure([1, 2, 9]))).toEqual({ value: 2, spread: [1, 9], verdict: 'met' });
  expect(judge(figure([3, 3, 3]))).toMatchObject({ verdict: 'met' });
  expect(judge(figure([2, 4, 5]))).toEqual({ value: 4, spread: [2, 5], verdict: 'close' });
  expect(judge(figure([4, 4, 5]))).toMatchObject({ verdict: 'missed' });
  expect(judge(figure([4, 4, 5], { goal: { atLeast: 4.5 } }))).toMatchObject({ verdict: 'close' });
  expect(judge(figure([4, 4, 4], { goal: { atLeast: 4.5 } }))).toMatchObject({ verdict: 'missed' });
  expect(judge(figure([4, 4, 5], { goal: null }))).toMatchObject({ verdict: 'open' });
});

test('each value is compared with the reference of its own pair; without a reference the values count', () => {
  expect(judge(figure([10, 40, 90], { reference: [10, 20, 30] }))).toMatchObject({ value: 2, spread: [1, 3] });
  expect(judge(figure([10, 40, 90], { reference: null, goal: { atMost: 48 } }))).toMatchObject({ value: 40, verdict: 'met' });
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test.each([
  ['no values', figure([])],
  ['a value that is no number', figure([1, Number.NaN])],
  ['a reference of zero', figure([1, 1], { reference: [1, 0] })],
  ['fewer references than values', figure([1, 1], { reference: [1] })],
])('a figure with %s is an error, never met', (_, wrong) => {
  expect(() => judge(wrong)).toThrow('something');
});

test('the table has a line for each figure', () => {
  const lines = table([figure([4, 4, 5]), figure([1234, 1234], { what: 'other', reference: null, goal: null })]).split('\n');
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells[0]).toEqual(['', 'what', 'ours', 'reference', 'ratio', 'goal', 'spread', 'pairs', '', '']);
  expect(cells[2]).toEqual(['', 'something', '4.00 ms', '1.00 ms', '4.00', '≤ 3', '4.00–5.00', '3', 'missed', '']);
  expect(cells[3]).toEqual(['', 'other', '1234 ms', '—', '—', '—', '1234–1234', '2', '', '']);
});

test('every bench of the list is there under its name', async () => {
  for (const [name, load] of Object.entries(benches)) expect((await load()).bench.name).toBe(name);
});

const root = join(import.meta.dirname, '../..');
const tiny = join(root, 'test/project/tiny-benches.ts');

function start(...args: string[]): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  const child = spawn(process.execPath, [join(root, 'scripts/bench.mjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  return child;
}

async function run(...args: string[]) {
  const child = start(...args);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code };
}

test('a run prints the table alone on standard output, writes JSON and ends with 0 when every goal is met', async () => {
  const json = join(await tempDir(), 'new', 'result.json');
  const { stdout, stderr, code } = await run('good', '--list', tiny, '--json', json);
  expect(code, stderr).toBe(0);
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^\| what/),
    expect.stringMatching(/^\| -/),
    expect.stringMatching(/good figure.* met /),
  ]);
  expect(stderr).toContain('good: measuring');
  const written = JSON.parse(await readFile(json, 'utf8'));
  const machine = { node: process.version, cores: expect.any(Number), memoryGiB: expect.any(Number), date: expect.any(String) };
  expect(written).toMatchObject({ machine, figures: [{ bench: 'good', value: 2, verdict: 'met', ours: [2, 2, 2] }], failed: [] });
});

test('a missed goal and a bench that fails end with 1, and the others are measured all the same', async () => {
  const json = join(await tempDir(), 'result.json');
  const { stdout, stderr, code } = await run('broken', 'bad', 'good', '--list', tiny, '--json', json);
  expect(code).toBe(1);
  expect(stdout).toMatch(/bad figure.* missed /);
  expect(stdout).toMatch(/good figure.* met /);
  expect(stderr).toContain('Missed: bad figure');
  expect(stderr).toContain('Failed: broken');
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ failed: ['broken'] });
});

test('wrong use ends with 2, and names the benches that there are', async () => {
  const unknown = await run('god', '--list', tiny);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toBe('No bench god. There are: good, bad, broken, hanging\n');
  expect(await run('--wrong')).toMatchObject({ code: 2, stdout: '' });
});

test.runIf(process.platform !== 'win32')('Ctrl+C ends the bench that is running', async () => {
  const child = start('hanging', 'good', '--list', tiny, '--json', join(await tempDir(), 'result.json'));
  const ended = once(child, 'close');
  child.stdout.resume();
  let said = '';
  child.stderr.setEncoding?.('utf8');
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      if (/pid \d+\./.test(said)) resolve();
    });
  });
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(said).not.toContain('— good');
  expect(() => process.kill(Number(/pid (\d+)\./.exec(said)?.[1]), 0)).toThrow('ESRCH');
});
