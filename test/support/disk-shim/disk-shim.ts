/** Builds the shim (`shim.c`), starts processes under it, and simulates a power cut: undoes what no fsync made durable. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { requirePart } from '../runner/need.ts';

/** Random choices for a power cut that preserves a part of the unsynced data. */
export type Chance = { next(): number; between(from: number, to: number): number };

export type DiskShimOptions = {
  /** Real paths; operations below them are recorded. */
  roots: readonly string[];
  /** Parent of a new folder for the shim's notes; outside of the roots, on their file system. */
  scratch: string;
  /** Counts only the steps in this folder. */
  under?: string;
  /** Counts no step before `arm()`. */
  waits?: boolean;
  /** Kills the process at this step, counted from 1, before the step is done. */
  killAt?: number;
  /** `times` steps fail from step `at` on; 0 times: all of them. */
  fail?: { with: DiskError; at: number; times: number };
  /** Each step fails with this probability (0 to 1). */
  failBy?: { with: DiskError; chance: number; seed: number };
};

export type DiskError = 'EIO' | 'ENOSPC';

export type DiskStep = { kind: string; path: string; end: 'made' | 'failed' | 'killed' };

export type DiskShim = {
  /** Environment of the process; for one process only. */
  env: Record<string, string>;
  /** Counts steps from now on. */
  arm(): Promise<void>;
  /** The counted steps so far. */
  steps(): Promise<DiskStep[]>;
  /** After the process has ended: the disk loses everything unsynced, or, by chance, some pages and the latest names. */
  cutPower(some?: Chance): Promise<void>;
  /** After the process has ended: everything that it wrote reaches the disk. */
  discard(): Promise<void>;
};

const pageSize = 4096;
const lengthMark = 2n ** 64n - 1n;

export async function prepareDiskShim(options: DiskShimOptions): Promise<DiskShim> {
  const library = await buildShim();
  const side = await mkdtemp(join(await realpath(options.scratch), 'disk-'));
  const { under, killAt, fail, failBy } = options;
  const discard = () => rm(side, { recursive: true, force: true });
  return {
    env: {
      LD_PRELOAD: library,
      DISK_SHIM_ROOTS: options.roots.join(':'),
      DISK_SHIM_SIDE: side,
      ...(under !== undefined && { DISK_SHIM_UNDER: under }),
      ...(options.waits && { DISK_SHIM_WAITS: '1' }),
      ...(killAt !== undefined && { DISK_SHIM_KILL_AT: String(killAt) }),
      ...(fail && { DISK_SHIM_FAIL_WITH: fail.with, DISK_SHIM_FAIL_AT: String(fail.at), DISK_SHIM_FAIL_TIMES: String(fail.times) }),
      ...(failBy && {
        DISK_SHIM_FAIL_WITH: failBy.with,
        DISK_SHIM_FAIL_CHANCE: String(failBy.chance),
        DISK_SHIM_SEED: String(failBy.seed),
      }),
    },
    arm: () => writeFile(join(side, 'armed'), ''),
    async steps() {
      const text = await readFile(join(side, 'steps.log'), 'utf8').catch(() => '');
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const [, kind = '', path = '', end = ''] = line.split('\t');
          return { kind, path, end: end === 'failed' || end === 'killed' ? end : 'made' };
        });
    },
    async cutPower(some) {
      await takeBackNames(side, some);
      for (const name of await readdir(side)) if (name.endsWith('.undo')) await takeBackPages(join(side, name), some);
      await discard();
    },
    discard,
  };
}

let building: Promise<string> | null = null;

/** Compiles the shim once for each version of its source. @returns the library's path */
function buildShim(): Promise<string> {
  building ??= compile();
  return building;
}

async function compile(): Promise<string> {
  requirePart('cc');
  const source = join(import.meta.dirname, 'shim.c');
  const version = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 16);
  const folder = join(tmpdir(), `station-disk-shim-${process.getuid?.() ?? 0}`);
  const library = join(folder, `${version}.so`);
  if (existsSync(library)) return library;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `${version}.${process.pid}.part`);
  await promisify(execFile)('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror', '-U_FORTIFY_SOURCE', '-o', part, source]);
  // Test files may compile it at the same time; each uses a complete one.
  await rename(part, library);
  return library;
}

type NameStep = { number: string; kind: string; from: string; to: string; file: string };

/** A folder's fsync makes its names durable. Takes back the other changes of names, latest first: all of them, or by chance some. */
async function takeBackNames(side: string, some: Chance | undefined): Promise<void> {
  let open: NameStep[] = [];
  const text = await readFile(join(side, 'names.log'), 'utf8').catch(() => '');
  for (const line of text.split('\n').slice(0, -1)) {
    const [number = '', kind = '', from = '', to = '', file = ''] = line.split('\t');
    if (kind === 'sync') open = open.filter((step) => dirname(step.from) !== from && (step.to === '' || dirname(step.to) !== from));
    else if (kind === 'failed') open = open.filter((step) => step.number !== from);
    else open.push({ number, kind, from, to, file });
  }
  const remaining = some ? some.between(0, open.length) : 0;
  for (const step of open.slice(remaining).reverse()) await takeBackName(side, step);
}

/** Takes back one change. The last one of a killed process may be in the log although it was not made. */
async function takeBackName(side: string, { kind, from, to, file }: NameStep): Promise<void> {
  if (kind === 'create') return rm(from, { force: true });
  if (!existsSync(dirname(from)) || existsSync(from)) return;
  if (kind === 'rmdir') return void (await mkdir(from));
  if (kind === 'unlink') return link(join(side, `${file}.file`), from);
  if (!existsSync(to)) throw new Error(`the disk shim cannot take back a rename: ${to} is not there`);
  await rename(to, from);
  if (file !== '') await link(join(side, `${file}.file`), to);
}

/** Restores the file as of its last fsync; with `some`, random pages and a random part of the length stay as at the end. */
async function takeBackPages(undo: string, some: Chance | undefined): Promise<void> {
  const notes = await readFile(undo);
  const saved: { page: number; bytes: Buffer }[] = [];
  let synced: number | null = null;
  for (let at = 0; at + 16 <= notes.length; ) {
    const [first, second] = [notes.readBigUInt64LE(at), Number(notes.readBigUInt64LE(at + 8))];
    at += 16;
    if (first === lengthMark) synced = second;
    // The process was killed within this note: the page was not written.
    else if (at + second > notes.length) break;
    else {
      saved.push({ page: Number(first), bytes: notes.subarray(at, at + second) });
      at += second;
    }
  }
  if (synced === null) return;
  const handle = await open(undo.replace(/\.undo$/, '.file'), 'r+');
  try {
    const { size } = await handle.stat();
    const length = some ? lengthBetween(synced, size, some) : synced;
    // Past the old end, a page that is lost comes back as zeros.
    for (const { page, bytes } of saved) {
      if (some && some.next() < 0.5) continue;
      const start = page * pageSize;
      const end = Math.min(start + pageSize, Math.max(size, synced));
      if (end <= start) continue;
      const whole = Buffer.alloc(end - start);
      bytes.copy(whole, 0, 0, Math.min(bytes.length, whole.length));
      await handle.write(whole, 0, whole.length, start);
    }
    await handle.truncate(length);
  } finally {
    await handle.close();
  }
}

/** Returns one of both lengths, or a page boundary between them; in bytes. */
function lengthBetween(synced: number, size: number, some: Chance): number {
  const [low, high] = [Math.min(synced, size), Math.max(synced, size)];
  const pages = Math.floor(high / pageSize) - Math.floor(low / pageSize);
  const choice = some.between(-1, pages + 1);
  if (choice === -1) return synced;
  if (choice === pages + 1) return size;
  return Math.min(Math.max(low, (Math.floor(low / pageSize) + choice) * pageSize), high);
}
