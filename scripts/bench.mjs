/**
 * `npm run bench [-- NAME… --json FILE]`: measures the station against references that run next to it, prints a table, and
 * writes it as JSON (by default into the folder dist-bench). Exits with 1 when a goal is missed beyond its noise or a bench fails,
 * with 2 for wrong use. `test/bench/lib/judge.ts` says what noise is, `docs/performance.md` how to read the table.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from './lib/options.mjs';
import { runAgain } from './lib/packages.mjs';
import { runGroup, stoppedWith, stopTogether } from './lib/phases.mjs';
import { environment, onProjectNode, projectNode, root } from './lib/project.mjs';
import { inKeyring } from './lib/surroundings.mjs';

/** `--list` is for the tests of this script: another module than `test/bench/all.ts`, whose benches need nothing built. */
const options = { json: { type: 'string' }, list: { type: 'string' } };
/** Standard output belongs to the table. */
const toStandardError = { stdio: ['ignore', 2, 2] };

class WrongUse extends Error {}

async function chosen() {
  const { values, positionals } = readOptions(options, { allowPositionals: true });
  const list = values.list ? resolve(values.list) : join(root, 'test/bench/all.ts');
  const names = Object.keys((await import(pathToFileURL(list).href)).benches);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new WrongUse(`No bench ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  const json = resolve(values.json ?? join(root, 'dist-bench/bench.json'));
  return { list, json, builds: !values.list, names: positionals.length > 0 ? [...new Set(positionals)] : names };
}

/** Builds what benches start: the application, and the programs of the tests. */
async function build() {
  console.error('Building…');
  const code = await runGroup([projectNode, [join(root, 'scripts/build.mjs')]], toStandardError);
  if (code !== 0) throw new Error(`the build ended with code ${code}`);
  const { default: buildPrograms } = await import('../test/support/runner/build-programs.ts');
  await buildPrograms();
}

/** @returns its figures, or null when it failed or was stopped */
async function measure(list, name, folder) {
  const file = join(folder, `${name}.json`);
  console.error(`— ${name}`);
  const begun = Date.now();
  const command = inKeyring(projectNode, [join(root, 'test/bench/lib/run-bench.ts'), list, name, file]);
  const code = await runGroup(command, { ...toStandardError, env: environment({ TMPDIR: folder }) });
  console.error(`  ${name}: ended after ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  return code === 0 ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function machine() {
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return { date: new Date().toISOString(), node: process.version, cores: availableParallelism(), processor: cpus()[0]?.model, memoryGiB };
}

async function runBenches({ list, json, builds, names }) {
  const { judge, table } = await import('../test/bench/lib/judge.ts');
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const results = [];
  const failed = [];
  try {
    if (builds) await build();
    for (const name of names) {
      const figures = await measure(list, name, folder);
      if (stoppedWith() !== null) break;
      if (figures === null) failed.push(name);
      else results.push(...figures.map((figure) => ({ bench: name, ...figure, ...judge(figure) })));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  process.stdout.write(table(results));
  mkdirSync(dirname(json), { recursive: true });
  writeFileSync(json, `${JSON.stringify({ machine: machine(), figures: results, failed }, null, 2)}\n`);
  const missed = results.filter(({ verdict }) => verdict === 'missed').map(({ what }) => what);
  if (missed.length > 0) console.error(`Missed: ${missed.join('; ')}`);
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
  return stoppedWith() ?? (missed.length > 0 || failed.length > 0 ? 1 : 0);
}

if (onProjectNode()) {
  stopTogether();
  try {
    process.exitCode = await runBenches(await chosen());
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
} else {
  await runAgain('bench.mjs');
}
