/** Tokens of the web service: random, and stored as their SHA-256 alone. All of them are in memory too, since each call asks for one. */
import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { openedOrNot, parseJson } from '../../../platform/storage/rows.ts';

export type TokenStore = {
  /**
   * Those that have ended go; of one user's the oldest ones end when there are too many.
   * @param guest its token is in memory only
   * @throws StationError `disk-full`; then nothing is changed
   */
  issue(userId: string, issued: Date, expires: Date, guest: boolean): string;
  /** Null for a token that is unknown, expired, or issued later than now (the clock was put back). */
  userOf(token: string, now: Date): string | null;
  /** The number of valid tokens. */
  countOf(userId: string, now: Date): number;
  /** @throws StationError `disk-full` */
  removeOf(userId: string): void;
};

const tokenBytes = 32;
const maxOfOne = 100;
/** As long as a token in an Authorization header may be: no more is hashed. */
const longest = 200;
/** Milliseconds by which a clock may be put right without anybody noticing. */
const corrected = 60_000;

const tokenRowSchema = z.object({ userId: z.string(), issued: z.string(), expires: z.string() });
type Lease = z.infer<typeof tokenRowSchema>;
const hashOf = (token: string): string => hash('sha256', token, 'base64url');

export type TokenStoreDeps = { database: Database; now: () => Date };

export function openTokenStore({ database, now }: TokenStoreDeps): TokenStore {
  const { sql } = database;
  const upsert = sql.prepare(
    'INSERT INTO service_token (hash, value) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET value = excluded.value',
  );
  const remove = sql.prepare('DELETE FROM service_token WHERE hash = ?');
  const select = sql.prepare('SELECT hash, value FROM service_token');

  const held = new Map<string, Lease>();
  /** Rows that do not parse. Unlike any other row a token is easily replaced: they are removed. */
  const unreadable: string[] = [];
  for (const row of select.all()) {
    const hash = String(row.hash);
    const opened = openedOrNot(hash, () => parseJson('service-token', row.value, tokenRowSchema));
    if (opened.ok) held.set(hash, opened.value);
    else unreadable.push(hash);
  }
  /** Not when the clock was put back since: it would be good for longer than was said. */
  const isGood = ({ issued, expires }: Lease, at: Date): boolean =>
    expires > at.toISOString() && Date.parse(issued) <= at.getTime() + corrected;
  const ofUser = (userId: string): [string, Lease][] => [...held].filter(([, one]) => one.userId === userId);

  /** In memory as on the disk. */
  const change = (hash: string, to: Lease | null): void => {
    const before = held.get(hash) ?? null;
    const set = (one: Lease | null): void => {
      if (one) held.set(hash, one);
      else held.delete(hash);
    };
    set(to);
    database.afterwards((isCommitted) => {
      if (!isCommitted) set(before);
    });
  };
  const drop = (hash: string): void => {
    remove.run(hash);
    change(hash, null);
  };
  const dropEnded = (): void => {
    for (const [hash, one] of held) if (!isGood(one, now())) drop(hash);
  };
  if (unreadable.length > 0 || [...held.values()].some((one) => !isGood(one, now()))) {
    try {
      database.transaction(() => {
        for (const hash of unreadable) remove.run(hash);
        dropEnded();
      });
    } catch (thrown) {
      // The disk is full: none of them is good, and they go later.
      if (!(thrown instanceof StationError)) throw thrown;
    }
  }

  return {
    issue(userId, issued, expires, guest) {
      const token = randomBytes(tokenBytes).toString('base64url');
      const hash = hashOf(token);
      const one = { userId, issued: issued.toISOString(), expires: expires.toISOString() };
      database.transaction(() => {
        dropEnded();
        const oldest = ofUser(userId).toSorted(([, a], [, b]) => (a.issued < b.issued ? -1 : a.issued > b.issued ? 1 : 0));
        for (const [before] of oldest.slice(0, Math.max(0, oldest.length - maxOfOne + 1))) drop(before);
        if (!guest) upsert.run(hash, JSON.stringify(one));
        change(hash, one);
      });
      return token;
    },
    userOf(token, at) {
      if (token.length > longest) return null;
      const one = held.get(hashOf(token));
      return one && isGood(one, at) ? one.userId : null;
    },
    countOf: (userId, at) => ofUser(userId).filter(([, one]) => isGood(one, at)).length,
    removeOf(userId) {
      database.transaction(() => {
        for (const [hash] of ofUser(userId)) drop(hash);
      });
    },
  };
}
