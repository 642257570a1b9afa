/** The inbox: pushes of the provider (interface description, endpoint B, use 2), and bodies that were for neither use. */

import { EventEmitter } from 'node:events';
import type { InboxFilter, InboxItem, InboxPage, InboxState } from '../../../../shared/domain/web-service/web-service.ts';
import { type Problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { createThrottledPublisher } from '../../../platform/runtime/throttled-publisher.ts';
import { classifyBody } from '../../records/records.ts';
import { type InboxRow, toInboxItem } from './inbox-repository.ts';
import {
  countRepeat,
  createIntake,
  emitChanged,
  emitRemoved,
  type InboxContext,
  type InboxDeps,
  type InboxEvents,
  type Intake,
  type PushEvent,
  type Repeat,
} from './ingest-push.ts';
import { bodyFileOf, readBeginning } from './quarantine.ts';

/** `isTextUncertain`: see `PushBody`. `note`: outside of a transaction for a quarantined body. */
type FromHub = PushEvent & { isTextUncertain?: boolean | undefined };

export type Inbox = Intake & {
  readonly events: EventEmitter<InboxEvents>;
  /** Ingests what the hub received for this station: one record, as it has taken bodies apart. @throws StationError `push-not-stored`, `inbox-full` */
  ingestBody(body: Buffer, user: string, event: FromHub): Promise<'record' | 'quarantined'>;
  /**
   * Counts a version that arrived at the hub again, as `ingestPush` counts a duplicate. No effect on a version that is not here.
   * @param alongside runs in the transaction; it may run again when that is repeated
   * @throws StationError `push-not-stored`
   */
  countRepeat(repeat: Repeat, alongside: () => void): Promise<void>;
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

export function openInbox(deps: InboxDeps): Inbox {
  const { inbox, files } = deps;
  const events: Inbox['events'] = new EventEmitter();
  const publisher = createThrottledPublisher(events, inbox.counts);
  const context: InboxContext = { ...deps, events, notify: publisher.notify };
  const intake = createIntake(context);
  return {
    events,
    ...intake,
    ingestBody: (...received) => ingestBody(intake, ...received),
    countRepeat: (...repeat) => countRepeat(context, ...repeat),
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
      const expired = inbox.quarantinedBefore(before.toISOString(), deps.now().toISOString());
      if (expired.length > 0) await removeItems(context, expired);
    },
    removeOfVisit: (visitId) => deps.database.transaction(() => emitRemoved(context, inbox.removeOfVisit(visitId))),
    sweep: (isOrphan) => sweepFiles(deps, isOrphan),
    close: publisher.end,
  };
}

/** Stores a record, and quarantines a body that is none. Resolves when it is on the disk. @throws StationError `push-not-stored`, `inbox-full` */
async function ingestBody(intake: Intake, body: Buffer, user: string, event: FromHub): Promise<'record' | 'quarantined'> {
  const quarantine = async (why: Problem): Promise<'quarantined'> => {
    await intake.quarantine(body, user, why);
    event.note();
    return 'quarantined';
  };
  const found = classifyBody(body, event.isTextUncertain);
  if (found.kind === 'unreadable') return quarantine(found.why);
  // The hub answers questions itself.
  if (found.kind === 'question') return 'record';
  try {
    await intake.ingestPush(found.read, user, event);
    return 'record';
  } catch (thrown) {
    const refused = problemOf(thrown);
    if (!['record-not-as-described', 'record-too-large'].includes(refused.code)) throw thrown;
    return quarantine(refused);
  }
}

function itemWithId({ inbox }: InboxDeps, id: string): InboxRow {
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

async function sweepFiles({ inbox, files }: InboxDeps, isOrphan: (owner: string) => boolean): Promise<void> {
  for (const file of files.list(['quarantined'])) {
    if (!inbox.has(file.owner) && isOrphan(file.owner)) await files.remove(file).catch(() => undefined);
  }
}
