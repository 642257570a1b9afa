/**
 * Tokens that were handed out: random, and kept as their SHA-256 alone, from which nobody makes a token. All in memory
 * too, since each call asks for one.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../store/database.ts';

export type TokenStore = {
  /**
   * Those that have ended go; of one user's the oldest ones end when there are too many.
   * @param guest it is held in memory alone
   * @throws StationError `disk-full`; then nothing is changed
   */
  issue(userId: string, issued: Date, expires: Date, guest: boolean): string;
  /** Null for one that is unknown or has ended. */
  userOf(token: string, now: Date): string | null;
  /** How many are good. */
  countOf(userId: string, now: Date): number;
  /** @throws StationError `disk-full` */
  removeOf(userId: string): void;
};

const tokenBytes = 32;
const mostOfOne = 100;
/** As long as a token in an Authorization header may be: no more is hashed. */
const longest = 200;

const rowSchema = z.object({ hash: z.string(), user_id: z.string(), issued_at: z.string(), expires_at: z.string() });
type Held = { userId: string; issued: string; expires: string };
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export function openTokenStore({ database, now }: { database: Database; now: () => Date }): TokenStore {
  const { sql } = database;
  const insert = sql.prepare('INSERT INTO service_token (hash, user_id, issued_at, expires_at) VALUES (?, ?, ?, ?)');
  const remove = sql.prepare('DELETE FROM service_token WHERE hash = ?');
  const removeOf = sql.prepare('DELETE FROM service_token WHERE user_id = ?');
  const select = sql.prepare('SELECT hash, user_id, issued_at, expires_at FROM service_token');

  const held = new Map<string, Held>();
  for (const row of select.all()) {
    const { hash, user_id, issued_at, expires_at } = rowSchema.parse(row);
    held.set(hash, { userId: user_id, issued: issued_at, expires: expires_at });
  }
  const isGood = ({ expires }: Held, at: Date): boolean => expires > at.toISOString();
  const ofUser = (userId: string): [string, Held][] => [...held].filter(([, one]) => one.userId === userId);

  /** In memory as on the disk. */
  const change = (hash: string, to: Held | null): void => {
    const before = held.get(hash) ?? null;
    const set = (one: Held | null): void => {
      if (one) held.set(hash, one);
      else held.delete(hash);
    };
    set(to);
    database.afterwards((kept) => {
      if (!kept) set(before);
    });
  };
  const drop = (hash: string): void => {
    remove.run(hash);
    change(hash, null);
  };
  const dropEnded = (): void => {
    for (const [hash, one] of held) if (!isGood(one, now())) drop(hash);
  };
  if ([...held.values()].some((one) => !isGood(one, now()))) database.transaction(dropEnded);

  return {
    issue(userId, issued, expires, guest) {
      const token = randomBytes(tokenBytes).toString('base64url');
      const hash = hashOf(token);
      const one = { userId, issued: issued.toISOString(), expires: expires.toISOString() };
      database.transaction(() => {
        dropEnded();
        const oldest = ofUser(userId).toSorted(([, a], [, b]) => (a.issued < b.issued ? -1 : a.issued > b.issued ? 1 : 0));
        for (const [before] of oldest.slice(0, Math.max(0, oldest.length - mostOfOne + 1))) drop(before);
        if (!guest) insert.run(hash, userId, one.issued, one.expires);
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
        removeOf.run(userId);
        for (const [hash] of ofUser(userId)) change(hash, null);
      });
    },
  };
}
