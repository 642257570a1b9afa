/** What the provider sent (interface description, endpoint B, use 2, and what was neither use), as a person goes through it. */

import type { EventEmitter } from 'node:events';
import type { InboxFilter, InboxItem, InboxPage, InboxState } from '../../../../shared/domain/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import type { PushBody } from '../../records/records.ts';

/** `again`: the same content is already stored under this Uid. `changed`: other content under a known Uid. */
export type PushOutcome = 'kept' | 'again' | 'changed';

/** What the documents endpoint may do with a body; on the disk, encrypted, when it resolves. */
export type Intake = {
  /** @throws StationError `record-not-as-described`, `record-too-large` (then nothing is stored), `push-not-kept` */
  push(body: PushBody | Buffer, user: string): Promise<PushOutcome>;
  /** Quarantines a body that cannot be read, or is for neither use. @throws StationError `push-not-kept`, `inbox-full` */
  setAside(body: Buffer, user: string, why: Problem): Promise<void>;
  /** Adds an item for a body above the size limit, with its size, without contents. @throws StationError `push-not-kept`, `inbox-full` */
  noteTooLarge(size: number, user: string, why: Problem): Promise<void>;
  /** The self-test's push: encrypted to the disk, read, and gone again. @throws like `push` */
  rehearse(body: PushBody | Buffer): Promise<void>;
};

export type Inbox = Intake & {
  readonly events: EventEmitter<{ changed: [InboxItem]; removed: [string]; state: [InboxState]; arrived: [InboxItem] }>;
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
   * @param isOrphan whether nobody else may know the owner: no while a database lies set aside, or rows cannot be opened
   */
  sweep(isOrphan: (owner: string) => boolean): Promise<void>;
  close(): void;
};
