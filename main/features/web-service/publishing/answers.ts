/**
 * Answers requests for documents. A fetch is stored before its first byte and completed after its last one. A document that
 * is offered once goes out with one answer at a time, and is offered again when that answer did not end; until then, an answer
 * without documents is refused.
 */
import type { Compared } from '../../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import { bodySize, jsonBody } from './answer-body.ts';
import { choose } from './choose.ts';
import { type Damage, fileOf } from './damage.ts';
import { mayGoOut, requestedKeys } from './matching.ts';
import type { PublicationRepository } from './publication-repository.ts';
import { type PublicationRow, withFetch } from './publication-row.ts';

export type AnswerDeps = {
  database: Database;
  store: PublicationRepository;
  files: EncryptedFiles;
  damage: Damage;
  compared(): Compared;
  now(): Date;
  /** True for a publication that is offered, but not to be sent yet. */
  waits(one: PublicationRow): boolean;
  /** See `Publishing`. */
  reading(): boolean;
  /** Writes the fetch into the log, as part of the current transaction. */
  fetched(one: PublicationRow, user: string): void;
};

type Fetch = { id: string; user: string; documents: readonly string[] };

/** The answer to one request. */
export type PublishedAnswer = {
  /** The number of documents. */
  count: number;
  /** Bytes of the body. */
  size: number;
  /** A JSON array of base64 strings (RFC 4648 section 4, no line breaks), read while sent. Throws for an unreadable document. */
  body: AsyncIterable<Uint8Array>;
  /** To be called once, with whether the last byte was sent. If not, a document that is offered once is offered again. */
  finished(complete: boolean): void;
};

export type Answers = {
  /** See `Publishing`. */
  answer(transaction: Readonly<Record<string, unknown>>, user: string): Promise<PublishedAnswer>;
  /** Stores the fetches that ended while the disk was full. @throws StationError `disk-full` */
  storeFetches(): void;
};

export function createAnswers({ database, store, files, damage, compared, now, waits, reading, fetched }: AnswerDeps): Answers {
  /** Offered once, and part of an answer in progress. */
  const reserved = new Set<string>();
  /** Fetches that ended and could not be stored; their documents stay reserved. */
  const unstored = new Set<Fetch>();

  const complete = ({ id, user, documents }: Fetch): void =>
    database.transaction(() => {
      for (const document of documents) {
        const one = store.find(document);
        if (!one) continue;
        const fetches = one.fetches.map((fetch) => (fetch.id === id ? { ...fetch, complete: true } : fetch));
        const after: PublicationRow = { ...one, fetches, state: one.once && one.state === 'offered' ? 'fetched' : one.state };
        store.put(after);
        fetched(after, user);
      }
    });
  const unreserve = (documents: readonly string[]): void => {
    for (const document of documents) reserved.delete(document);
  };
  const storeFetches = (): void => {
    for (const fetch of [...unstored]) {
      complete(fetch);
      unstored.delete(fetch);
      unreserve(fetch.documents);
    }
  };

  /** Finds the documents that are offered for this customer, also those that wait or are part of another answer. */
  const matching = (transaction: Readonly<Record<string, unknown>>): PublicationRow[] => {
    const members = compared();
    return store.candidates(requestedKeys(transaction, members)).filter((one) => mayGoOut(one.keys, transaction, members));
  };

  async function readable(wanted: readonly PublicationRow[]): Promise<PublicationRow[]> {
    const found: PublicationRow[] = [];
    for (const one of wanted) if (await damage.readable(one)) found.push(one);
    return found;
  }

  /** Stores the fetch of those that are still offered after their copies were checked, and returns them. */
  function begin(found: readonly PublicationRow[], fetch: { id: string; user: string }): PublicationRow[] {
    return database.transaction(() => {
      const going = found.flatMap(({ id }) => store.find(id) ?? []).filter((one) => one.state === 'offered' && !waits(one));
      for (const one of going) store.put(withFetch(one, { ...fetch, at: now().toISOString() }));
      return going;
    });
  }

  return {
    storeFetches,
    async answer(transaction, user) {
      storeFetches();
      const found = matching(transaction);
      const isBlocked = (one: PublicationRow): boolean => reserved.has(one.id) || waits(one);
      const chosen = choose(found.filter((one) => !isBlocked(one)));
      // Asked before the copies are read: a reading that ends in between has added what was not found here.
      const isUncertain = reading() || found.some(isBlocked);
      const once = chosen.filter((one) => one.once).map(({ id }) => id);
      for (const id of once) reserved.add(id);
      const id = crypto.randomUUID();
      let going: PublicationRow[];
      try {
        going = begin(await readable(chosen), { id, user });
      } catch (thrown) {
        unreserve(once);
        throw thrown;
      }
      if (going.length === 0 && isUncertain) {
        unreserve(once);
        throw new StationError('documents-being-read');
      }
      const documents = going.map((one) => one.id);
      const reservedHere = once.filter((one) => documents.includes(one));
      unreserve(once.filter((one) => !reservedHere.includes(one)));
      let ended = false;
      return {
        count: going.length,
        size: bodySize(going.map(({ size }) => size)),
        body: jsonBody(going.map((one) => ({ size: one.size, read: () => files.read(fileOf(one)) }))),
        finished(whole) {
          if (ended) return;
          ended = true;
          if (!whole) return unreserve(reservedHere);
          if (documents.length === 0) return;
          const fetch = { id, user, documents };
          unstored.add(fetch);
          try {
            storeFetches();
          } catch (thrown) {
            // The disk is full. The documents stay reserved, and the fetch is stored before the next answer.
            if (!(thrown instanceof StationError)) throw thrown;
          }
        },
      } satisfies PublishedAnswer;
    },
  };
}
