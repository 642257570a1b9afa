/** Changes of what is published: publish, withdraw, offer again, remove. Each one is a transaction, or part of one. */
import type { Publication, PublicationKey, PublishRequest } from '../../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import type { PublicationEvent } from '../../visits/visits.ts';
import type { Damage } from './damage.ts';
import type { Copies, EncryptedCopy } from './encrypt-copies.ts';
import { isWithin } from './folder-scan.ts';
import { distinctKeys } from './keys.ts';
import type { PublicationRepository } from './publication-repository.ts';
import { type PublicationRow, toPublication, withFetch } from './publication-row.ts';
import type { CheckedFile, Staging } from './staging.ts';

/** What changes need from outside of publishing. */
export type PublicationDeps = {
  database: Database;
  files: EncryptedFiles;
  /** The name of the person who publishes from the application. */
  clerk(): string;
  now(): Date;
  /** Writes the event into the log and the visit, as part of the current transaction. */
  noted(event: PublicationEvent): void;
  visitExists(id: string): boolean;
  /** Returns the ids of publications with an event since a time, by the order of the log, and of other things. */
  notedSince(time: Date): ReadonlySet<string>;
  /** Whether the hub knows of the state of a publication. */
  atHub(id: string): Publication['hub'];
};

export type ChangeDeps = PublicationDeps & { store: PublicationRepository; damage: Damage; staging: Staging; copies: Copies };

/** Values that publications made together share. */
type Common = Pick<PublicationRow, 'keys' | 'once' | 'by' | 'source' | 'visitId'>;

export const viewOf = ({ damage, atHub }: Pick<ChangeDeps, 'damage' | 'atHub'>, one: PublicationRow): Publication =>
  toPublication({ ok: true, value: one }, damage.of(one.id), atHub(one.id));

export const noteChange = (deps: ChangeDeps, kind: 'published' | 'withdrawn', one: PublicationRow, by: string): void =>
  deps.noted({ kind, publication: viewOf(deps, one), by, user: null });

/** @throws StationError `publication-no-key`, `visit-unknown`, `document-unknown`, `disk-full`, and a document's own problem */
export async function publish(deps: ChangeDeps, { staged, keys: requested, once, visitId }: PublishRequest): Promise<Publication[]> {
  const { database, copies, staging, clerk, visitExists } = deps;
  const keys = distinctKeys(requested);
  if (!keys) throw new StationError('publication-no-key');
  const requireVisit = () => {
    if (visitId !== null && !visitExists(visitId)) throw new StationError('visit-unknown');
  };
  requireVisit();
  const made = await copies.create(staging.take(staged), (encrypted) =>
    database.transaction(() => {
      // The visit may have been removed by now.
      requireVisit();
      return encrypted.map((copy) => add(deps, copy, { keys, once, by: clerk(), source: 'application', visitId }));
    }),
  );
  staging.unstage(staged);
  return made.map((one) => viewOf(deps, one));
}

/** Publishes a file of the watched folder in one transaction with `change`. */
export const publishFromFolder = (
  deps: ChangeDeps,
  file: CheckedFile,
  key: PublicationKey,
  once: boolean,
  change: () => void,
): Promise<void> =>
  deps.copies.create([file], (encrypted) =>
    deps.database.transaction(() => {
      change();
      for (const copy of encrypted) add(deps, copy, { keys: [key], once, by: '', source: 'folder', visitId: null });
    }),
  );

/** Part of the current transaction. */
function add(deps: ChangeDeps, { id, file: { name, size, sha256, path }, fileId }: EncryptedCopy, common: Common): PublicationRow {
  const one: PublicationRow = {
    id,
    fileId,
    name,
    size,
    sha256,
    ...common,
    state: 'offered',
    publishedAt: deps.now().toISOString(),
    changedAt: '',
    fetches: [],
    path: common.source === 'folder' ? path : null,
    gone: false,
    struck: false,
  };
  deps.store.put(one);
  noteChange(deps, 'published', one, one.by);
  return one;
}

/** Part of the current transaction. No effect on a publication that is not offered. */
export function withdraw(deps: ChangeDeps, one: PublicationRow, by: string): PublicationRow {
  if (one.state !== 'offered') return one;
  const after: PublicationRow = { ...one, state: 'withdrawn', changedAt: deps.now().toISOString() };
  deps.store.put(after);
  noteChange(deps, 'withdrawn', after, by);
  return after;
}

/**
 * Adds a complete fetch at the hub, unless it is there, in one transaction with `alongside`. `isEnding`: what is offered once is fetched with
 * it.
 */
export function addFetch(
  deps: ChangeDeps,
  id: string,
  fetch: { id: string; at: string; user: string },
  isEnding: boolean,
  alongside: () => void,
): void {
  const { database, store } = deps;
  database.transaction(() => {
    alongside();
    const one = store.find(id);
    if (!one || one.struck || one.fetches.some((each) => each.id === fetch.id)) return;
    const { fetches } = withFetch(one, fetch);
    const after: PublicationRow = {
      ...one,
      fetches: fetches.map((each) => (each.id === fetch.id ? { ...each, complete: true } : each)),
      state: isEnding && one.state === 'offered' ? 'fetched' : one.state,
    };
    store.put(after);
    deps.noted({ kind: 'document-fetched', publication: viewOf(deps, after), by: '', user: fetch.user });
  });
}

/** Offers a publication again. Without a file in the watched `folder` it no longer follows its file. */
export function offerAgain(deps: ChangeDeps, id: string, folder: string): Publication {
  const { database, store, now, clerk } = deps;
  return database.transaction(() => {
    const one = store.get(id);
    if (one.state === 'offered') return viewOf(deps, one);
    const gone = one.gone || (one.path !== null && !isWithin(folder, one.path));
    const after: PublicationRow = { ...one, state: 'offered', gone, changedAt: now().toISOString() };
    store.put(after);
    noteChange(deps, 'published', after, clerk());
    return viewOf(deps, after);
  });
}

/** @throws StationError `publication-unknown`, `publication-offered` */
export async function removePublication(deps: ChangeDeps, id: string): Promise<void> {
  const { store } = deps;
  const one = store.find(id);
  if (one?.struck || !store.has(id)) throw new StationError('publication-unknown');
  if (one?.state === 'offered') throw new StationError('publication-offered');
  if (one) strike(store, one);
  else store.remove(id);
  await removeCopies(deps, [id]);
}

/**
 * Removes publications that ended before a time.
 * @param findLost returns which of the paths are gone from the watched folder, null when the folder does not answer: then all
 *   are remembered as present
 */
export async function expirePublications(
  deps: ChangeDeps,
  before: Date,
  findLost: (paths: readonly string[]) => Promise<readonly string[] | null>,
): Promise<void> {
  const { database, store, notedSince } = deps;
  const endedBefore = (): PublicationRow[] => {
    const ended = store.endedBefore(before.toISOString());
    // A clock that was behind gave the last event of some the time of long ago.
    const noted = ended.length === 0 ? new Set() : notedSince(before);
    return ended.filter(({ id }) => !noted.has(id));
  };
  const lost = new Set(await findLost(endedBefore().flatMap(({ path }) => path ?? [])));
  // Read again: one of them may have been offered since.
  const ended = endedBefore();
  if (ended.length === 0) return;
  database.transaction(() => {
    for (const one of ended) strike(store, lost.has(one.path ?? '') ? { ...one, gone: true } : one);
  });
  await removeCopies(
    deps,
    ended.map(({ id }) => id),
  );
}

/** Takes a publication off the list. It is remembered while its file is still in a folder, or it would be published again. */
function strike(store: PublicationRepository, one: PublicationRow): void {
  if (one.path !== null && !one.gone) store.put({ ...one, name: '', by: '', fetches: [], struck: true });
  else store.remove(one.id);
}

async function removeCopies({ damage, files, database }: ChangeDeps, ids: readonly string[]): Promise<void> {
  const owners = new Set(ids);
  for (const id of owners) damage.forget(id);
  for (const file of files.list(['published'])) if (owners.has(file.owner)) await files.remove(file);
  database.scrub();
}
