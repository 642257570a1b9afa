/**
 * Applies the files of the watched folder to the publications: a new file is published, a changed one replaces its earlier
 * version, a missing one is withdrawn. The same file is never published twice; all of it is stored.
 */
import type { PublicationKey } from '../../../../shared/domain/web-service/web-service.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { isWithin } from './folder-scan.ts';
import { comparableKey } from './keys.ts';
import type { PublicationRepository } from './publication-repository.ts';
import type { PublicationRow } from './publication-row.ts';
import type { CheckedFile } from './staging.ts';

export type FolderDeps = {
  database: Database;
  store: PublicationRepository;
  now(): Date;
  /** Writes the event into the log, as part of the current transaction. */
  noted(kind: 'published' | 'withdrawn', one: PublicationRow): void;
  /** Encrypts a copy and stores the publication in one transaction with `change`. */
  publish(file: CheckedFile, key: PublicationKey, once: boolean, change: () => void): Promise<unknown>;
};

export type FolderPublications = {
  /** Paths of all publications, and of the removed ones that are remembered. */
  paths(): string[];
  /** Paths of offered publications. */
  offeredPaths(): string[];
  /** True when this file was published for this key, in any state. */
  knows(file: Pick<CheckedFile, 'path' | 'sha256'>, key: PublicationKey): boolean;
  /** Applies a complete file for this key. @throws like `publish` */
  found(file: CheckedFile, key: PublicationKey, once: boolean): Promise<void>;
  /** Withdraws what was published from a path; `now`: SHA-256 of the file that is there instead. @throws StationError `disk-full` */
  gone(path: string, now?: string): void;
  /** Withdraws all publications of a path but that of these bytes and this key (null: all). @throws like `gone` */
  stays(path: string, sha256: string, key: PublicationKey | null): void;
  /** Withdraws publications of other folders (empty: of all); they are offered again when their folder is watched again. @throws like `gone` */
  only(folder: string): void;
};

export function createFolderPublications({ database, store, now, noted, publish }: FolderDeps): FolderPublications {
  function end(one: PublicationRow): void {
    const after: PublicationRow = { ...one, state: 'withdrawn', gone: true, changedAt: now().toISOString() };
    store.put(after);
    noted('withdrawn', after);
  }
  /** False for one that a person offered again although the file is gone: it no longer follows the file. */
  const followsFile = (one: PublicationRow): boolean => one.state === 'offered' && !one.gone;

  /** Withdraws versions without a file. Struck ones need not be remembered any longer. */
  function leave(ones: readonly PublicationRow[]): void {
    for (const one of ones) {
      if (one.struck) store.remove(one.id);
      else if (followsFile(one)) end(one);
    }
  }

  return {
    paths: store.paths,
    offeredPaths: store.offeredPaths,
    knows: (file, key) => store.ofPath(file.path).some((one) => one.sha256 === file.sha256 && isFor(one, key)),
    async found(file, key, once) {
      const same = (one: PublicationRow) => one.sha256 === file.sha256 && isFor(one, key);
      const known = store.ofPath(file.path).find(same);
      const others = () => store.ofPath(file.path).filter((one) => !same(one));
      if (!known) return void (await publish(file, key, once, () => leave(others())));
      database.transaction(() => {
        leave(others());
        if (!known.gone) return;
        store.put({ ...known, state: 'offered', gone: false, changedAt: now().toISOString() });
        if (known.state !== 'offered') noted('published', { ...known, state: 'offered' });
      });
    },
    gone: (path, now) => database.transaction(() => leave(store.ofPath(path).filter(({ sha256 }) => sha256 !== now))),
    stays(path, sha256, key) {
      const others = store.ofPath(path).filter((one) => key === null || one.sha256 !== sha256 || !isFor(one, key));
      if (others.some((one) => one.struck || followsFile(one))) database.transaction(() => leave(others));
    },
    only(folder) {
      const elsewhere = store.offeredPaths().filter((path) => !isWithin(folder, path));
      if (elsewhere.length > 0) database.transaction(() => elsewhere.flatMap(store.ofPath).filter(followsFile).forEach(end));
    },
  };
}

/** Compares the kind too: the setting of what the names mean may have changed. */
const isFor = ({ keys }: PublicationRow, { kind, value }: PublicationKey): boolean =>
  keys.length === 1 && keys.every((key) => key.kind === kind && comparableKey(kind, key.value) === comparableKey(kind, value));
