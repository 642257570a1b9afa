/** Users, passwords and tokens of the client's web service (interface description, endpoint A; Authentication). */
import { randomUUID } from 'node:crypto';
import { minPasswordLength, usernameSchema } from '../../../../shared/domain/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Access, TokenAnswer, WithPassword } from './access.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { madePassword } from './made-password.ts';
import { createPasswordChecks } from './password-checks.ts';
import { type HashMeasures, isTooLong } from './password-hash.ts';
import { openTokenStore } from './token-store.ts';
import { openUserRepository } from './user-repository.ts';
import { goodPasswords, nameKey, shownUser, type UserRow, withPassword } from './user-row.ts';

export type AccessDeps = {
  database: Database;
  now: () => Date;
  /** The current setting of the token lifetime. */
  minutes: () => number;
  /** Cost of hashing a new password; the default cost without it. */
  measures?: HashMeasures;
};

export function openAccess({ database, now, minutes, measures }: AccessDeps): Access {
  const users = openUserRepository(database);
  const tokens = openTokenStore({ database, now });
  const checks = createPasswordChecks(measures);
  const throttle = createLoginThrottle(now);
  /** By `nameKey`. */
  const guests = new Map<string, UserRow>();

  const everybody = (): UserRow[] => [...users.all(), ...guests.values()];
  const named = (username: string): UserRow | null => guests.get(nameKey(username)) ?? users.named(username);
  const isGuest = (user: UserRow): boolean => guests.get(nameKey(user.username))?.id === user.id;
  const shown = (user: UserRow) => shownUser(user, tokens.countOf(user.id, now()), now());

  const made = async (username: string, password: string): Promise<UserRow> => {
    const hash = await checks.make(password);
    const createdAt = now().toISOString();
    return { id: randomUUID(), username, createdAt, passwords: [{ since: createdAt, until: null, hash }], lastToken: null };
  };

  /** Null for a wrong name or password. @throws StationError `service-busy` */
  const check = async (username: string, password: string): Promise<UserRow | null> => {
    const own = named(username);
    const at = now();
    const all = everybody().map((user) => goodPasswords(user, at));
    const found = await checks.find(password, own ? goodPasswords(own, at) : [], all);
    // The user may have been removed, or the password may have expired, during the check.
    const still = found && named(username);
    return still && still.id === own?.id && goodPasswords(still, now()).some(({ hash }) => hash === found.hash) ? still : null;
  };

  const issue = (user: UserRow): TokenAnswer => {
    const issued = now();
    const lasts = minutes();
    const expires = new Date(issued.getTime() + lasts * 60_000);
    const guest = isGuest(user);
    const token = database.transaction(() => {
      if (!guest) users.put({ ...user, lastToken: issued.toISOString() });
      return tokens.issue(user.id, issued, expires, guest);
    });
    return { kind: 'issued', token, minutes: lasts, issued, expires, caller: { id: user.id, name: user.username, guest } };
  };

  const renewed = async (id: string, password: string, hours: number, isProvided = false): Promise<UserRow> => {
    users.get(id);
    const hash = await checks.make(password);
    const user = { ...withPassword(users.get(id), hash, hours, now()), ...(isProvided && { provided: hash }) };
    users.put(user);
    return user;
  };

  return {
    async token(username, password, address) {
      const user = named(username);
      // Nobody knows the name of a guest but the self-test: what it tries on purpose does not count against this machine.
      const trier = { name: nameKey(username), userId: user?.id ?? null, address: user && isGuest(user) ? null : address };
      const locked = (): TokenAnswer | null => {
        const retryAfter = throttle.wait(trier);
        return retryAfter > 0 ? { kind: 'locked', retryAfter } : null;
      };
      // Before it waits for its turn, so that one who is locked out takes no place; and again when its turn has come.
      const before = locked();
      if (before) return before;
      return checks.inTurn(async () => {
        const meanwhile = locked();
        if (meanwhile) return meanwhile;
        const attempt = throttle.begin(trier);
        let outcome: Parameters<typeof attempt.end>[0] = 'none';
        try {
          const known = await check(username, password);
          outcome = known ? 'right' : 'wrong';
          return known ? issue(known) : { kind: 'refused' };
        } finally {
          attempt.end(outcome);
        }
      });
    },

    callerOf(token) {
      const id = tokens.userOf(token, now());
      if (id === null) return null;
      const guest = [...guests.values()].find((one) => one.id === id);
      const user = guest ?? users.find(id);
      return user && { id, name: user.username, guest: guest !== undefined };
    },

    users: () => users.all().map(shown),

    async add(username): Promise<WithPassword> {
      if (users.named(username)) throw new StationError('service-user-taken', { name: username });
      const password = madePassword();
      const user = await made(username, password);
      users.put(user);
      return { user: shown(user), password };
    },

    async provide(username, password, hours = 0) {
      const name = usernameSchema.safeParse(username);
      if (!name.success) throw new StationError('wrong-use', { what: 'STATION_SERVICE_USERNAME' });
      if (password.length < minPasswordLength || isTooLong(password))
        throw new StationError('wrong-use', { what: 'STATION_SERVICE_PASSWORD' });
      const user = users.named(name.data);
      if (!user) {
        const added = await made(name.data, password);
        return users.put({ ...added, ...(added.passwords[0] && { provided: added.passwords[0].hash }) });
      }
      // What it gave last it has given: another that was made since then stays, also when this one has ended.
      const { provided } = user;
      if (provided && (await checks.find(password, [provided], []))) return;
      const inForce = goodPasswords(user, now()).slice(0, 1);
      const found = await checks.find(password, inForce, []);
      if (found) users.put({ ...users.get(user.id), provided: found });
      else await renewed(user.id, password, hours, true);
    },

    async renew(id, hours) {
      const password = madePassword();
      return { user: shown(await renewed(id, password, hours)), password };
    },

    revoke(id) {
      users.get(id);
      const revoked = tokens.countOf(id, now());
      tokens.removeOf(id);
      return revoked;
    },

    remove(id) {
      users.get(id);
      database.transaction(() => {
        users.remove(id);
        tokens.removeOf(id);
      });
    },

    async guest() {
      const password = madePassword();
      const user = await made(`self-test-${randomUUID()}`, password);
      guests.set(nameKey(user.username), user);
      return {
        username: user.username,
        password,
        end() {
          guests.delete(nameKey(user.username));
          tokens.removeOf(user.id);
        },
      };
    },
  };
}
