/**
 * Publications in the database, sealed; all of them in memory too, since a question is held against every one of them.
 * Everything here is done when the call returns, on the disk.
 */
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../store/database.ts';
import { openSealedCollection, type SealedCollection } from '../../store/sealed-collection.ts';
import type { Opened } from '../../store/sealed-table.ts';
import type { Sealer } from '../../vault/sealing.ts';
import { type KeptPublication, keptPublicationSchema } from './kept-publication.ts';

export type PublicationStore = Pick<SealedCollection<KeptPublication>, 'find' | 'has' | 'put' | 'remove' | 'locked' | 'renewSeals'> & {
  /** Oldest first, those that cannot be opened in their place. */
  all(): readonly Opened<KeptPublication>[];
  /** Those that can be opened, oldest first. */
  readable(): readonly KeptPublication[];
  /** Those that can be opened and came from that path of the watched folder, oldest first. */
  ofPath(path: string): KeptPublication[];
  /** @throws StationError `publication-unknown`, Unsealable */
  get(id: string): KeptPublication;
  /** Answers with which. */
  removeOfCase(caseId: string): string[];
};

export type PublicationStoreParts = {
  database: Database;
  sealer: Sealer;
  /** Called when it stands on the disk; null: it is gone. */
  changed(id: string, one: KeptPublication | null): void;
};

export function openPublicationStore({ database, sealer, changed }: PublicationStoreParts): PublicationStore {
  // Asked for with each file of the watched folder.
  const byPath = new Map<string, Set<string>>();
  function indexed(one: KeptPublication | null, change: 'add' | 'delete'): void {
    if (one === null || one.path === null) return;
    const ids = byPath.get(one.path) ?? new Set();
    ids[change](one.id);
    if (ids.size > 0) byPath.set(one.path, ids);
    else byPath.delete(one.path);
  }
  // Asked for with each question: worked out once after a change.
  let open: KeptPublication[] | null = null;
  const publications = openSealedCollection({
    database,
    sealer,
    table: 'publication',
    kind: 'publication',
    schema: keptPublicationSchema,
    // The visit stands in clear too: a publication that cannot be opened goes with it.
    clear: { columns: ['case_id'], of: ({ caseId }) => [caseId], bound: 1 },
    changed(before, after) {
      indexed(before, 'delete');
      indexed(after, 'add');
      open = null;
    },
  });
  const { rows, find, has, locked, renewSeals } = publications;
  const tell = (id: string, one: KeptPublication | null): void =>
    database.afterwards((kept) => {
      if (kept) changed(id, one);
    });

  const remove = (id: string): void =>
    database.transaction(() => {
      publications.remove(id);
      tell(id, null);
    });

  return {
    all: () => rows().map(({ opened }) => opened),
    readable() {
      open ??= rows().flatMap(({ opened }) => (opened.ok ? [opened.value] : []));
      return open;
    },
    ofPath: (path) => [...(byPath.get(path) ?? [])].flatMap((id) => find(id) ?? []),
    find,
    get(id) {
      const one = publications.get(id);
      if (!one || one.struck) throw new StationError('publication-unknown');
      return one;
    },
    has,
    put: (one) =>
      database.transaction(() => {
        publications.put(one);
        tell(one.id, find(one.id));
      }),
    remove,
    removeOfCase: (caseId) =>
      database.transaction(() => {
        const ids = rows().flatMap(({ id, clear: [of] }) => (of === caseId ? [id] : []));
        for (const id of ids) remove(id);
        return ids;
      }),
    locked,
    renewSeals,
  };
}
