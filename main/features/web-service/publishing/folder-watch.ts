/**
 * Watches a folder: reports the paths of complete files, at first and after each change. Some of the system's events are lost
 * (two changes at one time, changes by other computers on a network drive), so the folder is also scanned at intervals.
 */
import { realpath } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { within } from '../../../platform/runtime/within.ts';
import { isWatched } from './file-key.ts';
import { canRead, filesIn, stampOf } from './folder-scan.ts';

/**
 * Milliseconds. `quiet`: a file is complete after this time without a change. `look`: interval of the check that the folder
 * exists. `scan`: interval of the scans. `first`: the longest wait for a slow folder at the start.
 */
export type Pace = { quiet: number; look: number; scan: number; first: number };
export const defaultPace: Pace = { quiet: 2_000, look: 5_000, scan: 30_000, first: 10_000 };

export type FolderWatchDeps = {
  /** Absolute. */
  folder: string;
  pace: Pace;
  /** A file is new or has changed; its path begins with `folder`. */
  onFile(path: string): void;
  /** Files may be gone. */
  onFilesGone(): void;
  /** `onFile` was called for each file that was there when the watch began; once for each time that the folder becomes watched. */
  onListed(): void;
  /** Called when the folder becomes watched (readable), or no longer is. */
  onReadable(isReadable: boolean): void;
  /** Called at the interval `look`. */
  onInterval(): void;
};

/** `close` waits for the check in progress, unless the folder does not answer in time: its result is then not reported. */
export type FolderWatch = { close(): Promise<void> };

/**
 * Resolves after the first check of the folder, or when it did not answer in time.
 * @param isThere replaced in tests of a folder that does not answer
 */
export async function watchFolder(
  { folder, pace, onFile, onFilesGone, onListed, onReadable, onInterval }: FolderWatchDeps,
  isThere: typeof canRead = canRead,
): Promise<FolderWatch> {
  let watcher: FSWatcher | null = null;
  let known: boolean | null = null;
  let closed = false;
  let goneTimer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let scanned = 0;
  /** Stamps of the reported files, and of the files at the last scan. */
  const reported = new Map<string, string>();
  let lastSeen = new Map<string, string>();

  const report = (isReadable: boolean): void => {
    if (known === isReadable || closed) return;
    known = isReadable;
    onReadable(isReadable);
  };

  async function stop(): Promise<void> {
    const old = watcher;
    watcher = null;
    await old?.close();
  }

  async function start(): Promise<void> {
    // A link to the folder is the folder; links within it are not followed.
    const real = await realpath(folder);
    if (closed) return;
    const partsOf = (path: string): string[] => relative(real, path).split(sep);
    const started = watch(real, {
      depth: 1,
      followSymlinks: false,
      awaitWriteFinish: { stabilityThreshold: pace.quiet, pollInterval: Math.max(20, pace.quiet / 10) },
      ignored: (path, stats) => stats?.isFile() === true && !isWatched(partsOf(path)),
    });
    watcher = started;
    let reports: Promise<unknown> = Promise.resolve();
    const reportOne = async (changed: string): Promise<void> => {
      if (!isWatched(partsOf(changed))) return;
      const path = join(folder, ...partsOf(changed));
      // Before the file is read: each later write makes another stamp.
      const stamp = await stampOf(path);
      if (closed || stamp === null) return;
      reported.set(path, stamp);
      onFile(path);
    };
    const found = (changed: string): void => {
      // Without the results, which would be a chain of all reports.
      reports = Promise.all([reports, reportOne(changed)]).then(() => undefined);
    };
    // With a delay: when the whole folder goes, its files go first, and then only the folder is gone.
    const missed = (): void => {
      clearTimeout(goneTimer);
      if (!closed) goneTimer = setTimeout(onFilesGone, pace.quiet);
    };
    const allFound = (): void => {
      missed();
      void reports.then(() => !closed && watcher === started && onListed());
    };
    started.on('add', found).on('change', found).on('unlink', missed).on('unlinkDir', missed).on('ready', allFound);
    // Too many folders for the system, or one without access: watched again at the next check.
    started.on('error', () => {
      if (watcher === started) void stop().then(() => report(false));
    });
  }

  /** Reports files that are the same at two scans and were not reported. */
  async function scan(): Promise<void> {
    const files = await filesIn(folder);
    if (closed) return;
    for (const [path, stamp] of files) {
      if (reported.get(path) === stamp || lastSeen.get(path) !== stamp) continue;
      reported.set(path, stamp);
      onFile(path);
    }
    const lost = [...reported.keys()].filter((path) => !files.has(path));
    for (const path of lost) reported.delete(path);
    if (lost.length > 0) onFilesGone();
    lastSeen = files;
  }

  async function look(): Promise<void> {
    const readable = await isThere(folder);
    if (closed) return;
    if (!readable) await stop();
    else if (!watcher) await start();
    report(readable);
    if (!readable || performance.now() - scanned < pace.scan) return;
    await scan();
    scanned = performance.now();
  }

  const lookOnce = (): Promise<void> => {
    // The folder can go between two steps: then it is checked again.
    looking ??= look()
      .catch(() => report(false))
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  const timer = setInterval(() => void lookOnce().then(() => !closed && onInterval()), pace.look).unref();
  await within(lookOnce(), pace.first, null);

  return {
    async close() {
      closed = true;
      clearInterval(timer);
      clearTimeout(goneTimer);
      if (looking) await within(looking, pace.first, null);
      await stop();
    },
  };
}

/** The name of a folder, for messages. */
export const nameOf = (folder: string): string => basename(folder) || folder;
