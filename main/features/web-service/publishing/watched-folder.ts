/** Publishes the files of the watched folder, and reports why a file cannot be published. */
import { basename } from 'node:path';
import type { PublicationKeyKind } from '../../../../shared/domain/web-service/web-service.ts';
import { hasTrait, type Problem, problem, problemOf } from '../../../../shared/errors.ts';
import { fileProblem } from '../../../platform/files/file-problem.ts';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { within } from '../../../platform/runtime/within.ts';
import { keyOfFile } from './file-key.ts';
import { createFirstReading } from './first-reading.ts';
import type { FolderPublications } from './folder-publications.ts';
import { lostIn, partsOf, stampOf, whatIs } from './folder-scan.ts';
import { type FolderWatch, nameOf, type Pace, watchFolder } from './folder-watch.ts';
import { type CheckedFile, checkFile, type ReadFacts, tooLarge } from './staging.ts';
import { createStepQueue } from './step-queue.ts';

export type Watched = { folder: string; key: PublicationKeyKind; once: boolean };

export type WatchedFolderDeps = {
  publications: FolderPublications;
  readFacts: ReadFacts;
  pace: Pace;
  /** `problem` may have changed. */
  changed(): void;
  /** A file cannot be published; once for each version of the file. */
  unpublished(why: Problem): void;
};

export type WatchedFolder = {
  problem(): Problem | null;
  /**
   * True from when the folder is first found readable until all its files were read once, so that what is not published may still be there.
   * False for a folder without access, and for one in which no step has ended for `pace.first`: it does not answer.
   */
  reading(): boolean;
  close(): Promise<void>;
};

const filesTogether = 4;

export async function openWatchedFolder({ folder, key: kind, once }: Watched, parts: WatchedFolderDeps): Promise<WatchedFolder> {
  const { publications, readFacts, pace, changed, unpublished } = parts;
  const faults = new Map<string, Problem>();
  /** The last report of a file: its stamp and the problem. */
  const reported = new Map<string, string>();
  const steps = createStepQueue(filesTogether);
  let missing: Problem | null = null;
  let closed = false;
  const firstReading = createFirstReading(pace.first);
  /** Ends the first reading after the steps of the files found so far. */
  const endReading = (): void => {
    if (firstReading.running()) steps.add({ path: null, run: async () => firstReading.end() });
  };

  const fault = (path: string, found: Problem | null): void => {
    if (found === null && !faults.delete(path)) return;
    if (found !== null) faults.set(path, { ...found, detail: { ...found.detail, name: basename(path) } });
    else reported.delete(path);
    changed();
  };
  const report = (path: string, stamp: string | null): void => {
    const found = faults.get(path);
    const version = `${stamp} ${found?.code}`;
    if (!found || reported.get(path) === version) return;
    reported.set(path, version);
    unpublished(found);
  };
  /** Adds a step, that of the folder itself to run alone. A problem is reported, and the step repeated at the next check. */
  const next = (path: string, step: () => Promise<Problem | null>): void =>
    steps.add({
      path: path === folder ? null : path,
      async run() {
        if (closed) return;
        const found = await step().catch(problemOf);
        const stamp = found && path !== folder ? await stampOf(path) : null;
        if (closed) return;
        firstReading.progress();
        fault(path, found);
        if (stamp !== null) report(path, stamp);
      },
    });

  /** Publishes a file. The folder may answer long after the end of the watch: nothing is done then. */
  async function consider(path: string): Promise<Problem | null> {
    if ((await whatIs(folder, path)) !== 'file' || closed) return null;
    const key = keyOfFile(partsOf(folder, path), kind);
    const refused = key === null ? problem('watched-file-no-key') : await tooLarge(path);
    if (closed) return null;
    if (key === null || refused) {
      publications.gone(path);
      return refused;
    }
    const digest = await hashFile(path).catch((thrown: unknown) => fileProblem(path, thrown));
    if ('code' in digest) return digest;
    if (closed) return null;
    const { size, sha256 } = digest;
    let file: CheckedFile = { path, name: basename(path), size, sha256 };
    if (!publications.knows(file, key)) {
      const { checked } = await checkFile(path, readFacts);
      if (closed) return null;
      if ('code' in checked) {
        publications.gone(path, sha256);
        return checked;
      }
      file = checked;
    }
    await publications.found(file, key, once);
    return null;
  }

  /** Withdraws the publications whose file is gone. */
  async function withdrawLost(): Promise<null> {
    const lost = await lostIn(folder, new Set([...publications.paths(), ...faults.keys()]));
    if (closed) return null;
    for (const path of lost) {
      publications.gone(path);
      if (path !== folder) fault(path, null);
    }
    return null;
  }

  const watching: FolderWatch = await watchFolder({
    folder,
    pace,
    onFile: (path) => next(path, () => consider(path)),
    onFilesGone: () => next(folder, withdrawLost),
    onListed: endReading,
    onReadable(isReadable) {
      (isReadable ? firstReading.begin : endReading)();
      missing = isReadable ? null : problem('watched-folder-missing', { name: nameOf(folder) });
      changed();
    },
    onInterval() {
      if (missing) return;
      for (const [path, why] of faults) if (hasTrait(why, 'momentary')) next(path, path === folder ? withdrawLost : () => consider(path));
    },
  });

  return {
    problem: () => missing ?? faults.values().next().value ?? null,
    reading: firstReading.running,
    async close() {
      closed = true;
      firstReading.end();
      // Waits for the steps in progress, if the folder answers.
      await Promise.all([watching.close(), within(steps.close(), pace.first, null)]);
    },
  };
}
