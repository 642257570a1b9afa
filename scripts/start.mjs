/** `npm start`: sets up, builds, and opens the station; without a display, signs sample contracts on the command line instead. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationCommand, fetchElectron } from './lib/launch.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { hasDisplay, root, run, runNode } from './lib/project.mjs';
import { ensureSystem } from './lib/system.mjs';

async function openStation() {
  const binary = await fetchElectron();
  if (binary === null) {
    console.error(
      'The Electron binary is not available here: opening the station in an installed browser instead (test/electron-host/README.md).',
    );
    if (!(await ensureSystem('start'))) return 1;
  }
  const built = await runNode([join(root, 'scripts/build.mjs')]);
  if (built !== 0) return built;
  const [command, args] = applicationCommand(binary, process.argv.slice(2));
  return run(command, args);
}

const cannotWrite = `The sample contracts cannot be written into ${tmpdir()}. Name a folder with room in TMPDIR, and run this again. Cause:`;

/** What a person can see of the station where nothing can be shown. */
async function signSamples() {
  let folder;
  try {
    folder = mkdtempSync(join(tmpdir(), 'signing-station-'));
  } catch ({ code }) {
    console.error(cannotWrite, code);
    return 1;
  }
  console.log('No display here, so the station signs three sample contracts on the command line, with the practice provider:\n');
  const written = await runNode([
    '--input-type=module',
    '-e',
    `const { writeSamples } = await import('./practice/samples.ts');
    const [, folder, cannotWrite] = process.argv;
    const refuse = ({ code }) => {
      console.error(cannotWrite, code);
      process.exitCode = 1;
    };
    await writeSamples(folder).catch(refuse);`,
    folder,
    cannotWrite,
  ]);
  if (written !== 0) return written;
  const data = join(folder, 'data');
  const out = join(folder, 'signed');
  const rectangle = ['--page', '-1', '--rect', '360,40,560,100'];
  const options = ['--practice', '--client-info', 'PRACTICE-1', ...rectangle, '--out', out, '--data-dir', data];
  const code = await runNode(['main/cli/index.ts', 'sign', ...options, folder]);
  if (code === 0) console.log(`\nThe signed contracts are in ${out}\nOn a machine with a display, "npm start" opens the window.`);
  return code;
}

await ensurePackages();
process.exitCode = hasDisplay() ? await openStation() : await signSamples();
