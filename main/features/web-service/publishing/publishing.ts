/** Documents that the provider may fetch to be signed (interface description, endpoint B, use 1). */
import { EventEmitter } from 'node:events';
import type {
  Compared,
  Publication,
  PublicationFilter,
  PublicationPage,
  PublishRequest,
  Staged,
} from '../../../../shared/domain/web-service/web-service.ts';
import { type Problem, StationError } from '../../../../shared/errors.ts';
import { within } from '../../../platform/runtime/within.ts';
import { createAnswers, type PublishedAnswer } from './answers.ts';
import { fileOf, lookForDamage } from './damage.ts';
import { createCopies } from './encrypt-copies.ts';
import { openFolderFollower } from './folder-follower.ts';
import { lostIn, whatIs } from './folder-scan.ts';
import { defaultPace, type Pace } from './folder-watch.ts';
import {
  addFetch,
  type ChangeDeps,
  expirePublications,
  noteChange,
  offerAgain,
  type PublicationDeps,
  publish,
  publishFromFolder,
  removePublication,
  viewOf,
  withdraw,
} from './publication-changes.ts';
import { openPublicationRepository } from './publication-repository.ts';
import { type PublicationRow, toPublication } from './publication-row.ts';
import { createStaging, type ReadFacts } from './staging.ts';
import type { Watched } from './watched-folder.ts';

export type Publishing = {
  /** `unpublished`: a watched file cannot be published (`detail.name` is its name); once per file, again when the file changes. */
  readonly events: EventEmitter<{ changed: [Publication]; removed: [string]; watching: []; unpublished: [Problem] }>;
  /** Reads and checks files without publishing them. */
  stage(paths: readonly string[]): Promise<Staged[]>;
  unstage(ids: readonly string[]): void;
  /**
   * Encrypts copies; on the disk when it resolves. All of them or none.
   * @throws StationError `publication-no-key`, `document-unknown`, `visit-unknown`, `disk-full`, and the document's own problem
   */
  publish(request: PublishRequest): Promise<Publication[]>;
  page(filter: PublicationFilter, offset: number, limit: number): PublicationPage;
  /** Newest first. */
  ofVisit(visitId: string): Publication[];
  /** The number of offered publications of a visit, which is not removed while there are any. */
  offered(visitId: string): number;
  /** @throws StationError `publication-unknown` */
  withdraw(id: string): Publication;
  /** Withdraws a publication that is offered once, on behalf of the station; no effect on any other. Part of the current transaction. */
  withdrawOnce(id: string): void;
  /** Withdraws all offered publications, on behalf of the station. */
  withdrawAll(): void;
  /** Offers it again, after it was fetched or withdrawn. @throws StationError `publication-unknown` */
  offer(id: string): Publication;
  /** @throws StationError `publication-unknown`, `publication-offered` */
  remove(id: string): Promise<void>;
  /** Part of the current transaction. Returns the owners of the encrypted files that remain. */
  removeOfVisit(visitId: string): string[];

  /**
   * Answers which documents go out for a transaction. The fetch (time and user) is on the disk before the first byte.
   * At most 100 documents, and 256 MiB of them before base64; the others go with the next request.
   * @param transaction the object of `JsonTransaction`; a number of plain digits is their text, any other number is no key
   * @param user who requests them
   * @throws StationError `disk-full`; `documents-being-read` when nothing was found, and the watched folder is still being read, or a document
   *   waits for the check of its file or is part of another answer
   */
  answer(transaction: Readonly<Record<string, unknown>>, user: string): Promise<PublishedAnswer>;

  /** What is sent to the hub of a publication; null for an unknown one. `read`: from byte `start` to byte `end`, both included. */
  content(id: string): PublishedContent | null;
  /** Adds a fetch at the hub. See `addFetch` of `publication-changes.ts`. */
  addFetch(id: string, fetch: { id: string; at: string; user: string }, isEnding: boolean, alongside: () => void): void;
  /** Emits `changed`: the hub knows of its state now. */
  emitChanged(id: string): void;

  /**
   * Removes ended publications without a visit and without events since, with their copies; files still in a folder are not
   * published again.
   */
  expire(before: Date): Promise<void>;

  /**
   * Watches the folder of the settings, or stops watching. Called before the service opens and when the settings change:
   * publications from another folder are withdrawn. Resolves when the files of all offered publications were checked (missing
   * and changed ones are withdrawn), or after 10 seconds: the rest goes out only after its check. Nothing from a folder goes
   * out before the first call.
   */
  watch(): Promise<void>;
  /** Why the folder is not watched, or one of its files is not published; null without a problem. */
  watching(): Problem | null;
  /** True until the files of the watched folder were read once since `watch`; false for a folder that is missing or does not answer. */
  reading(): boolean;
  /**
   * Removes encrypted files that belong to no publication.
   * @param isOrphan whether the owner is unknown elsewhere too: false while a database is quarantined or rows cannot be read
   */
  sweep(isOrphan: (owner: string) => boolean): Promise<void>;
  close(): Promise<void>;
};

export type PublishedContent = Pick<Publication, 'name' | 'size' | 'sha256' | 'keys' | 'once' | 'state'> & {
  read(start: number, end: number): AsyncIterable<Buffer>;
};

export type PublishingDeps = PublicationDeps & {
  compared(): Compared;
  watched(): Watched;
  readFacts: ReadFacts;
  /** For tests; `what` of a folder that does not answer. */
  pace?: Pace;
  what?: typeof whatIs;
};

/** The parts of publishing that change publications, without the watched folder. `emitChanged`: see `Publishing`. */
function openChanges(deps: PublishingDeps, events: Publishing['events']): ChangeDeps & Pick<Publishing, 'emitChanged'> {
  const { database, files } = deps;
  const emit = (id: string, one: PublicationRow | null): void => {
    if (one && !one.struck) events.emit('changed', viewOf({ damage, atHub: deps.atHub }, one));
    else events.emit('removed', id);
  };
  const store = openPublicationRepository({ database, changed: emit });
  const emitChanged = (id: string): void => {
    const one = store.find(id);
    if (one && !one.struck) emit(id, one);
  };
  const damage = lookForDamage(files, emitChanged);
  return { ...deps, emitChanged, store, damage, staging: createStaging(deps.readFacts), copies: createCopies(files) };
}

export function openPublishing(deps: PublishingDeps): Publishing {
  const { database, compared, watched, clerk, now, readFacts, pace = defaultPace, what = whatIs } = deps;
  const events: Publishing['events'] = new EventEmitter();
  const changes = openChanges(deps, events);
  const { store, damage, staging, copies, files } = changes;
  const follower = openFolderFollower({
    database,
    store,
    now,
    readFacts,
    pace,
    what,
    changed: () => void events.emit('watching'),
    unpublished: (why) => void events.emit('unpublished', why),
    noted: (kind, one) => noteChange(changes, kind, one, ''),
    publish: (file, key, once, change) => publishFromFolder(changes, file, key, once, change),
  });
  const answers = createAnswers({
    database,
    store,
    files,
    damage,
    compared,
    now,
    waits: follower.waits,
    reading: follower.reading,
    fetched: (one, user) => deps.noted({ kind: 'document-fetched', publication: viewOf(changes, one), by: '', user }),
  });

  return {
    events,
    stage: staging.stage,
    unstage: staging.unstage,
    publish: (request) => publish(changes, request),
    page(filter, offset, limit) {
      const { total, rows } = store.page(filter, offset, limit);
      return {
        total,
        items: rows.map((row) => toPublication(row, row.ok ? damage.of(row.value.id) : null, deps.atHub(row.ok ? row.value.id : row.id))),
      };
    },
    ofVisit: (visitId) =>
      store
        .ofVisit(visitId)
        .filter(({ struck }) => !struck)
        .toReversed()
        .map((one) => viewOf(changes, one)),
    offered: (visitId) => store.ofVisit(visitId).filter(({ state }) => state === 'offered').length,
    withdraw: (id) => database.transaction(() => viewOf(changes, withdraw(changes, store.get(id), clerk()))),
    withdrawOnce(id) {
      const one = store.find(id);
      if (one?.once) withdraw(changes, one, '');
    },
    withdrawAll: () =>
      database.transaction(() => {
        for (const one of store.offered()) withdraw(changes, one, '');
      }),
    offer: (id) => offerAgain(changes, id, watched().folder),
    remove: (id) => removePublication(changes, id),
    expire: (before) => expirePublications(changes, before, (paths) => within(lostIn(watched().folder, paths, what), pace.first, null)),
    removeOfVisit: store.removeOfVisit,
    answer: answers.answer,
    content(id) {
      const one = store.find(id);
      return one && !one.struck ? { ...one, read: (start, end) => files.readRange(fileOf(one), start, end) } : null;
    },
    addFetch: (...added) => addFetch(changes, ...added),
    emitChanged: changes.emitChanged,
    watch: () => follower.watch(watched()),
    watching: follower.problem,
    reading: follower.reading,
    sweep: (isOrphan) => copies.sweep((id) => (store.has(id) ? store.find(id)?.struck !== true : !isOrphan(id))),
    async close() {
      await follower.close();
      try {
        answers.storeFetches();
      } catch (thrown) {
        // The disk is still full: a document that is offered once is offered again at the next start.
        if (!(thrown instanceof StationError)) throw thrown;
      }
    },
  };
}
