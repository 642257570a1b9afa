/**
 * Limits processes to a part of a core, by a control group of the kernel. Needs Linux and its administrator; elsewhere nothing is limited.
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const periodUs = 100_000;
const root = '/sys/fs/cgroup';
const firstVersion = join(root, 'cpu');
const isFirst = existsSync(join(firstVersion, 'cpu.cfs_quota_us'));

/** `end` returns the process to the group of all others. */
export type ProcessorLimit = { set(share: number): void; end(): void };

/**
 * Puts a process into a group of its own, which has no limit yet.
 * @returns null where there are no such groups, or this user may not make one
 */
export function limitProcessor(pid: number): ProcessorLimit | null {
  const folder = join(isFirst ? firstVersion : root, `station-bench-${pid}`);
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  try {
    mkdirSync(folder);
    write('cgroup.procs', String(pid));
    return {
      set: (share) => (isFirst ? write('cpu.cfs_quota_us', String(share * periodUs)) : write('cpu.max', `${share * periodUs} ${periodUs}`)),
      end() {
        writeFileSync(join(folder, '..', 'cgroup.procs'), String(pid));
        rmdirSync(folder);
      },
    };
  } catch {
    return null;
  }
}
