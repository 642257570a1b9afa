/** Users of the web service and their passwords, in the database. A change is on the disk when the call returns. */
import { z } from 'zod';
import { lowerCased } from '../../../../shared/domain/text-folding.ts';
import { type ServiceUser, serviceUserSchema } from '../../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { openTable, readable, type Table } from '../../../platform/storage/table.ts';
import { type PasswordHash, passwordHashSchema } from './password-hash.ts';

/** A stored user, with hashes in place of passwords, the newest first. */
export const userRowSchema = serviceUserSchema.omit({ tokens: true }).extend({
  passwords: z.array(z.object({ since: z.string(), until: z.string().nullable(), hash: passwordHashSchema })).min(1),
  /** Hash of the last password from the environment, valid or not. */
  provided: passwordHashSchema.optional(),
});
export type UserRow = z.infer<typeof userRowSchema>;

/** Several are valid while the provider changes over; each one makes every check longer. */
const maxPasswords = 3;

/** Names with the same letters are the same user, whatever their case. */
export const nameKey = lowerCased;

const isValid = ({ until }: UserRow['passwords'][number], now: Date): boolean => until === null || until > now.toISOString();

export const validPasswords = (user: UserRow, now: Date): PasswordHash[] =>
  user.passwords.filter((one) => isValid(one, now)).map(({ hash }) => hash);

/** Adds a password. Earlier ones end after `hours`, or before that if they would have. */
export function withPassword(user: UserRow, hash: PasswordHash, hours: number, now: Date): UserRow {
  const end = new Date(now.getTime() + hours * 3_600_000).toISOString();
  const before = user.passwords
    .map((one) => ({ ...one, until: one.until === null || one.until > end ? end : one.until }))
    .filter((one) => isValid(one, now));
  return { ...user, passwords: [{ since: now.toISOString(), until: null, hash }, ...before].slice(0, maxPasswords) };
}

export const toServiceUser = (user: UserRow, tokens: number, now: Date): ServiceUser => ({
  id: user.id,
  username: user.username,
  createdAt: user.createdAt,
  passwords: user.passwords.filter((one) => isValid(one, now)).map(({ since, until }) => ({ since, until })),
  tokens,
  lastToken: user.lastToken,
});

export type UserRepository = Pick<Table<UserRow>, 'find' | 'remove'> & {
  /** Those that parse, the oldest first. */
  all(): UserRow[];
  /** @throws StationError `service-user-unknown` */
  get(id: string): UserRow;
  named(username: string): UserRow | null;
  /** @throws StationError `disk-full`; then nothing is changed. `service-user-taken` */
  put(user: UserRow): void;
};

export function openUserRepository(database: Database): UserRepository {
  const {
    find: read,
    put,
    remove,
    select,
  } = openTable<UserRow>({
    database,
    table: 'service_user',
    kind: 'service-user',
    schema: userRowSchema,
    columns: { name_key: ({ username }) => nameKey(username) },
  });
  const all = select('ORDER BY rowid');
  const ofName = select('WHERE name_key = ?');
  const freeName = database.sql.prepare('UPDATE service_user SET name_key = NULL WHERE name_key = ? AND id <> ?');
  /** Rows by id: each call of the service asks for its user. */
  const found = new Map<string, UserRow | null>();
  function find(id: string): UserRow | null {
    const known = found.get(id);
    if (known !== undefined) return known;
    const user = read(id);
    // An id is requested only with a token of that user, so that there are few.
    found.set(id, user);
    return user;
  }
  /** Called with a change, and again when it is rolled back. */
  function forget(): void {
    found.clear();
    database.afterwards(() => found.clear());
  }
  const named = (username: string): UserRow | null => readable(ofName(nameKey(username)))[0] ?? null;

  return {
    all: () => readable(all()),
    find,
    named,
    get(id) {
      const user = find(id);
      if (!user) throw new StationError('service-user-unknown');
      return user;
    },
    put(user) {
      const other = named(user.username);
      if (other && other.id !== user.id) throw new StationError('service-user-taken', { name: user.username });
      database.transaction(() => {
        // A row that does not parse stays, but its name becomes free.
        freeName.run(nameKey(user.username), user.id);
        put(user);
        forget();
      });
    },
    remove: (id) =>
      database.transaction(() => {
        remove(id);
        forget();
      }),
  };
}
