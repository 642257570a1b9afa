/**
 * Delivers received files to the chosen folder; without one, and when it fails, to `signed/` next to the original. If that fails too, the
 * file stays encrypted and the delivery is tried again later: a signed document is never lost because a folder is missing.
 */

import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import pLimit from 'p-limit';
import type { Settings } from '../../../../shared/domain/settings/settings.ts';
import { type Problem, problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { fallbackStem } from '../../../platform/files/file-name.ts';
import { findExistingCopy } from '../../../platform/files/find-existing-copy.ts';
import { isMounted } from '../../../platform/files/mount-point.ts';
import { oneChunk, removeUnfinished, syncNames, type WholeFile, writeNamed, writeWhole } from '../../../platform/files/write-whole.ts';
import { type EncryptedFile, type EncryptedFiles, isLost } from '../../../platform/storage/encrypted-files.ts';
import type { JobUpdate, OutboxJob, ReceivedFile } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { resolveDamagedFile } from '../rules/resolve-outcome.ts';

export type Delivery = {
  /** Delivers the undelivered files of these documents, or of all. Never rejects. `folder`: the only folder to try. */
  deliver(ids?: readonly string[], folder?: string): Promise<void>;
  /** Delivers in the background. */
  start(ids?: readonly string[]): void;
  /** Whether a delivery in the background is under way. */
  isBusy(): boolean;
  /** Resolves when no delivery in the background is under way, or when no one waits for it any more: on a share that hangs it has no end. */
  finished(): Promise<void>;
};

/** Number of files that are written at the same time, and of documents that share a commit. */
const maxWrites = 4;
const batchSize = 20;

/** A file that is not delivered yet. */
type Waiting = { job: OutboxJob; file: ReceivedFile; encrypted: EncryptedFile };
/** `problem`: why the file is not in the first choice of folder. */
type Delivered = Waiting & { name: string; path: string; problem: Problem | null };
type Failed = Waiting & { thrown: unknown };

/** The folder of the settings; null for next to the original. */
export type OutputSettings = Pick<Settings, 'outputFolder' | 'outputMount'>;

type DeliveryDeps = {
  outbox: Outbox;
  files: EncryptedFiles;
  settings(): OutputSettings;
  /** See `ReceiveDeps`. */
  untried: Set<string>;
  /** Once aborted, nothing waits for a delivery, and none begins: the next start makes it. */
  ending: AbortSignal;
};

export function createDelivery(deps: DeliveryDeps): Delivery {
  // One delivery at a time: two of one file would write it twice.
  const limit = pLimit(1);
  let background: Promise<unknown> = Promise.resolve();
  let count = 0;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  deps.ending.addEventListener('abort', () => end(), { once: true });
  const deliver: Delivery['deliver'] = async (ids, folder) => {
    const wanted =
      ids ??
      deps.outbox
        .openJobs()
        .filter(isToDeliver)
        .map(({ id }) => id);
    for (let at = 0; at < wanted.length; at += batchSize) {
      const slice = wanted.slice(at, at + batchSize);
      // After a failure here (the disk of the database is full) the next delivery tries again.
      await limit(() => deliverAll(slice, folder, deps)).catch(() => undefined);
    }
    // Last, since a folder on a share that hangs would hold up the deliveries to others.
    if (ids === undefined) await limit(() => removeUnfinishedOfWithheld(deps));
  };
  return {
    deliver,
    start(ids) {
      count += 1;
      const delivered = deliver(ids).finally(() => {
        count -= 1;
      });
      background = Promise.all([background, delivered]);
    },
    isBusy: () => count > 0,
    async finished() {
      await Promise.race([background, ended]);
    },
  };
}

async function deliverAll(ids: readonly string[], folder: string | undefined, deps: DeliveryDeps): Promise<void> {
  const { outbox, untried } = deps;
  const jobs = ids.flatMap((id) => outbox.job(id) ?? []);
  const waiting = jobs.flatMap((job) =>
    job.received.flatMap((file) => (isUndelivered(file) && file.encrypted !== null ? [{ job, file, encrypted: file.encrypted }] : [])),
  );
  begin(waiting, outbox);
  // A file that neither this run nor an earlier one has written is not searched for.
  const isNew = new Set(waiting.flatMap(({ file, encrypted: { id: of } }) => (untried.delete(of) || !file.begun ? [of] : [])));
  const write = pLimit(maxWrites);
  const placesOf = ({ job }: Waiting) => placesFor(job, folder, deps.settings());
  const results: (Delivered | Failed)[] = [];
  // One after the other, and before new files are written: equal files of two documents are two files.
  const taken = new Set<string>();
  for (const one of waiting.filter(({ encrypted }) => !isNew.has(encrypted.id))) {
    for (const path of pathsOfEqualFiles(one, outbox)) taken.add(path);
    const result = await firstThatTakes(placesOf(one), one, taken, deps, writeNamed);
    if ('path' in result) taken.add(result.path);
    results.push(result);
  }
  const added = waiting.filter(({ encrypted }) => isNew.has(encrypted.id));
  results.push(...(await Promise.all(added.map((one) => write(() => firstThatTakes(placesOf(one), one, null, deps, writeNamed))))));
  const done = await named(results, (one) => firstThatTakes(placesOf(one).slice(1), one, null, deps, writeWhole));
  await commitDeliveries(jobs, done, deps);
  for (const failed of done) if ('thrown' in failed && isLost(failed.thrown)) await quarantine(failed, deps);
}

/** Returns the paths of the delivered files that are equal to a file and belong to other documents. */
const pathsOfEqualFiles = ({ job, encrypted }: Waiting, outbox: Outbox): string[] =>
  outbox
    .withSignedSha256(encrypted.sha256)
    .flatMap(({ id, received }) => (id === job.id ? [] : received.flatMap(({ path }) => path ?? [])));

/** Records a delivery before it begins, so that a delivery which the end of the station cuts off is not repeated. */
function begin(waiting: readonly Waiting[], outbox: Outbox): void {
  const begun = new Set(waiting.flatMap(({ file, encrypted }) => (file.begun ? [] : [encrypted.id])));
  const jobs = new Map(waiting.filter(({ encrypted }) => begun.has(encrypted.id)).map(({ job }) => [job.id, job]));
  outbox.update(
    [...jobs.values()].map(({ id, received }) => ({
      id,
      move: null,
      change: { received: received.map((file) => (begun.has(file.encrypted?.id ?? '') ? { ...file, begun: true } : file)) },
    })),
  );
}

/**
 * Removes the unfinished files of deliveries that were cut off and are not repeated: the document was sent again, or its file is withheld
 * since then.
 */
async function removeUnfinishedOfWithheld({ outbox, settings }: DeliveryDeps): Promise<void> {
  for (const job of outbox.openJobs())
    for (const { role, begun, encrypted } of job.received)
      if (begun && role === 'unverified' && encrypted !== null)
        for (const { folder } of placesFor(job, undefined, settings())) await removeUnfinished(folder, encrypted.id);
}

/** Stores all deliveries in one commit, then removes their encrypted files and the originals of delivered documents. */
async function commitDeliveries(
  jobs: readonly OutboxJob[],
  done: readonly (Delivered | Failed)[],
  { outbox, files }: DeliveryDeps,
): Promise<void> {
  const unneeded: EncryptedFile[] = [];
  const updates = jobs.flatMap(({ id }): JobUpdate[] => {
    // Reads the job again: an answer that was received since then may have put other files before these.
    const job = outbox.job(id);
    if (job === null) return [];
    const own = done.filter((one) => one.job.id === id && !('thrown' in one && isLost(one.thrown)));
    const delivered = new Map(own.flatMap((one) => ('path' in one ? [[one.encrypted.id, one] as const] : [])));
    const received = job.received.map((file) => {
      const { name, path } = delivered.get(file.encrypted?.id ?? '') ?? {};
      return name === undefined || path === undefined ? file : { ...file, name, path, encrypted: null };
    });
    const last = own.at(-1);
    const deliveryProblem = last === undefined ? job.deliveryProblem : 'thrown' in last ? problemOf(last.thrown) : last.problem;
    const isOver = job.original !== null && isInPlace({ ...job, received });
    if (own.length === 0 && !isOver) return [];
    // A file received for a document in doubt may be its result (see `find-candidates.ts`); it is removed when the document is settled.
    const isCandidate = ({ encrypted }: Delivered) => job.status === 'in-doubt' && encrypted.owner !== id;
    unneeded.push(...[...delivered.values()].flatMap((one) => (isCandidate(one) ? [] : [one.encrypted])));
    if (isOver && job.original) unneeded.push(job.original);
    return [{ id, move: null, change: { received, deliveryProblem, ...(isOver && { original: null }) } }];
  });
  const { forget, finish } = files.removal(unneeded);
  outbox.update(updates, forget);
  // A file that cannot be removed is found at the next start.
  await finish().catch(() => undefined);
}

/** Quarantines a damaged file: it differs from the received one, so the document is not shown as signed. */
async function quarantine({ job: { id }, file: { role }, encrypted }: Waiting, { outbox, files }: DeliveryDeps): Promise<void> {
  await files.quarantine(encrypted);
  const received = (outbox.job(id)?.received ?? []).filter((one) => one.encrypted?.id !== encrypted.id);
  const damage = problem('stored-data-damaged', { kind: encrypted.kind });
  const move = resolveDamagedFile(role);
  outbox.update([{ id, move, change: move ? { problem: damage, received, signedSha256: null } : { received, deliveryProblem: damage } }]);
}

/** Syncs the files of each folder once. If that fails, writes each of them again into the next folder that accepts it. */
async function named(
  results: readonly (Delivered | Failed)[],
  again: (one: Waiting) => Promise<Delivered | Failed>,
): Promise<(Delivered | Failed)[]> {
  const failures = new Map<string, unknown>();
  const written = results.filter((one): one is Delivered => 'path' in one);
  for (const [folder, all] of Map.groupBy(written, ({ path }) => dirname(path)))
    await syncNames(folder, all).catch((thrown: unknown) => failures.set(folder, thrown));
  const done: (Delivered | Failed)[] = [];
  for (const one of results) {
    const thrown = 'path' in one ? failures.get(dirname(one.path)) : undefined;
    if (thrown === undefined) {
      done.push(one);
      continue;
    }
    const { job, file, encrypted } = one;
    const other = await again({ job, file, encrypted });
    done.push('path' in other ? { ...other, problem: passedOver(thrown) } : { job, file, encrypted, thrown });
  }
  return done;
}

/** Whether a document is signed and delivered, so that its encrypted copy can be removed. The station may end between the two. */
export const isInPlace = (job: OutboxJob): boolean => job.status === 'signed' && !hasUndelivered(job);

/** Whether a delivery has something to do: deliver a file, or release the original. */
const isToDeliver = (job: OutboxJob): boolean => hasUndelivered(job) || (job.original !== null && isInPlace(job));

export const hasUndelivered = (job: OutboxJob): boolean => job.received.some(isUndelivered);

/** Whether a file is to be delivered. A file with a check that does not agree is never delivered. */
const isUndelivered = ({ role, path }: ReceivedFile): boolean => path === null && role !== 'unverified';

/** Returns the file name. The name of a released file says so: it is not a signed one. */
function nameOf({ name, status }: OutboxJob, { role, extension }: ReceivedFile): string {
  if (role === 'signed' && status === 'signed') return signedName(name);
  return `${basename(name, extname(name))}-${role === 'signed' ? 'released' : 'received'}${extension}`;
}

/** `mount`: nothing is written into the folder while nothing is mounted there. */
type Place = Pick<WholeFile, 'folder' | 'createFolder'> & { mount?: string | null };

/** The folders for the files of a document, in the order in which they are tried. */
export function placesFor(
  job: Pick<OutboxJob, 'path' | 'outputFolder'>,
  folder: string | undefined,
  { outputFolder, outputMount }: OutputSettings,
): Place[] {
  if (folder !== undefined) return [{ folder }];
  const nextToOriginal = { folder: join(dirname(job.path), 'signed'), createFolder: true };
  if (job.outputFolder !== null) return [{ folder: job.outputFolder }, nextToOriginal];
  return outputFolder === null ? [nextToOriginal] : [{ folder: outputFolder, mount: outputMount }, nextToOriginal];
}

/** Returns why the chosen folder does not have the file; its words say that the file is in `signed/` next to the original. */
function passedOver(thrown: unknown): Problem {
  const { code, detail } = problemOf(thrown);
  return problem(code, { ...detail, context: 'beside' });
}

/** @param taken null for a file that is in no folder yet; else see `findExistingCopy` */
async function firstThatTakes(
  places: readonly Place[],
  one: Waiting,
  taken: Set<string> | null,
  { files, ending }: Pick<DeliveryDeps, 'files' | 'ending'>,
  write: (file: WholeFile) => Promise<{ name: string; path: string }>,
): Promise<Delivered | Failed> {
  const { job, file, encrypted } = one;
  const name = nameOf(job, file);
  let first: { thrown: unknown } | null = null;
  for (const { mount = null, ...place } of places) {
    if (ending.aborted) break;
    try {
      // A restored backup of another system has paths of that system. Here they would count from the program's folder.
      if (!isAbsolute(place.folder)) throw new StationError('output-folder-missing', { name: basename(place.folder) });
      if (mount !== null && !(await isMounted(mount))) throw new StationError('output-folder-missing', { name: basename(place.folder) });
      const there = taken && (await findExistingCopy(place.folder, name, encrypted, taken));
      if (there) await removeUnfinished(place.folder, encrypted.id);
      const { name: own, path } =
        there ?? (await withContent(encrypted, files, (content) => write({ ...place, name, key: encrypted.id, ...content })));
      return { ...one, name: own, path, problem: first === null ? null : passedOver(first.thrown) };
    } catch (thrown) {
      if (isLost(thrown)) return { ...one, thrown };
      first ??= { thrown };
    }
  }
  return { ...one, thrown: first?.thrown };
}

/** Passes on the content of a file: from memory, where there is one, without a copy and as one piece. */
async function withContent<T>(
  encrypted: EncryptedFile,
  files: EncryptedFiles,
  use: (content: Pick<WholeFile, 'content' | 'freesPieces'>) => Promise<T>,
): Promise<T> {
  const { source, release } = files.source(encrypted);
  try {
    const { content } = source;
    return await use(content === null ? { content: files.read(encrypted), freesPieces: true } : { content: oneChunk(content) });
  } finally {
    release();
  }
}

/**
 * `NAME.pdf` becomes `NAME-signed.pdf`; the case of the extension stays, and a missing extension is added. The name of a signed file does
 * not grow: `NAME-signed.pdf` and `NAME-signed (2).pdf` both become `NAME-signed.pdf`, which `writeWhole` numbers when it is taken.
 */
export function signedName(original: string): string {
  const extension = /\.pdf$/i.exec(original)?.[0] ?? '';
  const stem = original.slice(0, original.length - extension.length).replace(/-signed(?: \(\d+\))?$/i, '');
  return `${stem || fallbackStem}-signed${extension || '.pdf'}`;
}
