/**
 * The bundle of the command line: a folder of `dist-cli/` for each state of the sources, so that a bundle of other sources never
 * runs, and a command that is running keeps its own while another one builds.
 */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from './fingerprint.mjs';
import { writeNotices } from './notices.mjs';
import { root } from './project.mjs';

const folder = join(root, 'dist-cli');
const configs = ['vite.cli.config.ts', 'vite.workers.config.ts'];
const sources = [
  'main',
  'practice',
  'hub',
  'shared',
  'package.json',
  'package-lock.json',
  'vite.main.config.ts',
  ...configs,
  'vite.bundled-packages.ts',
  'scripts/lib/notices.mjs',
];
/** Bundles that stay: those that were used last, which running commands may still load from. */
const maxBundles = 3;
/** Milliseconds after which an unfinished bundle is abandoned. */
const abandonedAfter = 3_600_000;

/** @returns the folder of the current bundle, which is built when it is missing */
export async function cliBundle() {
  for (;;) {
    const fingerprint = fingerprintOf(sources);
    const bundle = join(folder, fingerprint);
    if (!existsSync(bundle)) {
      await build(bundle);
      // Sources that changed during the build are in the bundle, or are not.
      if (fingerprintOf(sources) !== fingerprint) {
        rmSync(bundle, { recursive: true, force: true });
        continue;
      }
    }
    const now = new Date();
    utimesSync(bundle, now, now);
    return bundle;
  }
}

/** @throws the system's error, before anything is printed, for a checkout that may not be written to */
async function build(bundle) {
  accessSync(existsSync(folder) ? folder : root, constants.W_OK);
  console.error('Building the command line…');
  const part = join(folder, `part-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  removeOld();
  const vite = await import('vite');
  try {
    for (const config of configs) await vite.build({ configFile: join(root, config), logLevel: 'error', build: { outDir: part } });
    writeNotices(part);
    renameSync(part, bundle);
  } catch (error) {
    // Another command may have built the same.
    if (!existsSync(bundle)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function removeOld() {
  const entries = readdirSync(folder).map((name) => ({ path: join(folder, name), name, used: statSync(join(folder, name)).mtimeMs }));
  const isPart = ({ name }) => name.startsWith('part-');
  const abandoned = entries.filter((entry) => isPart(entry) && Date.now() - entry.used > abandonedAfter);
  const bundles = entries.filter((entry) => !isPart(entry));
  const old = bundles.sort((a, b) => b.used - a.used).slice(maxBundles - 1);
  for (const { path } of [...abandoned, ...old]) rmSync(path, { recursive: true, force: true });
}
