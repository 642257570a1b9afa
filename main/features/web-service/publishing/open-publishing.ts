/** Opens publishing, the documents that the provider may fetch (interface description, endpoint B, use 1). */
import { EventEmitter } from 'node:events';
import type { Compared, Publication, PublicationKey, PublishRequest } from '../../../../shared/domain/web-service.ts';
import { type Problem, StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import type { Opened } from '../../../platform/storage/rows.ts';
import { createAnswers } from './answers.ts';
import { lookForDamage } from './damage.ts';
import { createCopies, type EncryptedCopy } from './encrypt-copies.ts';
import { createFirstLook } from './first-look.ts';
import { createFolderPublications } from './folder-publications.ts';
import { isWithin, lostIn, type whatIs } from './folder-scan.ts';
import { atMost, type Pace, usualPace } from './folder-watch.ts';
import { distinctKeys } from './keys.ts';
import { openPublicationRepository } from './publication-repository.ts';
import { type PublicationRow, publicationOf } from './publication-row.ts';
import type { Publishing } from './publishing.ts';
import { createStaging, type ReadFacts } from './staging.ts';
import { openWatchedFolder, type Watched, type WatchedFolder } from './watched-folder.ts';

export type PublishingDeps = {
  database: Database;
  files: EncryptedFiles;
  compared(): Compared;
  watched(): Watched;
  /** The name of the person who publishes from the application. */
  clerk(): string;
  now(): Date;
  /**
   * Part of the transaction under way. `by`: who did it here, empty for the station itself. `user`: of the service, who fetched
   * it; null for what was done here.
   */
  noted(event: { kind: 'published' | 'withdrawn' | 'document-fetched'; publication: Publication; by: string; user: string | null }): void;
  visitExists(id: string): boolean;
  readFacts: ReadFacts;
  /** For tests; `what` of a folder that does not answer. */
  pace?: Pace;
  what?: typeof whatIs;
};

export function openPublishing(parts: PublishingDeps): Publishing {
  const { database, files, compared, watched, clerk, now, visitExists, readFacts, pace = usualPace, what } = parts;
  const events: Publishing['events'] = new EventEmitter();

  const shown = (one: PublicationRow): Publication => publicationOf({ ok: true, value: one }, damage.of(one.id));
  const tell = (id: string, one: PublicationRow | null): void => {
    if (one && !one.struck) events.emit('changed', shown(one));
    else events.emit('removed', id);
  };
  const store = openPublicationRepository({ database, changed: tell });
  const damage = lookForDamage(files, (id) => {
    const one = store.find(id);
    if (one) tell(id, one);
  });
  const note = (kind: 'published' | 'withdrawn', one: PublicationRow, by: string): void =>
    parts.noted({ kind, publication: shown(one), by, user: null });

  const staging = createStaging(readFacts);
  const copies = createCopies(files);
  const answers = createAnswers({
    database,
    store,
    files,
    damage,
    compared,
    now,
    waits: (one) => firstLook.waits(one),
    fetched: (one, user) => parts.noted({ kind: 'document-fetched', publication: shown(one), by: '', user }),
  });

  /** What publications have in common that are made at one time. */
  type Common = Pick<PublicationRow, 'keys' | 'once' | 'by' | 'source' | 'visitId'>;
  /** Part of the transaction under way. */
  function add({ id, file: { name, size, sha256, path }, fileId }: EncryptedCopy, common: Common): PublicationRow {
    const one: PublicationRow = {
      id,
      fileId,
      name,
      size,
      sha256,
      ...common,
      state: 'offered',
      publishedAt: now().toISOString(),
      changedAt: '',
      fetches: [],
      path: common.source === 'folder' ? path : null,
      gone: false,
      struck: false,
    };
    store.put(one);
    note('published', one, one.by);
    return one;
  }

  /** Part of the transaction under way. */
  function withdrawn(one: PublicationRow, by: string): PublicationRow {
    if (one.state !== 'offered') return one;
    const after: PublicationRow = { ...one, state: 'withdrawn', changedAt: now().toISOString() };
    store.put(after);
    note('withdrawn', after, by);
    return after;
  }

  async function publish({ staged, keys: given, once, visitId }: PublishRequest): Promise<Publication[]> {
    const keys = distinctKeys(given);
    if (!keys) throw new StationError('publication-no-key');
    const known = () => {
      if (visitId !== null && !visitExists(visitId)) throw new StationError('visit-unknown');
    };
    known();
    const made = await copies.keep(staging.take(staged), (encrypted) =>
      database.transaction(() => {
        // The visit may have been removed by now.
        known();
        return encrypted.map((copy) => add(copy, { keys, once, by: clerk(), source: 'application', visitId }));
      }),
    );
    staging.unstage(staged);
    return made.map(shown);
  }

  const folderPublications = createFolderPublications({
    database,
    store,
    now,
    noted: (kind, one) => note(kind, one, ''),
    publish: (file, key: PublicationKey, once, beside) =>
      copies.keep([file], (encrypted) =>
        database.transaction(() => {
          beside();
          for (const copy of encrypted) add(copy, { keys: [key], once, by: '', source: 'folder', visitId: null });
        }),
      ),
  });

  const firstLook = createFirstLook(folderPublications, what);
  let folder: WatchedFolder | null = null;
  /** One opening or closing at a time. */
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const done = turn.then(step);
    turn = done.catch(() => undefined);
    return done;
  };
  const closeFolder = async (): Promise<void> => {
    firstLook.end();
    await folder?.close();
    folder = null;
  };

  function leaveOthers(watchedNow: string): void {
    try {
      folderPublications.only(watchedNow);
    } catch (thrown) {
      // The disk is full: they wait, and are withdrawn the next time.
      if (!(thrown instanceof StationError)) throw thrown;
    }
  }

  /** Off the list; what lies in a folder is remembered, or it would be published again. */
  function strike(one: PublicationRow): void {
    if (one.path !== null && !one.gone) store.put({ ...one, name: '', by: '', fetches: [], struck: true });
    else store.remove(one.id);
  }
  async function removeCopies(ids: readonly string[]): Promise<void> {
    const owners = new Set(ids);
    for (const id of owners) damage.forget(id);
    for (const file of files.list(['published'])) if (owners.has(file.owner)) await files.remove(file);
    database.scrub();
  }

  const told = (one: Opened<PublicationRow>): Publication => (one.ok ? shown(one.value) : publicationOf(one, null));

  return {
    events,
    stage: staging.stage,
    unstage: staging.unstage,
    publish,
    page(filter, offset, limit) {
      const { total, rows } = store.page(filter, offset, limit);
      return { total, items: rows.map(told) };
    },
    ofVisit: (visitId) =>
      store
        .ofVisit(visitId)
        .filter(({ struck }) => !struck)
        .toReversed()
        .map(shown),
    offered: (visitId) => store.ofVisit(visitId).filter(({ state }) => state === 'offered').length,
    withdraw: (id) => database.transaction(() => shown(withdrawn(store.get(id), clerk()))),
    withdrawAll: () =>
      database.transaction(() => {
        for (const one of store.offered()) withdrawn(one, '');
      }),
    offer: (id) =>
      database.transaction(() => {
        const one = store.get(id);
        if (one.state === 'offered') return shown(one);
        // Of a folder that is not watched: theirs from then on.
        const gone = one.gone || (one.path !== null && !isWithin(watched().folder, one.path));
        const after: PublicationRow = { ...one, state: 'offered', gone, changedAt: now().toISOString() };
        store.put(after);
        note('published', after, clerk());
        return shown(after);
      }),
    async remove(id) {
      const one = store.find(id);
      if (one?.struck || !store.has(id)) throw new StationError('publication-unknown');
      if (one?.state === 'offered') throw new StationError('publication-offered');
      if (one) strike(one);
      else store.remove(id);
      await removeCopies([id]);
    },
    async expire(before) {
      const paths = store.endedBefore(before.toISOString()).flatMap(({ path }) => path ?? []);
      // Of a folder that does not answer all are remembered, as if they lay there.
      const lost = new Set(await atMost(lostIn(watched().folder, paths, what), pace.first));
      // Somebody may have offered one meanwhile.
      const over = store.endedBefore(before.toISOString());
      if (over.length === 0) return;
      database.transaction(() => {
        for (const one of over) strike(lost.has(one.path ?? '') ? { ...one, gone: true } : one);
      });
      await removeCopies(over.map(({ id }) => id));
    },
    removeOfVisit: store.removeOfVisit,
    answer: answers.answer,
    watch: () =>
      inTurn(async () => {
        await closeFolder();
        const settings = watched();
        const changed = () => void events.emit('watching');
        const unpublished = (why: Problem) => void events.emit('unpublished', why);
        const looked = firstLook.look(settings, pace.first);
        leaveOthers(settings.folder);
        if (settings.folder !== '') {
          folder = await openWatchedFolder(settings, { publications: folderPublications, readFacts, pace, changed, unpublished });
        }
        await looked;
        changed();
      }),
    watching: () => folder?.problem() ?? null,
    sweep: (isOrphan) => copies.sweep((id) => (store.has(id) ? store.find(id)?.struck !== true : !isOrphan(id))),
    close: () =>
      inTurn(async () => {
        await closeFolder();
        try {
          answers.settle();
        } catch (thrown) {
          // The disk is still full: what went out once is offered again at the next start.
          if (!(thrown instanceof StationError)) throw thrown;
        }
      }),
  };
}
