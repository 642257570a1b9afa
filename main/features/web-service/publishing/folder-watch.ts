/**
 * Keeps up with the watched folder: which files lie there, whole, now and after every change. Only tells of paths. The system's
 * events are quick, and some are lost (two changes at one time; those that other machines make on a network drive): so now
 * and then the folder is looked through as well.
 */
import { realpath } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isWatched } from './file-key.ts';
import { canRead, filesIn, stampOf } from './folder-scan.ts';

/**
 * In milliseconds. `quiet`: a file is whole once it did not change for so long. `look`: how often the folder itself is looked
 * for. `scan`: how often it is looked through. `first`: how long a start waits for a slow folder, at most.
 */
export type Pace = { quiet: number; look: number; scan: number; first: number };
export const usualPace: Pace = { quiet: 2_000, look: 5_000, scan: 30_000, first: 10_000 };

/** What the work came to, or null after so long (milliseconds). @param work never rejects */
export async function atMost<T>(work: Promise<T>, time: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, time, null);
  });
  const done = await Promise.race([work, over]);
  clearTimeout(timer);
  return done;
}

export type FolderWatchDeps = {
  /** Absolute. */
  folder: string;
  pace: Pace;
  /** A file is there, or is another; its path is within `folder` as that was given. */
  file(path: string): void;
  /** Something may be gone. */
  less(): void;
  /** The folder can be read and is being watched, or not. Told when it changes. */
  there(is: boolean): void;
  /** Now and then. */
  again(): void;
};

/** `close`: after the look that is under way, unless the folder does not answer in time: then what that finds is not told. */
export type FolderWatch = { close(): Promise<void> };

/**
 * Resolves when the folder was looked for, or did not answer in time.
 * @param isThere for tests of a folder that does not answer
 */
export async function watchFolder(
  { folder, pace, file, less, there, again }: FolderWatchDeps,
  isThere: typeof canRead = canRead,
): Promise<FolderWatch> {
  let watcher: FSWatcher | null = null;
  let known: boolean | null = null;
  let closed = false;
  let lessSoon: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let scanned = 0;
  /** Stamps of the files that were told of, and of those that lay there at the last scan. */
  const told = new Map<string, string>();
  let lastSeen = new Map<string, string>();

  const tell = (is: boolean): void => {
    if (known === is || closed) return;
    known = is;
    there(is);
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
    const within = (path: string): string[] => relative(real, path).split(sep);
    const started = watch(real, {
      depth: 1,
      followSymlinks: false,
      awaitWriteFinish: { stabilityThreshold: pace.quiet, pollInterval: Math.max(20, pace.quiet / 10) },
      ignored: (path, stats) => stats?.isFile() === true && !isWatched(within(path)),
    });
    watcher = started;
    const found = async (given: string): Promise<void> => {
      if (!isWatched(within(given))) return;
      const path = join(folder, ...within(given));
      // Before anybody reads the file: what is written to it from now on makes another stamp.
      const stamp = await stampOf(path);
      if (closed || stamp === null) return;
      told.set(path, stamp);
      file(path);
    };
    // After a while: where the whole folder goes, its files go first, and then nothing is gone but the folder.
    const missed = (): void => {
      clearTimeout(lessSoon);
      if (!closed) lessSoon = setTimeout(less, pace.quiet);
    };
    started.on('add', found).on('change', found).on('unlink', missed).on('unlinkDir', missed).on('ready', missed);
    // Too many folders for the system, or one that was closed to us: watched anew at the next look.
    started.on('error', () => {
      if (watcher === started) void stop().then(() => tell(false));
    });
  }

  /** A file that is the same at two scans, and is not the one that was told of. */
  async function scan(): Promise<void> {
    const files = await filesIn(folder);
    if (closed) return;
    for (const [path, stamp] of files) {
      if (told.get(path) === stamp || lastSeen.get(path) !== stamp) continue;
      told.set(path, stamp);
      file(path);
    }
    const lost = [...told.keys()].filter((path) => !files.has(path));
    for (const path of lost) told.delete(path);
    if (lost.length > 0) less();
    lastSeen = files;
  }

  async function look(): Promise<void> {
    const readable = await isThere(folder);
    if (closed) return;
    if (!readable) await stop();
    else if (!watcher) await start();
    tell(readable);
    if (!readable || performance.now() - scanned < pace.scan) return;
    await scan();
    scanned = performance.now();
  }

  const lookOnce = (): Promise<void> => {
    // It can go between two steps: then it is looked for again.
    looking ??= look()
      .catch(() => tell(false))
      .finally(() => {
        looking = null;
      });
    return looking;
  };

  const timer = setInterval(() => void lookOnce().then(() => !closed && again()), pace.look).unref();
  await atMost(lookOnce(), pace.first);

  return {
    async close() {
      closed = true;
      clearInterval(timer);
      clearTimeout(lessSoon);
      if (looking) await atMost(looking, pace.first);
      await stop();
    },
  };
}

/** What a person knows it by. */
export const nameOf = (folder: string): string => basename(folder) || folder;
