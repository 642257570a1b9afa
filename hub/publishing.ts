/**
 * Answers requests for documents (endpoint B, use 1) from what stations have uploaded, with the rules of a station. A fetch is stored
 * before its first byte and completed after its last one. A document that is offered once goes out with one answer at a time, of all
 * replicas: the answer has a lease, which ends when its replica is gone. Until then, an answer without documents is refused.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { bodySize, choose, jsonBody, mayGoOut, type PublishedAnswer, requestedKeys } from '../main/features/web-service/web-service.ts';
import type { Compared } from '../shared/domain/web-service/web-service.ts';
import { StationError } from '../shared/errors.ts';
import { type Contents, isOfContents } from './contents.ts';
import type { HubDatabase } from './database.ts';
import { type HubKeys, ifReadable } from './hub-keys.ts';
import { publicationDetailsName, publicationDetailsSchema } from './uploads.ts';

export type HubPublishing = {
  /** See `Publishing.answer` of a station. @throws StationError `hub-database-unusable`, `documents-being-read` */
  answer(transaction: Readonly<Record<string, unknown>>, user: string): Promise<PublishedAnswer>;
  /** Resolves when all answers that ended are stored, or cannot be. */
  close(): Promise<void>;
};

export type HubPublishingDeps = {
  database: HubDatabase;
  keys: HubKeys;
  contents: Contents;
  compared(): Compared;
  /** Gets `stored-data-damaged` for a damaged publication, which is in no answer. */
  report(fault: unknown): void;
};

/** Seconds of a lease, and milliseconds between its renewals. */
const leaseSeconds = 120;
const renewalMs = 30_000;
/** Tries to store that an answer has ended, and milliseconds before the next one. */
const endTries = 20;
const endDelayMs = 3_000;

/** An offered publication for a customer. `isLeased`: it is part of another answer. `fetches`: the latest complete one. */
type Candidate = { id: string; contentId: string; size: number; isLeased: boolean; fetches: { at: string; complete: boolean }[] };

type Fetch = { answerId: string; user: string };

const rowSchema = z.object({
  id: z.string(),
  content_id: z.string(),
  size: z.coerce.number(),
  leased: z.boolean(),
  details: z.instanceof(Buffer),
  fetched_at: z.date().nullable(),
});

const isLeased = `once AND EXISTS (SELECT FROM publication_fetch WHERE publication_id = publication.id AND completed_at IS NULL AND leased_until > now())`;

export function openHubPublishing(deps: HubPublishingDeps): HubPublishing {
  const { database, contents } = deps;
  const ending = new Set<Promise<void>>();

  return {
    async answer(transaction, user) {
      const answerId = randomUUID();
      const going =
        (await start(deps, transaction, { answerId, user })) ??
        // The answer that has the documents may have ended, and be stored in a moment.
        (await Promise.all(ending).then(() => start(deps, transaction, { answerId, user })));
      if (going === null) throw new StationError('documents-being-read');
      const renewal = setInterval(() => void renew(database, answerId).catch(() => undefined), renewalMs).unref();
      let ended = going.length === 0;
      if (ended) clearInterval(renewal);
      return {
        count: going.length,
        size: bodySize(going.map(({ size }) => size)),
        body: jsonBody(going.map(({ size, contentId }) => ({ size, read: () => contents.read(contentId) }))),
        finished(complete) {
          if (ended) return;
          ended = true;
          const end = repeatedly(() => (complete ? finish(deps, answerId, user) : release(database, answerId))).finally(() => {
            clearInterval(renewal);
            ending.delete(end);
          });
          ending.add(end);
        },
      } satisfies PublishedAnswer;
    },
    async close() {
      await Promise.all(ending);
    },
  };
}

/** Stores the fetch of those that go out, and returns them; null when none does, and there may be one after another answer. */
async function start(deps: HubPublishingDeps, transaction: Readonly<Record<string, unknown>>, fetch: Fetch): Promise<Candidate[] | null> {
  const found = await candidates(deps, transaction);
  const readable: Candidate[] = [];
  for (const one of choose(found.filter(({ isLeased }) => !isLeased))) if (await isReadable(deps.contents, one)) readable.push(one);
  const going = await begin(deps.database, readable, fetch);
  // Another answer, or a withdrawal, may have been faster with a readable one.
  return going.length === 0 && (readable.length > 0 || found.some(({ isLeased }) => isLeased)) ? null : going;
}

/** Finds the offered documents of this customer, the oldest first. */
async function candidates(
  { database, keys, compared, report }: HubPublishingDeps,
  transaction: Readonly<Record<string, unknown>>,
): Promise<Candidate[]> {
  const members = compared();
  const hashes = requestedKeys(transaction, members).map(({ kind, value }) => keys.lookup(kind, value));
  if (hashes.length === 0) return [];
  const { rows } = await database.pool.query(
    `SELECT id, content_id, size, ${isLeased} AS leased, details,
        (SELECT max(begun_at) FROM publication_fetch WHERE publication_id = publication.id AND completed_at IS NOT NULL) AS fetched_at
      FROM publication
      WHERE state = 'offered' AND content_id IS NOT NULL
        AND id IN (SELECT publication_id FROM publication_key WHERE value_hash = ANY($1))
        AND NOT EXISTS (SELECT FROM station WHERE station.id = station_id AND revoked_at IS NOT NULL)
      ORDER BY number`,
    [hashes],
  );
  return rows.flatMap((row) => {
    const { id, content_id: contentId, size, leased, details, fetched_at: at } = rowSchema.parse(row);
    // Never another customer's document: the whole keys decide, not their hashes.
    const found = ifReadable(() => keys.decryptJson(details, publicationDetailsName(id), publicationDetailsSchema), report);
    if (found === null || !mayGoOut(found.keys, transaction, members)) return [];
    return [{ id, contentId, size, isLeased: leased, fetches: at ? [{ at: at.toISOString(), complete: true }] : [] }];
  });
}

/** Reads the whole copy: a document that breaks off would break the others of the same answer too. */
async function isReadable(contents: Contents, { contentId, size }: Candidate): Promise<boolean> {
  let read = 0;
  try {
    for await (const piece of contents.read(contentId)) read += piece.length;
  } catch (thrown) {
    if (isOfContents(thrown)) return false;
    throw thrown;
  }
  return read === size;
}

/** Stores the fetch of those that are still offered and free, and returns them. Their rows are locked: a withdrawal comes before or after. */
function begin(database: HubDatabase, found: readonly Candidate[], { answerId, user }: Fetch): Promise<Candidate[]> {
  if (found.length === 0) return Promise.resolve([]);
  return database.transaction(async (client) => {
    const locked = await client.query<{ id: string }>(
      `SELECT id FROM publication WHERE id = ANY($1) AND state = 'offered' ORDER BY id FOR UPDATE`,
      [found.map(({ id }) => id)],
    );
    // A statement of its own, so that it sees the leases of those who had the locks before.
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO publication_fetch (answer_id, publication_id, user_name, begun_at, leased_until)
        SELECT $2, id, $3, now(), now() + interval '${leaseSeconds} seconds' FROM publication WHERE id = ANY($1) AND NOT (${isLeased})
        RETURNING publication_id AS id`,
      [locked.rows.map(({ id }) => id), answerId, user],
    );
    const going = new Set(rows.map(({ id }) => id));
    return found.filter(({ id }) => going.has(id));
  });
}

const renew = (database: HubDatabase, answerId: string) =>
  database.pool.query(
    `UPDATE publication_fetch SET leased_until = now() + interval '${leaseSeconds} seconds' WHERE answer_id = $1 AND completed_at IS NULL`,
    [answerId],
  );

/** The answer did not end: its documents are offered again. */
async function release(database: HubDatabase, answerId: string): Promise<void> {
  await database.pool.query('UPDATE publication_fetch SET leased_until = now() WHERE answer_id = $1 AND completed_at IS NULL', [answerId]);
}

/** Completes the fetches, and writes an event for the station of each document. */
async function finish({ database, keys }: HubPublishingDeps, answerId: string, user: string): Promise<void> {
  const stations = await database.transaction(async (client) => {
    const { rows } = await client.query<{ id: string; station_id: string }>(
      `SELECT id, station_id FROM publication
        WHERE id IN (SELECT publication_id FROM publication_fetch WHERE answer_id = $1 AND completed_at IS NULL) ORDER BY id FOR UPDATE`,
      [answerId],
    );
    await client.query('UPDATE publication_fetch SET completed_at = now() WHERE answer_id = $1', [answerId]);
    await client.query(`UPDATE publication SET state = 'fetched', changed_at = now() WHERE id = ANY($1) AND once AND state = 'offered'`, [
      rows.map(({ id }) => id),
    ]);
    for (const { id, station_id } of rows) {
      const event = randomUUID();
      await client.query(`INSERT INTO station_event (id, station_id, kind, at, details) VALUES ($1, $2, 'fetched', now(), $3)`, [
        event,
        station_id,
        keys.encryptJson({ user, publicationId: id }, `station_event:${event}`),
      ]);
    }
    return rows.map(({ station_id }) => station_id);
  });
  database.wake(stations);
}

/** The database may not answer for a while. When it does not, an answer's lease ends, and its documents are offered again. */
async function repeatedly(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch {
      if (tries === endTries) return;
      await pause(endDelayMs, undefined, { ref: false });
    }
  }
}
