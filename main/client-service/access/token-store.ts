/**
 * Tokens that were handed out: random, and kept as their SHA-256 alone, from which nobody makes a token; sealed, so that nobody
 * adds one who can write to the database and has no key. All in memory too, since each call asks for one.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../store/database.ts';
import { openedOrNot, openSealed } from '../../store/sealed-table.ts';
import type { Sealer, SealLabel } from '../../vault/sealing.ts';

export type TokenStore = {
  /**
   * Those that have ended go; of one user's the oldest ones end when there are too many.
   * @param guest it is held in memory alone
   * @throws StationError `disk-full`; then nothing is changed
   */
  issue(userId: string, issued: Date, expires: Date, guest: boolean): string;
  /** Null for one that is unknown, has ended, or was issued later than now (the clock was put back). */
  userOf(token: string, now: Date): string | null;
  /** How many are good. */
  countOf(userId: string, now: Date): number;
  /** @throws StationError `disk-full` */
  removeOf(userId: string): void;
  /** Seals anew what is under another key. @throws StationError `disk-full` */
  renewSeals(key: string): void;
};

const tokenBytes = 32;
const mostOfOne = 100;
/** As long as a token in an Authorization header may be: no more is hashed. */
const longest = 200;
/** Milliseconds by which a clock may be put right without anybody noticing. */
const corrected = 60_000;

const rowSchema = z.object({ hash: z.string(), sealed: z.instanceof(Uint8Array) });
const keptTokenSchema = z.object({ userId: z.string(), issued: z.string(), expires: z.string() });
type Held = z.infer<typeof keptTokenSchema>;
const label = (hash: string): SealLabel => ({ kind: 'service-token', id: hash, version: 1 });
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export type TokenStoreParts = { database: Database; sealer: Sealer; now: () => Date };

export function openTokenStore({ database, sealer, now }: TokenStoreParts): TokenStore {
  const { sql } = database;
  const upsert = sql.prepare(
    `INSERT INTO service_token (hash, key, sealed) VALUES (?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET key = excluded.key, sealed = excluded.sealed`,
  );
  const remove = sql.prepare('DELETE FROM service_token WHERE hash = ?');
  const select = sql.prepare('SELECT hash, sealed FROM service_token');
  const selectUnderOther = sql.prepare('SELECT hash FROM service_token WHERE key <> ?');

  const held = new Map<string, Held>();
  /** Not sealed here, or under a key that is gone. Unlike anything else that is kept, a token is soon had anew: it goes. */
  const foreign: string[] = [];
  for (const row of select.all()) {
    const { hash, sealed } = rowSchema.parse(row);
    const opened = openedOrNot(hash, () => openSealed(sealer, label(hash), sealed, keptTokenSchema));
    if (opened.ok) held.set(hash, opened.value);
    else foreign.push(hash);
  }
  const write = (hash: string, one: Held): void => {
    const sealed = sealer.seal(label(hash), one);
    upsert.run(hash, sealer.keyOf(sealed), sealed);
  };
  /** Not when the clock was put back since: it would be good for longer than was said. */
  const isGood = ({ issued, expires }: Held, at: Date): boolean =>
    expires > at.toISOString() && Date.parse(issued) <= at.getTime() + corrected;
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
  if (foreign.length > 0 || [...held.values()].some((one) => !isGood(one, now()))) {
    try {
      database.transaction(() => {
        for (const hash of foreign) remove.run(hash);
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
        for (const [before] of oldest.slice(0, Math.max(0, oldest.length - mostOfOne + 1))) drop(before);
        if (!guest) write(hash, one);
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
    renewSeals(key) {
      database.transaction(() => {
        for (const { hash } of selectUnderOther.all(key)) {
          const one = held.get(String(hash));
          if (one) write(String(hash), one);
          else remove.run(String(hash));
        }
      });
    },
  };
}
