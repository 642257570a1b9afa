/** The inbox: pushes of the provider (interface description, endpoint B, use 2), and bodies that were for neither use. */

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { InboxFilter, InboxItem, InboxPage, InboxState } from '../../../../shared/domain/web-service.ts';
import { type Problem, type ProblemCode, problemOf, StationError } from '../../../../shared/errors.ts';
import { createThrottledPublisher } from '../../../platform/runtime/throttled-publisher.ts';
import { type PushBody, readPush } from '../../records/records.ts';
import { type InboxRow, toInboxItem } from './inbox-row.ts';
import { countDuplicate, type IngestDeps, type IngestedPush, ingestPush } from './ingest-push.ts';
import { bodyFileOf, quarantineBody, quarantineSize, readBeginning, rehearseQuarantine } from './quarantine.ts';

/** What the documents endpoint does with a body; the body is on the disk, encrypted, when a call resolves. */
export type Intake = {
  /** @throws StationError `record-not-as-described`, `record-too-large` (nothing is stored then), `push-not-stored` */
  ingestPush(body: PushBody | Buffer, user: string): Promise<Pick<IngestedPush, 'outcome' | 'record' | 'visit'>>;
  /** Quarantines a body that cannot be read, or is for neither use. @throws StationError `push-not-stored`, `inbox-full` */
  quarantine(body: Buffer, user: string, why: Problem): Promise<void>;
  /** Adds an item for a body above the size limit, with its size, without contents. @throws StationError `push-not-stored`, `inbox-full` */
  noteTooLarge(size: number, user: string, why: Problem): Promise<void>;
  /** The self-test's push: encrypted to the disk, read, and removed again. @throws like `ingestPush` */
  rehearse(body: PushBody | Buffer): Promise<void>;
};

type InboxEvents = { changed: [InboxItem]; removed: [string]; state: [InboxState]; arrived: [InboxItem] };

export type Inbox = Intake & {
  readonly events: EventEmitter<InboxEvents>;
  state(): InboxState;
  page(filter: InboxFilter, offset: number, limit: number): InboxPage;
  /** @throws StationError `inbox-unknown` */
  item(id: string): InboxItem;
  /** All records of the item's Uid, the newest first. @throws StationError `inbox-unknown` */
  versions(id: string): InboxItem[];
  mark(ids: readonly string[], read: boolean): void;
  /** The beginning of a quarantined body, as UTF-8. @throws StationError `inbox-unknown`, `contents-not-taken` */
  body(id: string): Promise<{ text: string; cut: boolean }>;
  /** The whole quarantined body. @throws StationError `inbox-unknown`, `contents-not-taken` */
  read(id: string): AsyncIterable<Uint8Array>;
  /** For quarantined bodies only. @throws StationError `inbox-unknown` */
  remove(id: string): Promise<void>;
  /** Removes quarantined bodies that arrived before that time, read or not. */
  expire(before: Date): Promise<void>;
  /** Part of the current transaction. */
  removeOfVisit(visitId: string): void;
  /**
   * Removes encrypted files that belong to no item.
   * @param isOrphan false when an owner may still exist: while a database is quarantined, or rows cannot be opened
   */
  sweep(isOrphan: (owner: string) => boolean): Promise<void>;
  close(): void;
};

type InboxContext = IngestDeps & { events: EventEmitter<InboxEvents>; notify(): void };

export function openInbox(deps: IngestDeps): Inbox {
  const { inbox, files } = deps;
  const events: Inbox['events'] = new EventEmitter();
  const publisher = createThrottledPublisher(events, inbox.counts);
  const context: InboxContext = { ...deps, events, notify: publisher.notify };
  return {
    events,
    ingestPush: (body, user) => ingestAndEmit(context, body, user),
    quarantine: async (body, user, why) => emitArrived(context, await orRefuse(() => quarantineBody(deps, body, user, why))),
    noteTooLarge: async (size, user, why) => emitArrived(context, await orRefuse(async () => quarantineSize(deps, size, user, why))),
    rehearse: (body) => orRefuse(() => rehearse(deps, body)),
    state: inbox.counts,
    page: inbox.page,
    item: (id) => toInboxItem(itemWithId(deps, id)),
    versions: (id) => inbox.versionsOf(itemWithId(deps, id)).map(toInboxItem).toReversed(),
    mark: (ids, read) => markItems(context, ids, read),
    body: async (id) => readBeginning(files, itemWithId(deps, id)),
    read: (id) => files.read(bodyFileOf(itemWithId(deps, id))),
    async remove(id) {
      const item = itemWithId(deps, id);
      if (item.kind === 'record') throw new StationError('inbox-unknown');
      await removeItems(context, [item]);
    },
    async expire(before) {
      const expired = inbox.quarantinedBefore(before.toISOString());
      if (expired.length > 0) await removeItems(context, expired);
    },
    removeOfVisit: (visitId) => deps.database.transaction(() => emitRemoved(context, inbox.removeOfVisit(visitId))),
    sweep: (isOrphan) => sweepFiles(deps, isOrphan),
    close: publisher.end,
  };
}

async function ingestAndEmit(context: InboxContext, body: PushBody | Buffer, user: string) {
  const { item, ...ingested } = await orRefuse(() => ingestPush(context, body, user));
  if (ingested.outcome === 'duplicate') {
    // A duplicate that cannot be counted must not fail the call: the push itself is on the disk.
    const counted = await context.database.grouped(() => countDuplicate(context, item.id)).catch(() => null);
    if (counted) emitChanged(context, counted);
  } else emitArrived(context, item);
  return ingested;
}

/** Part of the current transaction, if any. */
function emitChanged({ database, events, notify }: InboxContext, item: InboxRow): void {
  database.afterwards((isCommitted) => {
    if (!isCommitted) return;
    events.emit('changed', toInboxItem(item));
    notify();
  });
}

function emitArrived(context: InboxContext, item: InboxRow): void {
  emitChanged(context, item);
  context.events.emit('arrived', toInboxItem(item));
}

function emitRemoved({ database, events, notify }: InboxContext, ids: readonly string[]): void {
  database.afterwards((isCommitted) => {
    if (!isCommitted) return;
    for (const id of ids) events.emit('removed', id);
    notify();
  });
}

function itemWithId({ inbox }: IngestDeps, id: string): InboxRow {
  const item = inbox.find(id);
  if (!item) throw new StationError('inbox-unknown');
  return item;
}

function markItems(context: InboxContext, ids: readonly string[], read: boolean): void {
  const { database, inbox, notify } = context;
  database.transaction(() => {
    for (const id of ids) {
      const marked = inbox.mark(id, read);
      if (marked) emitChanged(context, marked);
    }
  });
  notify();
}

async function removeItems(context: InboxContext, items: readonly InboxRow[]): Promise<void> {
  const { database, inbox, files } = context;
  database.transaction(() => {
    for (const { id } of items) inbox.remove(id);
    emitRemoved(
      context,
      items.map(({ id }) => id),
    );
  });
  for (const item of items) if (item.bodyFile !== null) await files.remove(bodyFileOf(item));
  database.scrub();
}

async function rehearse({ files }: IngestDeps, body: PushBody | Buffer): Promise<void> {
  const encrypted = await files.write('record', randomUUID(), readPush(body).files);
  await encrypted.discard();
  await rehearseQuarantine(files, Buffer.isBuffer(body) ? body : body.body);
}

async function sweepFiles({ inbox, files }: IngestDeps, isOrphan: (owner: string) => boolean): Promise<void> {
  for (const file of files.list(['quarantined'])) {
    if (!inbox.has(file.owner) && isOrphan(file.owner)) await files.remove(file).catch(() => undefined);
  }
}

/** Faults in the body itself, which are reported to the caller. */
const bodyFaults: readonly ProblemCode[] = ['record-not-as-described', 'record-too-large', 'inbox-full'];

/** @throws StationError a code of `bodyFaults`; `push-not-stored` for every other fault, since the body is then not on the disk */
async function orRefuse<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (thrown) {
    if (bodyFaults.includes(problemOf(thrown).code)) throw thrown;
    throw new StationError('push-not-stored', undefined, { cause: thrown });
  }
}
