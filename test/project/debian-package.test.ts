/**
 * The archives for all systems, with Node of each, and the Debian package: installed, started, upgraded and removed on a copy of this
 * machine's files (an overlay that only this test sees). Part of the soak: it fetches Node and compresses half a gigabyte.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { version } from '../../scripts/lib/command-line.mjs';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { binaryKind } from '../support/project/binary-kind.ts';
import { filesBelow, strayFiles } from '../support/project/packed-files.ts';
import { tryInCopy } from '../support/project/system-copy.ts';
import { requirePart } from '../support/runner/need.ts';
import { inSoak } from '../support/runner/soak.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const trial = (name: string): string => join(import.meta.dirname, 'trials', `${name}.sh`);
/** The last line of a trial. */
const allGood = /(^|\n)all good\n$/;
const archive = (folder: string, ...args: string[]) =>
  run(process.execPath, [join(root, 'scripts/archive.mjs'), '--out', folder, ...args], { maxBuffer: 2 ** 26 });

test.runIf(inSoak)('the archives of the other systems have Node of their own, and nothing that has no place there', async () => {
  requirePart('registry');
  const folder = await tempDir();
  await archive(folder, '--platform', 'linux-arm64', '--platform', 'win-x64', '--fast');
  const names = { 'linux-arm64': ['tar.gz', 'node'], 'win-x64': ['zip', 'node.exe'] } as const;
  for (const [target, [ending, node]] of Object.entries(names)) {
    const name = `signing-station-${version}-${target}`;
    const into = join(folder, target);
    await mkdir(into);
    const file = join(folder, `${name}.${ending}`);
    await (ending === 'zip' ? run('unzip', ['-q', file, '-d', into]) : run('tar', ['-xzf', file, '-C', into]));
    expect(await binaryKind(join(into, name, node))).toBe(target.replace('win-', 'win32-'));
    expect(await strayFiles(into, await filesBelow(into))).toEqual([]);
  }
});

/** The package, and the same program under a lower number, as the earlier version. */
async function makePackages(): Promise<string[]> {
  const folder = await tempDir();
  await archive(folder, '--platform', `linux-${process.arch}`);
  const [made = ''] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
  await run('sh', [
    '-ec',
    `cd "$2"; mv "$1" new.deb; dpkg-deb -R new.deb tree; sed -i "s/^Version: .*/Version: 0.0.1/" tree/DEBIAN/control
    dpkg-deb --root-owner-group -Zgzip -z1 -b tree old.deb; rm -r tree`,
    ...['sh', made, folder],
  ]);
  return [join(folder, 'new.deb'), join(folder, 'old.deb')];
}

test.runIf(inSoak)('the Debian package is installed, started, signs, is upgraded and removed, and leaves what is not its own', async () => {
  requirePart('dpkg');
  const contract = join(await tempDir(), 'contract.pdf');
  await writeFile(contract, await plainPdf());
  const files = [...(await makePackages()), contract];
  expect(await tryInCopy({ files, script: trial('package'), isBooted: false })).toMatch(allGood);
});

test.runIf(inSoak)('under a booted systemd the service and the hub start, restart after a kill, are upgraded and stop', async () => {
  requirePart('systemd-nspawn');
  const files = [...(await makePackages()), trial('functions')];
  expect(await tryInCopy({ files, script: trial('service'), isBooted: true })).toMatch(allGood);
  expect(await tryInCopy({ files, script: trial('hub'), isBooted: true })).toMatch(allGood);
});
