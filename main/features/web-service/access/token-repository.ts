/** Tokens of the web service: random, stored only as their SHA-256. All are in memory too, since each call needs one. */

import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { compareTexts } from '../../../../shared/domain/compare-texts.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { openedOrNot, parseJson } from '../../../platform/storage/rows.ts';

export type TokenRepository = {
  /**
   * Issues a token, and drops those that have ended and the oldest ones of a user with too many.
   * @param guest the token is in memory only
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

export const tokenBytes = 32;
export const maxTokensOfUser = 100;
/** Characters: a longer token of an Authorization header is not hashed. */
export const maxTokenLength = 200;
/** Milliseconds by which a clock may be corrected without an effect. */
export const clockTolerance = 60_000;

const tokenRowSchema = z.object({ userId: z.string(), issued: z.string(), expires: z.string() });
type TokenRow = z.infer<typeof tokenRowSchema>;
const hashOf = (token: string): string => hash('sha256', token, 'base64url');

export type TokenRepositoryDeps = { database: Database; now: () => Date };

export function openTokenRepository({ database, now }: TokenRepositoryDeps): TokenRepository {
  const { sql } = database;
  const upsert = sql.prepare(
    'INSERT INTO service_token (hash, value) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET value = excluded.value',
  );
  const remove = sql.prepare('DELETE FROM service_token WHERE hash = ?');
  const select = sql.prepare('SELECT hash, value FROM service_token');

  const tokens = new Map<string, TokenRow>();
  /** Rows that do not parse. They are removed, unlike other rows: a token is easily replaced. */
  const unreadable: string[] = [];
  for (const row of select.all()) {
    const hash = String(row.hash);
    const opened = openedOrNot(hash, () => parseJson('service-token', row.value, tokenRowSchema));
    if (opened.ok) tokens.set(hash, opened.value);
    else unreadable.push(hash);
  }
  /** False after the clock was set back: the token would be valid for longer than stated. */
  const isValid = ({ issued, expires }: TokenRow, at: Date): boolean =>
    expires > at.toISOString() && Date.parse(issued) <= at.getTime() + clockTolerance;
  const ofUser = (userId: string): [string, TokenRow][] => [...tokens].filter(([, one]) => one.userId === userId);

  /** Changes the memory like the disk. */
  const change = (hash: string, to: TokenRow | null): void => {
    const before = tokens.get(hash) ?? null;
    const set = (one: TokenRow | null): void => {
      if (one) tokens.set(hash, one);
      else tokens.delete(hash);
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
    for (const [hash, one] of tokens) if (!isValid(one, now())) drop(hash);
  };
  if (unreadable.length > 0 || [...tokens.values()].some((one) => !isValid(one, now()))) {
    try {
      database.transaction(() => {
        for (const hash of unreadable) remove.run(hash);
        dropEnded();
      });
    } catch (thrown) {
      // The disk is full: none of these tokens is valid, and they are removed later.
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
        const oldest = ofUser(userId).toSorted(([, a], [, b]) => compareTexts(a.issued, b.issued));
        for (const [before] of oldest.slice(0, Math.max(0, oldest.length - maxTokensOfUser + 1))) drop(before);
        if (!guest) upsert.run(hash, JSON.stringify(one));
        change(hash, one);
      });
      return token;
    },
    userOf(token, at) {
      if (token.length > maxTokenLength) return null;
      const one = tokens.get(hashOf(token));
      return one && isValid(one, at) ? one.userId : null;
    },
    countOf: (userId, at) => ofUser(userId).filter(([, one]) => isValid(one, at)).length,
    removeOf(userId) {
      database.transaction(() => {
        for (const [hash] of ofUser(userId)) drop(hash);
      });
    },
  };
}
