/** One station on a data folder, across processes, whatever becomes of them. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { thrownCode } from '../support/code-of.ts';
import { problemOf } from '../support/doors/errors.ts';
import { type LockHolder, lockDataFolder } from '../support/doors/storage.ts';
import { testWith } from '../support/runner/need.ts';
import { program } from '../support/runner/programs.ts';
import { buildStation } from '../support/station.ts';
import { makeReadOnly, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

/** Another process that tries to hold the folder, and what it said. */
async function another(folder: string, holder: LockHolder): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [program('hold-data-folder'), folder, holder], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Lease until the end of the test, or the problem. */
function hold(folder: string, holder: LockHolder = 'desktop'): unknown {
  try {
    onTestFinished(lockDataFolder(folder, holder).release);
    return 'locked';
  } catch (thrown) {
    const { code, detail } = problemOf(thrown);
    return `${code} ${detail?.cause}`;
  }
}

describe('a data folder', () => {
  it.each<LockHolder>(['desktop', 'command-line'])(
    'locked by a %s process refuses others and names it, and is free once that process is killed',
    async (holder) => {
      const folder = await tempDir();
      const { child, said } = await another(folder, holder);
      expect(said).toBe('locked');
      expect(hold(folder)).toBe(`data-folder-in-use ${holder}`);
      expect((await another(folder, 'desktop')).said).toBe(`data-folder-in-use ${holder}`);
      await kill(child);
      expect(hold(folder)).toBe('locked');
    },
  );

  it('locked by this process refuses another process and this one, until it is released', async () => {
    const folder = await tempDir();
    const lock = lockDataFolder(folder, 'command-line', 'backup');
    expect(hold(folder)).toBe('data-folder-in-use command-line');
    expect(() => lockDataFolder(folder, 'desktop')).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ detail: expect.objectContaining({ command: 'backup', pid: process.pid }) }),
      }),
    );
    // The second try within the process has not loosened the first one's lock.
    expect((await another(folder, 'desktop')).said).toBe('data-folder-in-use command-line');
    lock.release();
    lock.release();
    const { child, said } = await another(folder, 'desktop');
    expect(said).toBe('locked');
    expect(hold(folder)).toBe('data-folder-in-use desktop');
    await kill(child);
    expect(hold(folder)).toBe('locked');
    // Of the released one, not of the one who holds it now.
    lock.release();
    expect(hold(folder)).toBe('data-folder-in-use desktop');
  });

  it('is not locked any more once the lock file is removed or replaced, and is again when it is back', async () => {
    const folder = await tempDir();
    const [path, away] = [join(folder, 'lock.sqlite'), join(folder, 'away')];
    const lock = lockDataFolder(folder, 'desktop');
    onTestFinished(lock.release);
    const problemNow = () => thrownCode(lock.assertLocked);
    expect(problemNow()).toBeNull();
    await rename(path, away);
    expect(problemNow()).toBe('data-folder-in-use');
    await copyFile(away, path);
    expect(problemNow()).toBe('data-folder-in-use');
    await rename(away, path);
    expect(problemNow()).toBeNull();
  });

  it('is not locked any more once another station has written itself into the lock file, as on a share that passes no locks on', async () => {
    const folder = await tempDir();
    const lock = lockDataFolder(folder, 'desktop');
    onTestFinished(lock.release);
    lock.assertLocked();
    // By another process, with the same place and size as its row.
    const other =
      "const fs = require('node:fs'); const bytes = fs.readFileSync(process.argv[1], 'latin1'); fs.writeFileSync(process.argv[1], bytes.replace('desktop', 'DESKTOP'), 'latin1')";
    execFileSync(process.execPath, ['-e', other, join(folder, 'lock.sqlite')], longWait);
    expect(thrownCode(lock.assertLocked)).toBe('data-folder-in-use');
  });

  it('is free only after the databases in it have closed, also when a part of the station fails to close', async () => {
    const station = await buildStation({ provider: 'none' });
    vi.spyOn(station.inbox, 'close').mockImplementation(() => {
      throw new Error('not closed');
    });
    await expect(station.close()).rejects.toThrow('not closed');
    // A database that closes removes its log.
    expect((await readdir(station.dataDir)).filter((name) => name.endsWith('-wal'))).toEqual([]);
    expect(hold(station.dataDir)).toBe('locked');
  });

  it.runIf(process.platform !== 'win32')('is the same folder under each of its paths', async () => {
    const folder = await tempDir();
    const other = join(await tempDir(), 'link');
    await symlink(folder, other);
    expect(hold(folder)).toBe('locked');
    expect(hold(other)).toBe('data-folder-in-use desktop');
    expect((await another(other, 'desktop')).said).toBe('data-folder-in-use desktop');
  });

  it('is locked by exactly one of many processes that start together', async () => {
    const folder = await tempDir();
    const tries = await Promise.all(Array.from({ length: 5 }, () => another(folder, 'command-line')));
    const said = tries.map((one) => one.said).sort();
    expect(said).toEqual([...Array(4).fill('data-folder-in-use command-line'), 'locked']);
  });

  it('is created when missing, with one small file readable by its owner only', async () => {
    const folder = join(await tempDir(), 'a', 'b');
    expect(hold(folder)).toBe('locked');
    expect(await readdir(folder)).toEqual(['lock.sqlite']);
    if (process.platform === 'win32') return;
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'lock.sqlite'))).mode & 0o777).toBe(0o600);
  });
});

describe('a damaged lock file', () => {
  const damage: [string, (path: string) => Promise<void>][] = [
    ['overwritten', (path) => writeFile(path, 'not a database at all'.repeat(500))],
    ['overwritten after its head', async (path) => writeFile(path, (await readFile(path)).fill(0xa5, 100))],
    ['cut', (path) => truncate(path, 5_000)],
    ['emptied', (path) => truncate(path, 0)],
  ];

  it.each(damage)('(%s) that no process has locked is used again', async (_, spoil) => {
    const folder = await tempDir();
    lockDataFolder(folder, 'desktop').release();
    await spoil(join(folder, 'lock.sqlite'));
    expect(hold(folder, 'command-line')).toBe('locked');
    expect((await another(folder, 'desktop')).said).toBe('data-folder-in-use command-line');
  });

  it.runIf(process.platform !== 'win32').each(damage)('(%s) that someone holds still shuts others out', async (_, spoil) => {
    const folder = await tempDir();
    const { child } = await another(folder, 'desktop');
    await spoil(join(folder, 'lock.sqlite'));
    for (let n = 0; n < 2; n += 1) expect(hold(folder)).toMatch(/^data-folder-in-use /);
    await kill(child);
    expect(hold(folder)).toBe('locked');
  });
});

describe('a lock file that is damaged while this process has it locked', () => {
  it('still refuses others, also after a second try within the process', async () => {
    const folder = await tempDir();
    expect(hold(folder)).toBe('locked');
    // By another process: opening the file in this one would itself drop the lock (POSIX).
    const spoil = "require('node:fs').writeFileSync(process.argv[1], 'no database'.repeat(500))";
    execFileSync(process.execPath, ['-e', spoil, join(folder, 'lock.sqlite')], longWait);
    expect(hold(folder)).toBe('data-folder-in-use desktop');
    expect((await another(folder, 'desktop')).said).toMatch(/^data-folder-in-use /);
  });
});

describe('other faults', () => {
  it('a file in place of the folder and a folder in place of the file are reported', async () => {
    const folder = await tempDir();
    await writeFile(join(folder, 'file'), '');
    expect(hold(join(folder, 'file'))).toBe('data-folder-unusable EEXIST');
    await mkdir(join(folder, 'data', 'lock.sqlite'), { recursive: true });
    expect(hold(join(folder, 'data'))).toBe('data-folder-unusable not-accessible');
  });

  testWith('small file system')('a read-only folder', async () => {
    const folder = await tempDir();
    lockDataFolder(folder, 'desktop').release();
    makeReadOnly(folder);
    expect(hold(folder)).toBe('data-folder-unusable not-accessible');
  });

  testWith('small file system')('a full disk prevents only the first start of a folder', async () => {
    const disk = await smallDisk(256);
    const [used, fresh] = [join(disk, 'used'), join(disk, 'fresh')];
    lockDataFolder(used, 'desktop').release();
    await mkdir(fresh);
    await writeFile(join(disk, 'filler'), Buffer.alloc(1_000_000)).catch(() => undefined);
    const full = await writeFile(join(disk, 'more'), 'x').catch((thrown: unknown) => thrown);
    expect(full).toMatchObject({ code: 'ENOSPC' });
    const lock = lockDataFolder(used, 'command-line');
    expect((await another(used, 'desktop')).said).toBe('data-folder-in-use command-line');
    lock.release();
    expect(hold(fresh)).toBe('disk-full undefined');
    await rm(join(disk, 'filler'));
    lockDataFolder(fresh, 'desktop').release();
  });
});
