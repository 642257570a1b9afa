/**
 * What files of the watched folder mean for what is published: a new one is published, a changed one takes the place of
 * what it was, one that is gone is withdrawn. The same file is never published twice; all of it is remembered on the disk.
 */
import type { PublicationKey } from '../../../../shared/domain/web-service.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { isWithin } from './folder-scan.ts';
import { comparable } from './keys.ts';
import type { PublicationRepository } from './publication-repository.ts';
import type { PublicationRow } from './publication-row.ts';
import type { CheckedFile } from './staging.ts';

export type FolderDeps = {
  database: Database;
  store: PublicationRepository;
  now(): Date;
  /** Part of the transaction under way. */
  noted(kind: 'published' | 'withdrawn', one: PublicationRow): void;
  /** Encrypts a copy and writes the publication down in one transaction with `beside`. */
  publish(file: CheckedFile, key: PublicationKey, once: boolean, beside: () => void): Promise<unknown>;
};

export type FolderPublications = {
  /** Paths that publications, or what is remembered of them, came from. */
  paths(): string[];
  /** Those of them that what is offered came from. */
  offeredPaths(): string[];
  /** Whether this very file was published for this key, whatever became of it. */
  knows(file: Pick<CheckedFile, 'path' | 'sha256'>, key: PublicationKey): boolean;
  /** The file lies there, whole, and is for this key. @throws like `publish` */
  found(file: CheckedFile, key: PublicationKey, once: boolean): Promise<void>;
  /** What was published from there lies there no more; `now`: SHA-256 of what lies there instead. @throws StationError `disk-full` */
  gone(path: string, now?: string): void;
  /** The file is there, with these bytes and for this key (null: for nobody): all else that was published from there is withdrawn. @throws like `gone` */
  stays(path: string, sha256: string, key: PublicationKey | null): void;
  /** Withdraws what came from any other folder than this one (empty: from any at all); it is offered again when it is watched again. @throws like `gone` */
  only(folder: string): void;
};

export function createFolderPublications({ database, store, now, noted, publish }: FolderDeps): FolderPublications {
  function end(one: PublicationRow): void {
    const after: PublicationRow = { ...one, state: 'withdrawn', gone: true, changedAt: now().toISOString() };
    store.put(after);
    noted('withdrawn', after);
  }
  /** Offered again by a person although the file is gone: theirs from then on. */
  const isOurs = (one: PublicationRow): boolean => one.state === 'offered' && !one.gone;

  /** What is not there any more in this form. Struck ones have nothing left to be remembered for. */
  function leave(ones: readonly PublicationRow[]): void {
    for (const one of ones) {
      if (one.struck) store.remove(one.id);
      else if (isOurs(one)) end(one);
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
      if (others.some((one) => one.struck || isOurs(one))) database.transaction(() => leave(others));
    },
    only(folder) {
      const elsewhere = store.offeredPaths().filter((path) => !isWithin(folder, path));
      if (elsewhere.length > 0) database.transaction(() => elsewhere.flatMap(store.ofPath).filter(isOurs).forEach(end));
    },
  };
}

/** The setting of what the names mean may have changed. */
const isFor = ({ keys }: PublicationRow, { kind, value }: PublicationKey): boolean =>
  keys.length === 1 && keys.every((key) => key.kind === kind && comparable(kind, key.value) === comparable(kind, value));
