/** Ingests and lists pushes of the provider, and quarantines bodies that cannot be read. */

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { problemOf, StationError } from '../../../../shared/errors.ts';
import { tellWhenChanged } from '../../../platform/runtime/tell-when-changed.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import { newRowId } from '../../../platform/storage/row-id.ts';
import { type RecordFacts, type RecordRow, readPush } from '../../records/records.ts';
import type { PushBook, VisitService } from '../../visits/visits.ts';
import type { Inbox } from './inbox.ts';
import type { InboxRepository } from './inbox-repository.ts';
import { blankItem, type InboxRow, toInboxItem } from './inbox-row.ts';
import { openSetAside } from './set-aside.ts';

export type InboxDeps = {
  database: Database;
  store: InboxRepository;
  files: EncryptedFiles;
  receive: VisitService['receive'];
  now(): Date;
};

export function openInbox({ database, store, files, receive, now }: InboxDeps): Inbox {
  const events: Inbox['events'] = new EventEmitter();
  const setAside = openSetAside({ store, files, now });

  // A stream of pushes changes it with every one.
  const telling = tellWhenChanged(events, store.counts);
  const tell = telling.look;
  function changed(item: InboxRow): void {
    database.afterwards((isCommitted) => {
      if (!isCommitted) return;
      events.emit('changed', toInboxItem(item));
      tell();
    });
  }
  function put(item: InboxRow): InboxRow {
    database.transaction(() => {
      store.put(item);
      changed(item);
    });
    return item;
  }
  function gone(ids: readonly string[]): void {
    database.afterwards((isCommitted) => {
      if (!isCommitted) return;
      for (const id of ids) events.emit('removed', id);
      tell();
    });
  }

  function repeated(id: string): void {
    const item = store.find(id);
    // The item may have been removed with its visit by now, and stays removed.
    if (item) put({ ...item, repeats: item.repeats + 1, repeatedAt: now().toISOString() });
  }

  type Came = { again: string } | { added: InboxRow };
  function bookFor(user: string): PushBook & { came(): Came } {
    let came: Came | null = null;
    return {
      find(uid, digest) {
        const before = store.alike({ uid, digest });
        const same = before.find((item) => item.digest === digest);
        if (same) {
          came = { again: same.id };
          return null;
        }
        // Without a Uid nothing tells a further version from another transaction.
        if (uid === null) return { version: 1, visitId: null };
        const latest = before.toSorted((a, b) => a.version - b.version).at(-1);
        return { version: (latest?.version ?? 0) + 1, visitId: latest?.visitId ?? null };
      },
      add(record, facts, digest) {
        came = { added: put(recordItem(record, facts, { digest, user })) };
      },
      came() {
        if (!came) throw new Error('neither known nor kept');
        return came;
      },
    };
  }

  const item = (id: string): InboxRow => {
    const found = store.find(id);
    if (!found) throw new StationError('inbox-unknown');
    return found;
  };

  async function drop(ones: readonly InboxRow[]): Promise<void> {
    database.transaction(() => {
      for (const { id } of ones) store.remove(id);
      gone(ones.map(({ id }) => id));
    });
    for (const { id, bodyFile } of ones) if (bodyFile !== null) await files.remove({ kind: 'set-aside', owner: id, id: bodyFile });
    database.scrub();
  }

  return {
    events,
    async push(body, user) {
      const book = bookFor(user);
      await storedOrRefused(async () => receive(readPush(body), user, book));
      const came = book.came();
      if ('again' in came) {
        // That it came again is worth knowing, and not worth failing for: the push itself is on the disk.
        await database.grouped(() => repeated(came.again)).catch(() => undefined);
        return 'again';
      }
      events.emit('arrived', toInboxItem(came.added));
      return came.added.version > 1 ? 'changed' : 'kept';
    },
    async setAside(body, user, why) {
      const row = await storedOrRefused(() => setAside.keep(body, user, why));
      changed(row);
      events.emit('arrived', toInboxItem(row));
    },
    async noteTooLarge(size, user, why) {
      const row = await storedOrRefused(async () => setAside.note(size, user, why));
      changed(row);
      events.emit('arrived', toInboxItem(row));
    },
    async rehearse(body) {
      await storedOrRefused(async () => {
        const encrypted = await files.write('record', randomUUID(), readPush(body).files);
        await encrypted.discard();
        await setAside.rehearse(Buffer.isBuffer(body) ? body : body.body);
      });
    },

    state: store.counts,
    page: store.page,
    item: (id) => toInboxItem(item(id)),
    versions: (id) => store.alike(item(id)).map(toInboxItem).toReversed(),
    mark(ids, read) {
      database.transaction(() => {
        for (const id of ids) {
          const item = store.mark(id, read);
          if (item) changed(item);
        }
      });
      tell();
    },
    body: (id) => setAside.beginning(item(id)),
    read: (id) => setAside.read(item(id)),
    async remove(id) {
      const one = item(id);
      if (one.kind === 'record') throw new StationError('inbox-unknown');
      await drop([one]);
    },
    async expire(before) {
      const old = store.quarantinedBefore(before.toISOString());
      if (old.length > 0) await drop(old);
    },
    removeOfVisit(visitId) {
      database.transaction(() => gone(store.removeOfVisit(visitId)));
    },
    async sweep(isOrphan) {
      for (const file of files.list(['set-aside'])) {
        if (!store.has(file.owner) && isOrphan(file.owner)) await files.remove(file).catch(() => undefined);
      }
    },
    close: telling.end,
  };
}

const recordItem = (
  { id, visitId, receivedAt, size, sha256, version }: RecordRow,
  { uid, name, identification, transaction }: RecordFacts,
  { digest, user }: { digest: string; user: string },
): InboxRow => ({
  ...blankItem,
  ...{ id: newRowId(), kind: 'record', receivedAt, user, size, sha256 },
  ...{ uid, name, identification, transaction, version, recordId: id, visitId },
  digest,
  bodyFile: null,
});

/** Codes of faults in the body itself, which the caller learns. */
const ofTheBody: readonly string[] = ['record-not-as-described', 'record-too-large', 'inbox-full'];

/** @throws StationError a code of `ofTheBody`; `push-not-kept` for every other fault, since the body is then not on the disk */
async function storedOrRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (ofTheBody.includes(problemOf(thrown).code)) throw thrown;
    throw new StationError('push-not-kept', undefined, { cause: thrown });
  }
}
