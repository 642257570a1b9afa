/**
 * Users, passwords and tokens of endpoint A in PostgreSQL: each replica reads them with each call, by the clock of the database, so that a
 * token that one issued is valid, and a revoked one is not, at all of them. The rules are those of a station.
 */
import { randomBytes } from 'node:crypto';
import {
  type Caller,
  clockTolerance,
  createPasswordChecks,
  generatePassword,
  grantToken,
  maxTokenLength,
  maxTokensOfUser,
  nameKey,
  newUser,
  type PasswordChecks,
  providedName,
  type TokenAnswer,
  tokenBytes,
  toServiceUser,
  type UserRow,
  userRowSchema,
  validPasswords,
  type WithPassword,
  withPassword,
} from '../main/features/web-service/web-service.ts';
import type { ServiceUser } from '../shared/domain/web-service/web-service.ts';
import { StationError } from '../shared/errors.ts';
import { addAudit } from './audit.ts';
import { createBatches } from './batches.ts';
import { byteaArray } from './bytea-array.ts';
import type { HubDatabase, Queryable } from './database.ts';
import type { HubKeys } from './hub-keys.ts';
import { openHubThrottle } from './login-throttle.ts';

/** Changes of users; each is committed when it resolves. See `Access` of a station. */
export type HubUsers = {
  users(): Promise<ServiceUser[]>;
  add(username: string): Promise<WithPassword>;
  provide(username: string, password: string, hours?: number): Promise<void>;
  renew(id: string, hours: number): Promise<WithPassword>;
  revoke(id: string): Promise<number>;
  remove(id: string): Promise<void>;
};

export type HubAccess = HubUsers & {
  token(username: string, password: string, address: string): Promise<TokenAnswer>;
  callerOf(token: string): Promise<Caller | null>;
};

export type HubAccessDeps = {
  database: HubDatabase;
  keys: HubKeys;
  /** The token lifetime. */
  minutes(): number;
};

type State = HubAccessDeps & { checks: PasswordChecks; now(): Date };

export function openHubAccess(deps: HubAccessDeps): HubAccess {
  const { database, keys } = deps;
  const { now } = database;
  const state: State = { ...deps, now, checks: createPasswordChecks() };
  const callerOf = createCallers(state);
  const throttle = openHubThrottle({ database, keys });
  const grant = {
    checks: state.checks,
    now,
    userNamed: (name: string) => userNamed(database.pool, name),
    users: () => allUsers(database.pool),
    isGuest: () => false,
    wait: throttle.wait,
    begin: throttle.begin,
    issue: (user: UserRow) => issueToken(state, user),
  };
  return {
    token: (username, password, address) => grantToken(grant, username, password, address),
    callerOf: async (token) => (token.length > maxTokenLength ? null : callerOf(token)),
    users: () => listUsers(state),
    add: (username) => addUser(state, username),
    provide: (username, password, hours = 0) => provideUser(state, username, password, hours),
    async renew(id, hours) {
      const password = generatePassword();
      const user = await changePassword(state, id, password, hours);
      return { user: toServiceUser(user, await countTokens(state, id), now()), password };
    },
    revoke: (id) =>
      database.transaction(async (client) => {
        await lockUser(client, id);
        await addAudit(client, 'user-revoked', id);
        const { rows } = await client.query<{ valid: boolean }>(
          'DELETE FROM service_token WHERE user_id = $1 RETURNING expires_at > $2 AND issued_at <= $3 AS valid',
          [id, now(), tolerated(now())],
        );
        return rows.filter(({ valid }) => valid).length;
      }),
    remove: (id) =>
      database.transaction(async (client) => {
        await lockUser(client, id);
        await addAudit(client, 'user-removed', id);
        await client.query('DELETE FROM service_user WHERE id = $1', [id]);
      }),
  };
}

/** A token that was issued later than this is not valid: the clock was put back. */
const tolerated = (now: Date): Date => new Date(now.getTime() + clockTolerance);

type Stored = { value: unknown };
const toRow = ({ value }: Stored): UserRow => userRowSchema.parse(value);

async function allUsers(client: Queryable): Promise<UserRow[]> {
  const { rows } = await client.query<Stored>('SELECT value FROM service_user ORDER BY created_at, id');
  return rows.map(toRow);
}

async function userNamed(client: Queryable, username: string): Promise<UserRow | null> {
  const { rows } = await client.query<Stored>('SELECT value FROM service_user WHERE name_key = $1', [nameKey(username)]);
  return rows[0] ? toRow(rows[0]) : null;
}

/** @throws StationError `service-user-unknown` */
async function lockUser(client: Queryable, id: string): Promise<UserRow> {
  const { rows } = await client.query<Stored>('SELECT value FROM service_user WHERE id = $1 FOR UPDATE', [id]);
  if (!rows[0]) throw new StationError('service-user-unknown');
  return toRow(rows[0]);
}

const update = (client: Queryable, user: UserRow) =>
  client.query('UPDATE service_user SET value = $2 WHERE id = $1', [user.id, JSON.stringify(user)]);

/** @throws StationError `service-user-taken` */
async function insert(client: Queryable, user: UserRow): Promise<void> {
  const { rowCount } = await client.query(
    'INSERT INTO service_user (id, name_key, created_at, value) VALUES ($1, $2, $3, $4) ON CONFLICT (name_key) DO NOTHING',
    [user.id, nameKey(user.username), user.createdAt, JSON.stringify(user)],
  );
  if (rowCount === 0) throw new StationError('service-user-taken', { name: user.username });
  await addAudit(client, 'user-added', user.id);
}

async function listUsers({ database, now }: State): Promise<ServiceUser[]> {
  const { rows } = await database.pool.query<Stored & { tokens: number }>(
    `SELECT value, (SELECT count(*) FROM service_token
        WHERE user_id = service_user.id AND expires_at > $1 AND issued_at <= $2)::int AS tokens
      FROM service_user ORDER BY created_at, id`,
    [now(), tolerated(now())],
  );
  return rows.map((row) => toServiceUser(toRow(row), row.tokens, now()));
}

async function countTokens({ database, now }: State, id: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM service_token WHERE user_id = $1 AND expires_at > $2 AND issued_at <= $3',
    [id, now(), tolerated(now())],
  );
  return rows[0]?.count ?? 0;
}

async function issueToken({ database, keys, now, minutes }: State, user: UserRow): Promise<TokenAnswer> {
  const issued = now();
  const [lifetime, token] = [minutes(), randomBytes(tokenBytes).toString('base64url')];
  const expires = new Date(issued.getTime() + lifetime * 60_000);
  const known = await database.transaction(async (client) => {
    // Removed since its password was compared: no token.
    const { rowCount } = await client.query(
      `UPDATE service_user SET value = jsonb_set(value, '{lastToken}', to_jsonb($2::text)) WHERE id = $1`,
      [user.id, issued.toISOString()],
    );
    if (rowCount === 0) return false;
    await client.query(
      `DELETE FROM service_token WHERE user_id = $1 AND (expires_at <= $2 OR token_hash IN
        (SELECT token_hash FROM service_token WHERE user_id = $1 ORDER BY issued_at DESC OFFSET ${maxTokensOfUser - 1}))`,
      [user.id, issued],
    );
    await client.query('INSERT INTO service_token (token_hash, user_id, issued_at, expires_at) VALUES ($1, $2, $3, $4)', [
      keys.lookup('token', token),
      user.id,
      issued,
      expires,
    ]);
    return true;
  });
  if (!known) return { kind: 'refused' };
  return { kind: 'issued', token, minutes: lifetime, issued, expires, caller: { id: user.id, name: user.username, guest: false } };
}

/** Calls that arrive while others are looked up share a query, which begins after they have arrived. */
const createCallers = ({ database, keys, now }: State): ((token: string) => Promise<Caller | null>) =>
  createBatches({
    maxRunning: 2,
    maxItems: 500,
    async run(tokens) {
      const { rows } = await database.pool.query<{ token: number; id: string; username: string }>({
        // Its tables stay small, so that any plan of a named statement is good.
        name: 'find-callers',
        text: `SELECT number::int AS token, id, value->>'username' AS username
          FROM unnest($1::bytea[]) WITH ORDINALITY AS one (hash, number)
          JOIN service_token ON token_hash = hash JOIN service_user ON id = user_id
          WHERE expires_at > $2 AND issued_at <= $3`,
        values: [byteaArray(tokens.map((token) => keys.lookup('token', token))), now(), tolerated(now())],
      });
      const found = new Map(rows.map(({ token, id, username }) => [token, { id, name: username, guest: false }]));
      return tokens.map((_, at) => found.get(at + 1) ?? null);
    },
    isOfOne: () => false,
  });

async function addUser(state: State, username: string): Promise<WithPassword> {
  const password = generatePassword();
  const { user } = await newUser(state, username, password);
  await state.database.transaction((client) => insert(client, user));
  return { user: toServiceUser(user, 0, state.now()), password };
}

async function changePassword(
  { database, checks, now }: State,
  id: string,
  password: string,
  hours: number,
  isProvided = false,
): Promise<UserRow> {
  const hash = await checks.make(password);
  return database.transaction(async (client) => {
    const user = { ...withPassword(await lockUser(client, id), hash, hours, now()), ...(isProvided && { provided: hash }) };
    await update(client, user);
    await addAudit(client, 'user-renewed', id);
    return user;
  });
}

/** Replicas that start at once with the same user add it once. */
async function provideUser(state: State, username: string, password: string, hours: number): Promise<void> {
  const { database, checks, now } = state;
  const name = providedName(username, password);
  const user = await userNamed(database.pool, name);
  if (!user) {
    const added = await newUser(state, name, password);
    try {
      return await database.transaction((client) => insert(client, { ...added.user, provided: added.hash }));
    } catch (thrown) {
      if (!(thrown instanceof StationError && thrown.problem.code === 'service-user-taken')) throw thrown;
      return provideUser(state, username, password, hours);
    }
  }
  // The environment's password counts once: a password that was set since then stays, also after this one has ended.
  if (user.provided && (await checks.find(password, [user.provided], []))) return;
  const found = await checks.find(password, validPasswords(user, now()).slice(0, 1), []);
  if (!found) return void (await changePassword(state, user.id, password, hours, true));
  await database.transaction(async (client) => update(client, { ...(await lockUser(client, user.id)), provided: found }));
}
