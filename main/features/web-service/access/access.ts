/** Users, passwords and tokens of the client's web service (interface description, endpoint A; Authentication). */
import { randomInt, randomUUID } from 'node:crypto';
import { minPasswordLength, type ServiceUser, usernameSchema } from '../../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { createPasswordChecks, type PasswordChecks } from './password-checks.ts';
import { type Caller, grantToken, type TokenAnswer } from './password-grant.ts';
import { isTooLong, type PasswordHash } from './password-hash.ts';
import { openTokenRepository, type TokenRepository } from './token-repository.ts';
import {
  nameKey,
  openUserRepository,
  toServiceUser,
  type UserRepository,
  type UserRow,
  validPasswords,
  withPassword,
} from './user-repository.ts';

export type WithPassword = { user: ServiceUser; password: string };

export type Access = {
  /**
   * The password grant. An unknown name takes as long as a wrong password; while the address, or the name from it, is throttled,
   * the right password is refused too. The token is on the disk, as a hash, when it resolves.
   * @param address the caller's, for the login throttle
   * @throws StationError `disk-full`, `service-busy` (answered 503 with Retry-After: its detail `retryAfter`, in seconds)
   */
  token(username: string, password: string, address: string): Promise<TokenAnswer>;
  /** Null for a token that is unknown, expired, revoked, or of a removed user. */
  callerOf(token: string): Caller | null;

  users(): ServiceUser[];
  /** Adds a user with a generated password, which is shown once. @throws StationError `service-user-taken`, `disk-full` */
  add(username: string): Promise<WithPassword>;
  /**
   * Adds the user that the environment names, unless the name exists. A password that is neither the valid one nor the last one
   * from the environment becomes the valid one; earlier passwords end after `hours` (0: at once).
   * @throws StationError `wrong-use` for an unusable name or password, `disk-full`
   */
  provide(username: string, password: string, hours?: number): Promise<void>;
  /** Generates a new password; earlier ones end after `hours`. @throws StationError `service-user-unknown` */
  renew(id: string, hours: number): Promise<WithPassword>;
  /** Revokes every token of the user; returns how many were valid. @throws StationError `service-user-unknown` */
  revoke(id: string): number;
  /** Removes the user with all tokens. @throws StationError `service-user-unknown` */
  remove(id: string): void;

  /** A user of this run alone, in memory, until `end`; listed nowhere. Its tokens end with it. */
  guest(): Promise<{ username: string; password: string; end(): void }>;
};

export type AccessDeps = {
  database: Database;
  now: () => Date;
  /** The current setting of the token lifetime. */
  minutes: () => number;
};

type AccessState = Pick<AccessDeps, 'database' | 'now' | 'minutes'> & {
  users: UserRepository;
  tokens: TokenRepository;
  checks: PasswordChecks;
  throttle: LoginThrottle;
  /** Users of self-tests, by `nameKey`. */
  guests: Map<string, UserRow>;
};

export function openAccess({ database, now, minutes }: AccessDeps): Access {
  const users = openUserRepository(database);
  const tokens = openTokenRepository({ database, now });
  const state: AccessState = {
    database,
    now,
    minutes,
    users,
    tokens,
    checks: createPasswordChecks(),
    throttle: createLoginThrottle(now),
    guests: new Map(),
  };
  return {
    token: (username, password, address) => requestToken(state, username, password, address),
    callerOf: (token) => callerOf(state, token),
    users: () => users.all().map((user) => toView(state, user)),
    add: (username) => addUser(state, username),
    provide: (username, password, hours = 0) => provideUser(state, username, password, hours),
    async renew(id, hours) {
      const password = generatePassword();
      return { user: toView(state, await changePassword(state, id, password, hours)), password };
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
    guest: () => addGuest(state),
  };
}

const userNamed = ({ guests, users }: AccessState, username: string): UserRow | null =>
  guests.get(nameKey(username)) ?? users.named(username);
const isGuest = ({ guests }: AccessState, user: UserRow): boolean => guests.get(nameKey(user.username))?.id === user.id;
const toView = ({ tokens, now }: AccessState, user: UserRow): ServiceUser => toServiceUser(user, tokens.countOf(user.id, now()), now());

const requestToken = (state: AccessState, username: string, password: string, address: string): Promise<TokenAnswer> =>
  grantToken(
    {
      checks: state.checks,
      now: state.now,
      userNamed: (name) => userNamed(state, name),
      users: () => [...state.users.all(), ...state.guests.values()],
      isGuest: (user) => isGuest(state, user),
      wait: state.throttle.wait,
      begin: (attempt) => state.throttle.wait(attempt) || state.throttle.begin(attempt),
      issue: (user) => issueToken(state, user),
    },
    username,
    password,
    address,
  );

function issueToken(state: AccessState, user: UserRow): TokenAnswer {
  const { database, users, tokens } = state;
  const issued = state.now();
  const minutes = state.minutes();
  const expires = new Date(issued.getTime() + minutes * 60_000);
  const guest = isGuest(state, user);
  const token = database.transaction(() => {
    if (!guest) users.put({ ...user, lastToken: issued.toISOString() });
    return tokens.issue(user.id, issued, expires, guest);
  });
  return { kind: 'issued', token, minutes, issued, expires, caller: { id: user.id, name: user.username, guest } };
}

function callerOf({ tokens, users, guests, now }: AccessState, token: string): Caller | null {
  const id = tokens.userOf(token, now());
  if (id === null) return null;
  const guest = [...guests.values()].find((one) => one.id === id);
  const user = guest ?? users.find(id);
  return user && { id, name: user.username, guest: guest !== undefined };
}

/** A user who is not stored yet, and the hash of the password. */
export async function newUser(
  { checks, now }: Pick<AccessState, 'checks' | 'now'>,
  username: string,
  password: string,
): Promise<{ user: UserRow; hash: PasswordHash }> {
  const hash = await checks.make(password);
  const createdAt = now().toISOString();
  return { user: { id: randomUUID(), username, createdAt, passwords: [{ since: createdAt, until: null, hash }], lastToken: null }, hash };
}

async function addUser(state: AccessState, username: string): Promise<WithPassword> {
  if (state.users.named(username)) throw new StationError('service-user-taken', { name: username });
  const password = generatePassword();
  const { user } = await newUser(state, username, password);
  state.users.put(user);
  return { user: toView(state, user), password };
}

async function changePassword(state: AccessState, id: string, password: string, hours: number, isProvided = false): Promise<UserRow> {
  const { users, checks, now } = state;
  users.get(id);
  const hash = await checks.make(password);
  const user = { ...withPassword(users.get(id), hash, hours, now()), ...(isProvided && { provided: hash }) };
  users.put(user);
  return user;
}

async function provideUser(state: AccessState, username: string, password: string, hours: number): Promise<void> {
  const { users, checks, now } = state;
  const name = providedName(username, password);
  const user = users.named(name);
  if (!user) {
    const added = await newUser(state, name, password);
    return users.put({ ...added.user, provided: added.hash });
  }
  // The environment's password counts once: a password that was set since then stays, also after this one has ended.
  if (user.provided && (await checks.find(password, [user.provided], []))) return;
  const found = await checks.find(password, validPasswords(user, now()).slice(0, 1), []);
  if (found) users.put({ ...users.get(user.id), provided: found });
  else await changePassword(state, user.id, password, hours, true);
}

/** @throws StationError `wrong-use` for an unusable name or password of the environment */
export function providedName(username: string, password: string): string {
  const name = usernameSchema.safeParse(username);
  if (!name.success) throw new StationError('wrong-use', { what: 'STATION_SERVICE_USERNAME' });
  if (password.length < minPasswordLength || isTooLong(password)) throw new StationError('wrong-use', { what: 'STATION_SERVICE_PASSWORD' });
  return name.data;
}

async function addGuest(state: AccessState): Promise<{ username: string; password: string; end(): void }> {
  const { guests, tokens } = state;
  const password = generatePassword();
  const { user } = await newUser(state, `self-test-${randomUUID()}`, password);
  const key = nameKey(user.username);
  guests.set(key, user);
  return {
    username: user.username,
    password,
    end() {
      guests.delete(key);
      tokens.removeOf(user.id);
    },
  };
}

/** Without characters that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const passwordLength = 24;

/** Generates a password that is shown once, can be read out over the telephone, and is too long to guess. */
export const generatePassword = (): string =>
  Array.from({ length: passwordLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
