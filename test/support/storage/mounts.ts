/** File systems for one test, where mounting is permitted (Linux as root): a small one and one that is read-only. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, open, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempDir } from '../temp-dir.ts';

/** Whether tests that mount can run here; they say so in their names. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const point = mkdtempSync(join(tmpdir(), 'station-mount-'));
  try {
    mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', point);
    execFileSync('umount', [point]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(point);
  }
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' });
}

/** A folder on its own in-memory file system of N KiB. */
export async function smallDisk(kibibytes: number): Promise<string> {
  const point = join(await tempDir(), 'small');
  await mkdir(point);
  mount('-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', point);
  onTestFinished(() => void execFileSync('umount', [point]));
  return point;
}

const ballast = (disk: string): string => join(disk, 'ballast');
/** Fills all but `free` bytes, in whole blocks of 4 KiB. */
function takenUp({ bavail, bsize }: { bavail: number; bsize: number }, free: number): Buffer {
  const taken = Math.max(0, bavail * bsize - free);
  return Buffer.alloc(taken - (taken % 4_096));
}

/** Leaves `bytes` free on a disk, independent of the space that was free before. */
export async function leaveFree(disk: string, bytes: number): Promise<void> {
  await giveRoom(disk);
  await writeFile(ballast(disk), takenUp(await statfs(disk), bytes));
}

/** The same synchronously, so that nothing is written in between, on a disk with room. Leaves `blocks` of 4 KiB free. */
export const fill = (disk: string, blocks: number): void => writeFileSync(ballast(disk), takenUp(statfsSync(disk), blocks * 4_096));

/** Undoes `leaveFree` and `fill`. */
export const giveRoom = (disk: string): Promise<void> => rm(ballast(disk), { force: true });

/** Makes an existing folder read-only, also for root. Returns how to undo it. */
export function makeReadOnly(folder: string): () => void {
  const undo = mountOver(folder, folder);
  mount('-o', 'remount,ro,bind', folder);
  return undo;
}

/** A data folder whose `encrypted` is on another disk of N KiB. `mount` returns how to unmount it, as when that disk goes away. */
export async function folderOnDisk(kibibytes: number): Promise<{ dataDir: string; folder: string; disk: string; mount(): () => void }> {
  const dataDir = await tempDir();
  const folder = join(dataDir, 'encrypted');
  await mkdir(folder);
  const disk = await smallDisk(kibibytes);
  return { dataDir, folder, disk, mount: () => mountOver(disk, folder) };
}

/** Mounts a folder over another one. Returns how to unmount it. */
export function mountOver(folder: string, point: string): () => void {
  mount('--bind', folder, point);
  let isMounted = true;
  const unmount = (): void => {
    if (isMounted) execFileSync('umount', [point]);
    isMounted = false;
  };
  onTestFinished(unmount);
  return unmount;
}

/**
 * A folder in which every operation waits, as on a share whose server no longer answers: a FUSE file system that nothing serves. `end`
 * makes them all fail. Null where that cannot be made.
 */
export async function hangingShare(): Promise<{ folder: string; end: () => void } | null> {
  const point = join(await tempDir(), 'share');
  await mkdir(point);
  let device: number;
  try {
    device = openSync('/dev/fuse', 'r+');
  } catch {
    return null;
  }
  const stdio = ['ignore', 'pipe', 'pipe', device] as const;
  execFileSync('mount', ['-i', '-t', 'fuse', '-o', 'fd=3,rootmode=40000,user_id=0,group_id=0', 'share', point], { stdio: [...stdio] });
  let isOpen = true;
  const end = (): void => {
    if (isOpen) closeSync(device);
    isOpen = false;
  };
  onTestFinished(() => {
    end();
    execFileSync('umount', ['--lazy', point]);
  });
  return { folder: join(point, 'signed'), end };
}

/**
 * A folder that takes files and refuses their fsync, as a remote or thin disk does: a file system on
 * a disk that has less room than it says. Null where that cannot be made (no loop device, no mkfs.ext4).
 */
export async function failingDisk(): Promise<string | null> {
  const image = join(await smallDisk(1_024), 'image');
  const point = join(await tempDir(), 'failing');
  await mkdir(point);
  try {
    await writeFile(image, '');
    await truncate(image, 16 * 1024 * 1024);
    execFileSync('mkfs.ext4', ['-q', '-O', '^has_journal', image], { stdio: 'pipe' });
    mount('-o', 'loop', image, point);
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', [point]));
  const file = await open(ballast(point), 'w');
  await file.writeFile(Buffer.alloc(2_000_000));
  const refused = await file.sync().then(
    () => false,
    () => true,
  );
  await file.close();
  return refused ? point : null;
}
