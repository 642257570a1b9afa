/** Files that a virus scanner on Windows has open for a moment. A mounted folder stands for one: it cannot be renamed either (EBUSY). */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { renameFile, renameFileSync } from '../support/doors/files.ts';
import { testWith } from '../support/runner/need.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = join(import.meta.dirname, '../..');

function asOn(platform: NodeJS.Platform): void {
  const own = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: own }));
}

/** A folder that cannot be renamed until `letGo` has run. */
async function busyFolder(): Promise<{ folder: string; busy: string; letGo: string[] }> {
  const folder = await tempDir();
  const busy = join(folder, 'busy');
  await mkdir(busy);
  await writeFile(join(busy, 'inside'), '');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', busy]);
  // Already gone in most tests.
  onTestFinished(() => void spawnSync('umount', [busy], { stdio: 'ignore' }));
  return { folder, busy, letGo: ['sh', '-c', 'sleep 0.2; umount "$0"', busy] };
}

const renames = [
  ['renameFile', renameFile],
  ['renameFileSync', async (from: string, to: string) => renameFileSync(from, to)],
] as const;

for (const [name, rename] of renames) {
  testWith('small file system')(`${name} on Windows waits until the other program has let the file go`, async () => {
    asOn('win32');
    const {
      folder,
      busy,
      letGo: [command = '', ...args],
    } = await busyFolder();
    const other = spawn(command, args, { stdio: 'ignore' });
    const ended = once(other, 'exit');
    await rename(busy, join(folder, 'renamed'));
    expect(await readdir(folder)).toEqual(['renamed']);
    expect(await readdir(join(folder, 'renamed'))).toEqual(['inside']);
    await ended;
  });

  testWith('small file system')(`${name} fails with the system’s error where the file stays in use`, async () => {
    asOn('win32');
    const { folder, busy } = await busyFolder();
    await expect(rename(busy, join(folder, 'renamed'))).rejects.toMatchObject({ code: 'EBUSY' });
    execFileSync('umount', [busy]);
  });

  it(`${name} does not wait for an error that stays`, async () => {
    asOn('win32');
    const folder = await tempDir();
    await expect(rename(join(folder, 'gone'), join(folder, 'renamed'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
}

it('no other file of the product renames, apart from the log, which loses a line rather than wait', () => {
  const files = globSync('{main,hub}/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(400);
  const renaming = files.filter((file) =>
    /import \{[^}]*\brename(?:Sync)?\b[^}]*\} from 'node:fs/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(renaming.sort()).toEqual(['main/platform/files/files-in-use.ts', 'main/platform/log/event-log.ts']);
});
