/**
 * `npm run archive -- [--platform linux-x64]… [--out FOLDER] [--fast]`: the command line as a program of its own, for servers. Linux
 * gets a `.tar.gz` and, where `dpkg-deb` is, a Debian package; Windows a `.zip`. Without `--platform` all of them are made. `--fast` is for
 * a look at the archive: it compresses less, and makes no Debian package.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeDeb, writeTarGz, writeZip } from './lib/archives.mjs';
import { cliBundle } from './lib/cli-bundle.mjs';
import { targets, version, writeCommandLine } from './lib/command-line.mjs';
import { nodeBinary, nodeLicence, nodeVersion } from './lib/node-binary.mjs';
import { readOptions } from './lib/options.mjs';
import { runAgain } from './lib/packages.mjs';
import { hasCommand, onProjectNode, root } from './lib/project.mjs';

const archived = ['linux-x64', 'linux-arm64', 'win-x64'];

async function archive(target, out, isFast) {
  // In a folder of its own, since another run may make the same.
  const scratch = mkdtempSync(join(out, 'part-'));
  const name = `signing-station-${version}-${target}`;
  const folder = join(scratch, name);
  const made = [];
  const file = (base) => {
    made.push(join(out, base));
    return join(out, base);
  };
  try {
    writeCommandLine({
      target,
      folder,
      bundle: await cliBundle(),
      node: nodeBinary(target),
      nodeVersion: nodeVersion(target),
      licence: nodeLicence(),
    });
    const { platform, debian } = targets[target];
    if (platform === 'win32') {
      await writeZip(folder, file(`${name}.zip`));
    } else {
      writeTarGz(folder, file(`${name}.tar.gz`), isFast ? 1 : 9);
      const deb = `signing-station-server_${version}_${debian}.deb`;
      if (isFast) return;
      if (hasCommand('dpkg-deb')) writeDeb({ folder, file: file(deb), version, architecture: debian });
      else console.error(`${deb} is not made: dpkg-deb of the package dpkg is missing`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    for (const path of made.filter((one) => existsSync(one))) console.log(path);
  }
}

const options = {
  platform: { type: 'string', multiple: true, default: archived },
  out: { type: 'string', default: join(root, 'release') },
  fast: { type: 'boolean', default: false },
};
const { values } = readOptions(options);
const unknown = values.platform.filter((target) => !archived.includes(target));

if (unknown.length > 0) {
  console.error(`No archive is made for ${unknown.join(', ')}: ${archived.join(', ')}`);
  process.exitCode = 2;
} else if (onProjectNode()) {
  const out = resolve(process.env.npm_lifecycle_event === 'archive' ? (process.env.INIT_CWD ?? '.') : '.', values.out);
  const { makeFolder } = await import('../main/platform/files/make-folder.ts');
  try {
    makeFolder(out);
    for (const target of values.platform) await archive(target, out, values.fast);
  } catch (error) {
    if (error.path === undefined) throw error;
    console.error(`The archive can't be written: ${error.message}`);
    process.exitCode = 2;
  }
} else {
  await runAgain('archive.mjs', { cwd: process.cwd(), env: process.env });
}
