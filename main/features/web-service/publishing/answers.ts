/**
 * Answers to questions for documents. A fetch is written down before its first byte and completed after its last one; a
 * document that is offered once is with one answer at a time, and offered again when that one did not come to its end.
 */
import type { Compared } from '../../../../shared/domain/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import { bodySize, jsonBody } from './answer-body.ts';
import { choose } from './choose.ts';
import { type Damage, fileOf } from './damage.ts';
import { askedKeys, mayGoOut } from './matching.ts';
import type { PublicationRepository } from './publication-repository.ts';
import { type PublicationRow, withFetch } from './publication-row.ts';
import type { PublishedAnswer, Publishing } from './publishing.ts';

export type AnswerDeps = {
  database: Database;
  store: PublicationRepository;
  files: EncryptedFiles;
  damage: Damage;
  compared(): Compared;
  now(): Date;
  /** Offered, but not to be sent yet. */
  waits(one: PublicationRow): boolean;
  /** Part of the transaction under way. */
  fetched(one: PublicationRow, user: string): void;
};

type Fetch = { id: string; user: string; documents: readonly string[] };

export type Answers = Pick<Publishing, 'answer'> & {
  /** Completes what went out while the disk was full. @throws StationError `disk-full` */
  settle(): void;
};

export function createAnswers({ database, store, files, damage, compared, now, waits, fetched }: AnswerDeps): Answers {
  /** Offered once, and with an answer that is under way. */
  const reserved = new Set<string>();
  /** Went out whole, and could not be written down as such; reserved until it is. */
  const owed = new Set<Fetch>();

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
  const release = (documents: readonly string[]): void => {
    for (const document of documents) reserved.delete(document);
  };
  const settle = (): void => {
    for (const fetch of [...owed]) {
      complete(fetch);
      owed.delete(fetch);
      release(fetch.documents);
    }
  };

  /** Offered, for this customer, and not part of another answer. */
  const fitting = (transaction: Readonly<Record<string, unknown>>): PublicationRow[] => {
    const members = compared();
    return store
      .candidates(askedKeys(transaction, members))
      .filter((one) => !reserved.has(one.id) && mayGoOut(one.keys, transaction, members) && !waits(one));
  };

  async function readable(wanted: readonly PublicationRow[]): Promise<PublicationRow[]> {
    const found: PublicationRow[] = [];
    for (const one of wanted) if (await damage.readable(one)) found.push(one);
    return found;
  }

  /** What is still to go out after its copies were looked at: somebody may have withdrawn it meanwhile. Written down when it returns. */
  function begin(found: readonly PublicationRow[], fetch: { id: string; user: string }): PublicationRow[] {
    return database.transaction(() => {
      const going = found.flatMap(({ id }) => store.find(id) ?? []).filter((one) => one.state === 'offered' && !waits(one));
      for (const one of going) store.put(withFetch(one, { ...fetch, at: now().toISOString() }));
      return going;
    });
  }

  return {
    settle,
    async answer(transaction, user) {
      settle();
      const chosen = choose(fitting(transaction));
      const once = chosen.filter((one) => one.once).map(({ id }) => id);
      for (const id of once) reserved.add(id);
      const id = crypto.randomUUID();
      let going: PublicationRow[];
      try {
        going = begin(await readable(chosen), { id, user });
      } catch (thrown) {
        release(once);
        throw thrown;
      }
      const documents = going.map((one) => one.id);
      const held = once.filter((one) => documents.includes(one));
      release(once.filter((one) => !held.includes(one)));
      let ended = false;
      return {
        count: going.length,
        size: bodySize(going.map(({ size }) => size)),
        body: jsonBody(going.map((one) => ({ size: one.size, read: () => files.read(fileOf(one)) }))),
        finished(whole) {
          if (ended) return;
          ended = true;
          if (!whole) return release(held);
          if (documents.length === 0) return;
          const fetch = { id, user, documents };
          owed.add(fetch);
          try {
            settle();
          } catch (thrown) {
            // The disk is full. What went out stays reserved, and is written down before the next answer.
            if (!(thrown instanceof StationError)) throw thrown;
          }
        },
      } satisfies PublishedAnswer;
    },
  };
}
