/** Ingests a pushed record (interface description, endpoint B, use 2): from the body of a call to the record, its visit, its inbox item and the events about it. */

import { hash, randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import pLimit from 'p-limit';
import { isNewVersion } from '../../../../shared/domain/records/record-version.ts';
import type { InboxItem, InboxState } from '../../../../shared/domain/web-service/web-service.ts';
import { type Problem, type ProblemCode, problemOf, StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import { newRowId } from '../../../platform/storage/row-id.ts';
import { type PushBody, type PushedRecord, type RecordRepository, type RecordRow, readPush } from '../../records/records.ts';
import type { AddPushedRecord, NoteRepeat } from '../../visits/visits.ts';
import { blankItem, type InboxRepository, type InboxRow, toInboxItem } from './inbox-repository.ts';
import { bodyFileOf, isLostBody, quarantineBody, quarantineSize, rehearseQuarantine } from './quarantine.ts';

/** The event of the hub by which a push came. */
export type PushEvent = {
  /** The push may be here already, and is not counted then. */
  isSentAgain: boolean;
  /** Runs in the transaction of the push, or of the count of a duplicate; it may run again when that is repeated. */
  note(): void;
};

/** What the documents endpoint does with a body; the body is on the disk, encrypted, when a call resolves. */
export type Intake = {
  /** @throws StationError `record-not-as-described`, `record-too-large` (nothing is stored then), `push-not-stored` */
  ingestPush(body: PushBody | Buffer, user: string, event?: PushEvent): Promise<{ outcome: PushOutcome }>;
  /** Quarantines a body; counts one that the user sent before. @throws StationError `push-not-stored`, `inbox-full` */
  quarantine(body: Buffer, user: string, why: Problem): Promise<void>;
  /** Adds an item for a body above the size limit, with its size, without contents. @throws StationError `push-not-stored`, `inbox-full` */
  noteTooLarge(size: number, user: string, why: Problem): Promise<void>;
  /** The self-test's push: encrypted to the disk, read, and removed again. @throws like `ingestPush` */
  rehearse(body: PushBody | Buffer): Promise<void>;
};

/** `duplicate`: the same content is already stored under this Uid. `new-version`: other content under a known Uid. */
export type PushOutcome = 'stored' | 'duplicate' | 'new-version';

/** `item`: of a duplicate that of the first push. */
type IngestedPush = { outcome: PushOutcome; item: InboxRow };

export type InboxDeps = {
  database: Database;
  inbox: InboxRepository;
  records: Pick<RecordRepository, 'has'>;
  visits: { addPushedRecord: AddPushedRecord; noteRepeat: NoteRepeat };
  files: EncryptedFiles;
  now(): Date;
};

export type InboxEvents = { changed: [InboxItem]; removed: [string]; state: [InboxState]; arrived: [InboxItem] };

/** `notify`: reports that `state` may have changed. */
export type InboxContext = InboxDeps & { events: EventEmitter<InboxEvents>; notify(): void };

const ofNoHub: PushEvent = { isSentAgain: false, note: () => undefined };

export function createIntake(context: InboxContext): Intake {
  // One at a time: the same body may come twice at once, and each counts for the bounds of the next.
  const inTurn = pLimit(1);
  return {
    ingestPush: (body, user, event = ofNoHub) => ingestAndEmit(context, body, user, event),
    quarantine: (body, user, why) => orRefuse(() => inTurn(() => quarantine(context, body, user, why))),
    noteTooLarge: async (size, user, why) => emitArrived(context, await orRefuse(async () => quarantineSize(context, size, user, why))),
    rehearse: (body) => orRefuse(() => rehearse(context, body)),
  };
}

async function ingestAndEmit(
  context: InboxContext,
  body: PushBody | Buffer,
  user: string,
  event: PushEvent,
): Promise<{ outcome: PushOutcome }> {
  const { item, outcome } = await orRefuse(() => ingestPush(context, body, user, event.note));
  if (outcome === 'duplicate') {
    const count = () => {
      event.note();
      return event.isSentAgain ? null : countDuplicate(context, item.id);
    };
    const isLatest = latestOf(context.inbox.versionsOf(item))?.id === item.id;
    // A duplicate of the latest version that cannot be counted must not fail the call: the push itself is on the disk.
    const counted = await (isLatest ? context.database.grouped(count).catch(() => null) : orRefuse(() => context.database.grouped(count)));
    if (counted) emitChanged(context, counted);
  } else emitArrived(context, item);
  return { outcome };
}

/** The same bytes of the same user are counted, and not stored again, unless their file is lost. */
async function quarantine(context: InboxContext, body: Buffer, user: string, why: Problem): Promise<void> {
  const { inbox, files } = context;
  const sha256 = hash('sha256', body);
  const known = inbox.quarantinedOf(sha256, user);
  const lost = known && (await isLostBody(files, known)) ? known : undefined;
  const counted = known && !lost ? countDuplicate(context, known.id) : null;
  if (counted) return emitChanged(context, counted);
  emitArrived(context, await quarantineBody(context, { body, sha256, user, why, lost }));
  if (!lost) return;
  emitRemoved(context, [lost.id]);
  await files.quarantine(bodyFileOf(lost));
}

/**
 * Resolves once the record is committed, in one commit with other pushes; its pictures, videos and documents are then encrypted files.
 * @param user of the web service
 * @throws StationError `record-not-as-described`, `record-too-large`, `disk-full`; nothing is stored then
 */
async function ingestPush(context: InboxContext, body: PushBody | Buffer, user: string, alongside: () => void): Promise<IngestedPush> {
  const { database, inbox, visits, files, now } = context;
  const push = readPush(body);
  // So that the files of a duplicate are not encrypted first; a push without files is compared in its transaction only.
  const known = push.files.length > 0 ? findEarlier(context, push).duplicate : null;
  if (known) return { outcome: 'duplicate', item: known };
  const id = newRowId();
  const contents = await files.write('record', id, push.files);
  let result: IngestedPush | null = null;
  try {
    result = await database.grouped(() => {
      // Within the transaction: the same push may have been stored in the meantime.
      const { duplicate, lost, version, visitId } = findEarlier(context, push);
      if (duplicate) return { outcome: 'duplicate', item: duplicate };
      if (lost) {
        inbox.remove(lost.id);
        emitRemoved(context, [lost.id]);
      }
      contents.store();
      const record = visits.addPushedRecord(toRecordRow(id, now(), push, { version, user }), push.facts, visitId);
      const item = toInboxRow(record, push, user);
      inbox.put(item);
      alongside();
      return { outcome: isNewVersion(item) ? 'new-version' : 'stored', item };
    });
    return result;
  } finally {
    if (result === null || result.outcome === 'duplicate') await contents.discard();
  }
}

const latestOf = (versions: readonly InboxRow[]): InboxRow | undefined => versions.toSorted((a, b) => a.version - b.version).at(-1);

/** When a duplicate arrived at the hub, and what was the latest version then. `isSentAgain`: as of a push. */
type HubArrival = { at: string; latest: InboxRow | undefined; isSentAgain: boolean };

/** Counts a duplicate. Its item may have been removed with its visit in the meantime, and stays removed. */
function countDuplicate({ inbox, visits, now }: InboxDeps, id: string, atHub?: HubArrival): InboxRow | null {
  const item = inbox.find(id);
  if (!item) return null;
  const latest = atHub ? atHub.latest : latestOf(inbox.versionsOf(item));
  const { recordId, version } = item;
  // The item survived the damage after which its arrivals come again, oldest first.
  const isCounted = atHub?.isSentAgain === true && item.repeatedAt !== null && item.repeatedAt >= atHub.at;
  const arrival = { version, receivedAt: atHub?.at ?? null, isLogged: isCounted };
  const repeated = latest?.id !== id && recordId !== null ? { id: recordId, ...arrival } : null;
  if (latest && latest.recordId !== null && latest.version > 1) visits.noteRepeat(latest.recordId, repeated);
  if (isCounted) return null;
  const counted = { ...item, repeats: item.repeats + 1, repeatedAt: atHub?.at ?? now().toISOString() };
  inbox.put(counted);
  return counted;
}

/**
 * A version that arrived at the hub again. `at`: ISO 8601, UTC, by the hub's clock; `digest` of its content; `latest`: SHA-256 of the body
 * that was the latest version then; `isSentAgain`: as of a push.
 */
export type Repeat = { uid: string; at: string; digest: string; latest: string; isSentAgain: boolean };

/** Counts a version that arrived at the hub again. `alongside` is part of the transaction. */
export async function countRepeat(
  context: InboxContext,
  { uid, at, digest, latest, isSentAgain }: Repeat,
  alongside: () => void,
): Promise<void> {
  const { database, inbox } = context;
  const count = (): InboxRow | null => {
    alongside();
    const versions = inbox.versionsOf({ uid, digest });
    const item = versions.find((one) => one.digest === digest);
    // A version that has arrived since counts alone.
    const latestThen = versions.find(({ sha256 }) => sha256 === latest) ?? latestOf(versions);
    return item ? countDuplicate(context, item.id, { at, latest: latestThen, isSentAgain }) : null;
  };
  const counted = await orRefuse(() => database.grouped(count));
  if (counted) emitChanged(context, counted);
}

/**
 * `lost`: an item of the same content without its record, as after the salvage of a damaged database: the push takes its place. `version`,
 * `visitId`: what the push becomes under its Uid, and the visit of its earlier versions.
 */
type Earlier = { duplicate: InboxRow | null; lost: InboxRow | null; version: number; visitId: string | null };

/** Finds what is stored under the Uid of a push. Without a Uid, that is the same content only. */
function findEarlier({ inbox, records }: InboxDeps, { facts: { uid }, digest }: PushedRecord): Earlier {
  const versions = inbox.versionsOf({ uid, digest });
  const same = versions.find((item) => item.digest === digest) ?? null;
  const lost = same !== null && same.recordId !== null && !records.has(same.recordId) ? same : null;
  const latest = latestOf(versions.filter((item) => item !== lost));
  return {
    duplicate: lost === null ? same : null,
    lost,
    version: (latest?.version ?? 0) + 1,
    visitId: (latest ?? lost)?.visitId ?? null,
  };
}

const nothing = { images: false, documents: false, video: false };

const toRecordRow = (
  id: string,
  receivedAt: Date,
  { json, files, size, sha256, isTextUncertain }: PushedRecord,
  { version, user }: { version: number; user: string },
): Omit<RecordRow, 'visitId'> => ({
  id,
  receivedAt: receivedAt.toISOString(),
  source: 'pushed',
  by: '',
  profile: null,
  caller: user,
  parts: [],
  wish: nothing,
  version,
  within: [],
  json,
  files: files.map(({ bytes: _, ...file }) => file),
  size,
  sha256,
  isTextUncertain,
});

const toInboxRow = (
  { id, visitId, receivedAt, size, sha256, version }: RecordRow,
  { facts: { uid, name, identification, transaction }, digest }: PushedRecord,
  user: string,
): InboxRow => ({
  ...blankItem,
  id: newRowId(),
  kind: 'record',
  receivedAt,
  user,
  size,
  sha256,
  uid,
  name,
  identification,
  transaction,
  version,
  recordId: id,
  visitId,
  digest,
  bodyFile: null,
});

/** Joins the current transaction, if any. */
export function emitChanged({ database, events, notify }: InboxContext, item: InboxRow): void {
  database.afterwards((isCommitted) => {
    if (!isCommitted) return;
    events.emit('changed', toInboxItem(item));
    notify();
  });
}

/** Joins the current transaction, if any. */
export function emitRemoved({ database, events, notify }: InboxContext, ids: readonly string[]): void {
  database.afterwards((isCommitted) => {
    if (!isCommitted) return;
    for (const id of ids) events.emit('removed', id);
    notify();
  });
}

function emitArrived(context: InboxContext, item: InboxRow): void {
  emitChanged(context, item);
  context.events.emit('arrived', toInboxItem(item));
}

async function rehearse({ files }: InboxDeps, body: PushBody | Buffer): Promise<void> {
  const encrypted = await files.write('record', randomUUID(), readPush(body).files);
  await encrypted.discard();
  await rehearseQuarantine(files, Buffer.isBuffer(body) ? body : body.body);
}

/** Faults in the body itself, which are reported to the caller. */
const bodyFaults: readonly ProblemCode[] = ['record-not-as-described', 'record-too-large', 'inbox-full'];

/** @throws StationError a code of `bodyFaults`; `push-not-stored` for every other fault, since the body is then not on the disk */
export async function orRefuse<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (thrown) {
    if (bodyFaults.includes(problemOf(thrown).code)) throw thrown;
    throw new StationError('push-not-stored', undefined, { cause: thrown });
  }
}
