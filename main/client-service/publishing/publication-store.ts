/**
 * Publications in the database, all of them in memory too: a request is compared with each. A change is on the disk when the call
 * returns.
 */
import { StationError } from '../../../shared/errors.ts';
import { type Collection, openCollection } from '../../store/collection.ts';
import type { Database } from '../../store/database.ts';
import type { Opened } from '../../store/rows.ts';
import { type KeptPublication, keptPublicationSchema } from './kept-publication.ts';

export type PublicationStore = Pick<Collection<KeptPublication>, 'find' | 'has' | 'put' | 'remove'> & {
  /** Oldest first, those that do not parse in their place. */
  all(): readonly Opened<KeptPublication>[];
  /** Those that parse, oldest first. */
  readable(): readonly KeptPublication[];
  /** Publications of a path in the watched folder whose rows parse, oldest first. */
  ofPath(path: string): KeptPublication[];
  /** @throws StationError `publication-unknown`, UnreadableRow */
  get(id: string): KeptPublication;
  /** Answers with which. */
  removeOfCase(caseId: string): string[];
};

export type PublicationStoreParts = {
  database: Database;
  /** Called when it stands on the disk; null: it is gone. */
  changed(id: string, one: KeptPublication | null): void;
};

export function openPublicationStore({ database, changed }: PublicationStoreParts): PublicationStore {
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
  const publications = openCollection({
    database,
    table: 'publication',
    kind: 'publication',
    schema: keptPublicationSchema,
    columns: { names: ['case_id'], of: ({ caseId }) => [caseId] },
    changed(before, after) {
      indexed(before, 'delete');
      indexed(after, 'add');
      open = null;
    },
  });
  const { rows, find, has } = publications;
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
        const ids = rows().flatMap(({ id, columns: [of] }) => (of === caseId ? [id] : []));
        for (const id of ids) remove(id);
        return ids;
      }),
  };
}
