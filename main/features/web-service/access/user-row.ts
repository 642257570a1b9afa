/** A stored user of the service: encrypted, with hashes in place of passwords. */

import { z } from 'zod';
import { lowerCased } from '../../../../shared/domain/text-folding.ts';
import { type ServiceUser, serviceUserSchema } from '../../../../shared/domain/web-service.ts';
import { type PasswordHash, passwordHashSchema } from './password-hash.ts';

/** Passwords, the newest first. */
export const userRowSchema = serviceUserSchema.omit({ tokens: true }).extend({
  passwords: z.array(z.object({ since: z.string(), until: z.string().nullable(), hash: passwordHashSchema })).min(1),
  /** Of the password that the environment gave last, whether it still is good or not. */
  provided: passwordHashSchema.optional(),
});
export type UserRow = z.infer<typeof userRowSchema>;

/** More than one is good while the provider changes over; each makes every check longer. */
const maxPasswords = 3;

/** By which users are told apart: the same letters are the same user, whatever their case. */
export const nameKey = (username: string): string => lowerCased(username);

const isGood = ({ until }: UserRow['passwords'][number], now: Date): boolean => until === null || until > now.toISOString();

export const goodPasswords = (user: UserRow, now: Date): PasswordHash[] =>
  user.passwords.filter((one) => isGood(one, now)).map(({ hash }) => hash);

/** With one more password; those before end after so many hours, and not later than they would have. */
export function withPassword(user: UserRow, hash: PasswordHash, hours: number, now: Date): UserRow {
  const end = new Date(now.getTime() + hours * 3_600_000).toISOString();
  const before = user.passwords
    .map((one) => ({ ...one, until: one.until === null || one.until > end ? end : one.until }))
    .filter((one) => isGood(one, now));
  return { ...user, passwords: [{ since: now.toISOString(), until: null, hash }, ...before].slice(0, maxPasswords) };
}

export const shownUser = (user: UserRow, tokens: number, now: Date): ServiceUser => ({
  id: user.id,
  username: user.username,
  createdAt: user.createdAt,
  passwords: user.passwords.filter((one) => isGood(one, now)).map(({ since, until }) => ({ since, until })),
  tokens,
  lastToken: user.lastToken,
});
