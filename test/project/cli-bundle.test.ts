/** The command line of a checkout (`scripts/station.mjs`): built once for each state of the sources. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprintOf } from '../../scripts/lib/fingerprint.mjs';
import { copyOf } from '../../scripts/lib/mutants.mjs';
import { tempDir } from '../support/temp-dir.ts';

const root = join(import.meta.dirname, '../..');

test('a fingerprint changes with the content, the time in either direction, and the names of files', async () => {
  const folder = await tempDir();
  const file = join(folder, 'a.ts');
  await writeFile(file, 'one');
  const { mtimeMs } = await stat(file);
  const of = () => fingerprintOf([folder]);
  const seen = [of()];
  expect(of()).toBe(seen[0]);
  const look = () => {
    expect(seen).not.toContain(of());
    seen.push(of());
  };
  await utimes(file, new Date(mtimeMs - 5_000), new Date(mtimeMs - 5_000));
  look();
  await writeFile(file, 'longer');
  await utimes(file, new Date(mtimeMs), new Date(mtimeMs));
  look();
  await writeFile(join(folder, 'b.ts'), '');
  look();
  await unlink(file);
  look();
});

test('a command builds when the sources have changed, and only then; started by npm, it ends when npm ends', async () => {
  const { folder, remove } = copyOf(root);
  onTestFinished(remove);
  const command = [join(folder, 'scripts/station.mjs'), '--version'];
  const version = async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd: folder });
    return { version: stdout.trim(), built: stderr.includes('Building') };
  };
  // Root writes everywhere, so another user stands for a checkout that may not be written to: its commands run from the sources.
  if (process.getuid?.() === 0) {
    await chmod(folder, 0o755);
    // The temporary folder of a run belongs to root alone; the other user passes through it.
    const parent = dirname(folder);
    await chmod(parent, (await stat(parent)).mode | 0o011);
    const asOther = await promisify(execFile)(process.execPath, command, { cwd: folder, uid: 65_534 });
    expect(asOther).toEqual({ stdout: '0.1.0\n', stderr: '' });
  }
  expect(await version()).toEqual({ version: '0.1.0', built: true });
  expect(await version()).toEqual({ version: '0.1.0', built: false });
  if (process.platform !== 'win32') {
    const npm = spawn('npm', ['run', '-s', 'station', '--', 'practice'], { cwd: folder });
    // Closed when npm has ended and the last process that holds its pipes.
    const ended = once(npm, 'close');
    await once(npm.stdout, 'data');
    npm.kill('SIGTERM');
    await ended;
    expect(npm.signalCode ?? npm.exitCode).not.toBeNull();
  }
  const packageFile = join(folder, 'package.json');
  await writeFile(packageFile, (await readFile(packageFile, 'utf8')).replace('"version": "0.1.0"', '"version": "0.1.1"'));
  const old = new Date(0);
  await utimes(packageFile, old, old);
  // What comes of a build is seen above.
  const changed = spawn(process.execPath, command, { cwd: folder });
  const [said] = await once(changed.stderr, 'data');
  expect(String(said)).toContain('Building');
  changed.kill('SIGKILL');
  await once(changed, 'close');
});
