/** Users, passwords and tokens of the service on a real disk: who gets in, who doesn't, and what is left after a restart. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Access, TokenAnswer } from '../../main/client-service/access/access.ts';
import { openAccess } from '../../main/client-service/access/open-access.ts';
import { openTokenStore } from '../../main/client-service/access/token-store.ts';
import { openDatabase } from '../../main/store/database.ts';
import { createSealer } from '../../main/vault/create-sealer.ts';
import type { DataKeys } from '../../main/vault/data-keys.ts';
import { StationError } from '../../shared/errors.ts';
import { someDataKeys } from '../fixtures/data-keys.ts';
import { refusal } from '../fixtures/sealed-place.ts';
import { tempDir } from '../fixtures/temp-dir.ts';

const minute = 60_000;
const here = '127.0.0.1';

/** Opened anew by `reopen`, as after a restart. */
async function desk() {
  const dataDir = await tempDir();
  const keys = await someDataKeys();
  const clock = { at: Date.parse('2026-03-02T08:00:00.123Z'), minutes: 20 };
  const open = (under: DataKeys) => {
    const database = openDatabase(dataDir);
    const parts = { database, sealer: createSealer(under), now: () => new Date(clock.at), minutes: () => clock.minutes };
    return { database, access: openAccess(parts) };
  };
  const now = { ...open(keys), dataDir, keys, clock, reopen };
  function reopen(under = keys): Access {
    now.database.close();
    Object.assign(now, open(under));
    return now.access;
  }
  onTestFinished(() => now.database.close());
  return now;
}
type Desk = Awaited<ReturnType<typeof desk>>;

const issued = (answer: TokenAnswer) => {
  if (answer.kind !== 'issued') throw new Error(answer.kind);
  return answer;
};
const codeOf = async (work: Promise<unknown> | (() => unknown)) => {
  const thrown = await refusal(typeof work === 'function' ? Promise.resolve().then(work) : work);
  return thrown instanceof StationError ? thrown.problem.code : thrown;
};
const rows = ({ database }: Desk, table: string) => Number(database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
/** The next write fails as on a full disk. */
const fillDisk = ({ database }: Desk, table: string) =>
  database.sql.exec(`CREATE TEMP TRIGGER full_${table} BEFORE INSERT ON main.${table} BEGIN SELECT RAISE(ABORT, 'no more'); END`);

test('the right password gets a token, good for as long as was said and by nothing else', async () => {
  const at = await desk();
  const { user, password } = await at.access.add('Proveedor.Uno');
  const answer = issued(await at.access.token('Proveedor.Uno', password, here));
  const caller = { id: user.id, name: 'Proveedor.Uno', guest: false };
  expect(answer).toMatchObject({ minutes: 20, caller });
  expect(answer.expires.getTime() - answer.issued.getTime()).toBe(20 * minute);
  expect(Buffer.from(answer.token, 'base64url')).toHaveLength(32);
  expect(at.access.callerOf(answer.token)).toEqual(caller);
  for (const other of ['', `${answer.token}=`, answer.token.toUpperCase(), answer.token.slice(1), 'x'.repeat(100_000)]) {
    expect(at.access.callerOf(other)).toBeNull();
  }
  expect(at.access.users()).toMatchObject([{ tokens: 1, lastToken: answer.issued.toISOString() }]);
  at.clock.at += 20 * minute - 1;
  expect(at.access.callerOf(answer.token)).toEqual(caller);
  at.clock.at += 1;
  expect(at.access.callerOf(answer.token)).toBeNull();
  expect(at.access.users()).toMatchObject([{ tokens: 0 }]);
});

test('a wrong password and a wrong name are refused alike; the case of the name does not count', async () => {
  const at = await desk();
  const { password } = await at.access.add('Caller');
  const refused = { kind: 'refused' };
  expect(await at.access.token('Caller', `${password}x`, here)).toEqual(refused);
  expect(await at.access.token('Caller', password.toLowerCase(), here)).toEqual(refused);
  expect(await at.access.token('Caller', '', here)).toEqual(refused);
  expect(await at.access.token('Caller ', password, here)).toEqual(refused);
  expect(await at.access.token('__proto__', password, here)).toEqual(refused);
  expect(rows(at, 'service_token')).toBe(0);
  expect((await at.access.token('cALLER', password, here)).kind).toBe('issued');
  expect(await codeOf(at.access.add('caller'))).toBe('service-user-taken');
  expect(at.access.users()).toHaveLength(1);
});

test('after five wrong passwords the right one is refused too, without being looked at, until the lock ends', async () => {
  const at = await desk();
  const { password } = await at.access.add('caller');
  const other = await at.access.add('other');
  const wrong = await Promise.all(Array.from({ length: 30 }, () => at.access.token('caller', 'not the password', '192.0.2.1')));
  expect(wrong.filter(({ kind }) => kind === 'refused')).toHaveLength(5);
  expect(wrong.filter(({ kind }) => kind === 'locked')).toHaveLength(25);
  expect(await at.access.token('CALLER', password, here)).toEqual({ kind: 'locked', retryAfter: 30 });
  expect((await at.access.token('other', other.password, '192.0.2.1')).kind).toBe('issued');
  at.clock.at += 30_000;
  expect((await at.access.token('caller', password, here)).kind).toBe('issued');
});

test('so many at once that more would only pile up: they are told to come later, and the others get theirs', async () => {
  const at = await desk();
  const { password } = await at.access.add('caller');
  const calls = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => at.access.token(n % 4 ? 'caller' : `nobody ${n}`, password, `192.0.2.${n}`)),
  );
  const busy = calls.filter((call) => call.status === 'rejected');
  expect(busy).toHaveLength(6);
  for (const { reason } of busy) expect(reason.problem.code).toBe('service-busy');
  expect(calls.filter((call) => call.status === 'fulfilled' && call.value.kind === 'issued').length).toBeGreaterThan(20);
});

test('users, passwords and tokens are there after a restart; neither names nor passwords nor tokens stand on the disk', async () => {
  const at = await desk();
  const { user, password } = await at.access.add('proveedor-visible');
  const { token } = issued(await at.access.token('proveedor-visible', password, here));
  const reopened = at.reopen();
  expect(reopened.callerOf(token)).toEqual({ id: user.id, name: 'proveedor-visible', guest: false });
  expect(reopened.users()).toMatchObject([{ username: 'proveedor-visible', tokens: 1 }]);
  expect((await reopened.token('proveedor-visible', password, here)).kind).toBe('issued');
  expect(await reopened.token('proveedor-visible', 'another password', here)).toEqual({ kind: 'refused' });
  const disk = readdirSync(at.dataDir)
    .map((name) => readFileSync(join(at.dataDir, name), 'latin1'))
    .join('');
  expect(disk).toContain(user.id);
  for (const secret of ['proveedor-visible', password, token]) expect(disk).not.toContain(secret);
});

test('tokens that ended go from the disk, and of one user’s no more than a hundred are good', async () => {
  const at = await desk();
  const now = () => new Date(at.clock.at);
  const parts = { database: at.database, sealer: createSealer(at.keys), now };
  const store = openTokenStore(parts);
  const issue = (user: string) => store.issue(user, now(), new Date(at.clock.at + 20 * minute), false);
  const kept = issue('other');
  const all = Array.from({ length: 102 }, () => {
    at.clock.at += 1;
    return issue('caller');
  });
  const good = (tokens: string[], from = store) => tokens.map((token) => from.userOf(token, now()));
  expect(good(all)).toEqual([null, null, ...Array(100).fill('caller')]);
  expect(good(all, openTokenStore(parts))).toEqual(good(all));
  expect(good([kept])).toEqual(['other']);
  expect(rows(at, 'service_token')).toBe(101);
  at.clock.at += 20 * minute - 1;
  const last = issue('other');
  expect(rows(at, 'service_token')).toBe(2);
  at.clock.at += 1;
  at.reopen();
  expect(rows(at, 'service_token')).toBe(1);
  expect(at.access.callerOf(last)).toBeNull();
});

test('a token that somebody writes into the database is none', async () => {
  const at = await desk();
  const { user, password } = await at.access.add('caller');
  const { token } = issued(await at.access.token('caller', password, here));
  const { sql } = at.database;
  const forged = 'a token of my own';
  const hash = createHash('sha256').update(forged).digest('base64url');
  sql.prepare('INSERT INTO service_token (hash, key, sealed) SELECT ?, key, sealed FROM service_token').run(hash);
  at.reopen();
  expect(at.access.callerOf(forged)).toBeNull();
  expect(at.access.callerOf(token)?.id).toBe(user.id);
  expect(rows(at, 'service_token')).toBe(1);
});

test('a new password: both are good for a while, then the new one alone', async () => {
  const at = await desk();
  const first = await at.access.add('caller');
  at.clock.at += minute;
  const second = await at.access.renew(first.user.id, 1);
  expect(second.password).not.toBe(first.password);
  expect(second.user.passwords).toEqual([
    { since: '2026-03-02T08:01:00.123Z', until: null },
    { since: '2026-03-02T08:00:00.123Z', until: '2026-03-02T09:01:00.123Z' },
  ]);
  for (const { password } of [first, second]) expect((await at.access.token('caller', password, here)).kind).toBe('issued');
  at.clock.at += 60 * minute;
  expect((await at.access.token('caller', first.password, here)).kind).toBe('refused');
  expect((await at.access.token('caller', second.password, here)).kind).toBe('issued');
  const third = await at.access.renew(first.user.id, 0);
  expect((await at.access.token('caller', second.password, here)).kind).toBe('refused');
  expect((await at.access.token('caller', third.password, here)).kind).toBe('issued');
  expect(await codeOf(at.access.renew('nobody', 0))).toBe('service-user-unknown');
});

test('revoked tokens and those of a user who is gone end, and nobody else’s', async () => {
  const at = await desk();
  const [one, two] = [await at.access.add('one'), await at.access.add('two')];
  const tokenOf = async (name: string, password: string) => issued(await at.access.token(name, password, here)).token;
  const tokens = [await tokenOf('one', one.password), await tokenOf('one', one.password), await tokenOf('two', two.password)];
  const good = () => tokens.map((token) => at.access.callerOf(token)?.name ?? null);
  expect(at.access.revoke(one.user.id)).toBe(2);
  expect(good()).toEqual([null, null, 'two']);
  expect(at.access.revoke(one.user.id)).toBe(0);
  tokens.push(await tokenOf('one', one.password));
  at.access.remove(one.user.id);
  expect(good()).toEqual([null, null, 'two', null]);
  expect(await at.access.token('one', one.password, here)).toEqual({ kind: 'refused' });
  at.reopen();
  expect(good()).toEqual([null, null, 'two', null]);
  expect(rows(at, 'service_token')).toBe(1);
  expect(await codeOf(() => at.access.remove(one.user.id))).toBe('service-user-unknown');
  expect(await codeOf(() => at.access.revoke(one.user.id))).toBe('service-user-unknown');
});

test('a user who is removed while the password is being checked gets none', async () => {
  const at = await desk();
  const { user, password } = await at.access.add('caller');
  const answer = at.access.token('caller', password, here);
  await setImmediate();
  at.access.remove(user.id);
  expect(await answer).toEqual({ kind: 'refused' });
  expect(rows(at, 'service_token')).toBe(0);
});

test('a user from the environment: made once, changed when the password there is another', async () => {
  const at = await desk();
  await at.access.provide('caller', 'the first password');
  const [made] = at.access.users();
  at.clock.at += minute;
  await at.access.provide('Caller', 'the first password');
  expect(at.access.users()).toEqual([made]);
  await at.access.provide('caller', 'the second password');
  expect(at.access.users()).toMatchObject([{ id: made?.id, passwords: [{ until: null }] }]);
  expect((await at.access.token('caller', 'the first password', here)).kind).toBe('refused');
  expect((await at.access.token('caller', 'the second password', here)).kind).toBe('issued');
  expect(await codeOf(at.access.provide('no name', 'the first password'))).toBe('wrong-use');
  expect(await codeOf(at.access.provide('caller', 'short'))).toBe('wrong-use');
  expect(await codeOf(at.access.provide('caller', 'x'.repeat(1025)))).toBe('wrong-use');
});

test('a password that was made meanwhile survives a start with the unchanged environment, and a changed one counts', async () => {
  const at = await desk();
  const good = async (...passwords: string[]) => {
    const kinds: string[] = [];
    for (const password of passwords) kinds.push((await at.access.token('caller', password, here)).kind);
    return kinds;
  };
  const start = (password: string, hours: number) => at.reopen().provide('caller', password, hours);
  await start('the first password', 24);
  const made = (await at.access.renew(at.access.users()[0]?.id ?? '', 1)).password;
  const before = at.access.users();
  // While the one before goes on, and when it has ended.
  await start('the first password', 0);
  expect(at.access.users()).toEqual(before);
  at.clock.at += 61 * minute;
  await start('the first password', 0);
  expect(await good('the first password', made)).toEqual(['refused', 'issued']);
  await start('the second password', 1);
  expect(await good('the second password', made)).toEqual(['issued', 'issued']);
  // Back to one that would end otherwise; then the one in force is no change.
  await start('the third password', 1);
  await start('the second password', 0);
  expect(await good('the second password', 'the third password', made)).toEqual(['issued', 'refused', 'refused']);
  const own = (await at.access.renew(at.access.users()[0]?.id ?? '', 1)).password;
  await start(own, 0);
  expect(await good('the second password', own)).toEqual(['issued', 'issued']);
  await start('the second password', 0);
  expect(await good('the second password', own)).toEqual(['issued', 'refused']);
});

test('the self-test’s guest is nowhere on the disk, in no list, and gone with its tokens', async () => {
  const at = await desk();
  const guest = await at.access.guest();
  // What guests try on purpose does not count against this machine.
  for (const { username, end } of [guest, ...(await Promise.all(Array.from({ length: 6 }, () => at.access.guest())))]) {
    const tries = [1, 2, 3].map(() => at.access.token(username, 'wrong on purpose', here));
    expect(await Promise.all(tries)).toEqual(Array(3).fill({ kind: 'refused' }));
    if (username !== guest.username) end();
  }
  const { token, caller } = issued(await at.access.token(guest.username, guest.password, here));
  expect(caller).toMatchObject({ name: guest.username, guest: true });
  expect(at.access.callerOf(token)).toEqual(caller);
  expect(at.access.users()).toEqual([]);
  expect([rows(at, 'service_user'), rows(at, 'service_token')]).toEqual([0, 0]);
  guest.end();
  expect(at.access.callerOf(token)).toBeNull();
  expect(await at.access.token(guest.username, guest.password, here)).toEqual({ kind: 'refused' });
  guest.end();
});

test('what the disk does not take does not count in memory either', async () => {
  const at = await desk();
  const { user, password } = await at.access.add('caller');
  fillDisk(at, 'service_token');
  await expect(at.access.token('caller', password, here)).rejects.toThrow();
  expect(at.access.users()).toEqual([user]);
  expect(() =>
    at.database.transaction(() => {
      at.access.remove(user.id);
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(at.access.users()).toEqual([user]);
  at.database.sql.exec('DROP TRIGGER full_service_token');
  const { token } = issued(await at.access.token('caller', password, here));
  expect(() =>
    at.database.transaction(() => {
      at.access.revoke(user.id);
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(at.access.callerOf(token)).not.toBeNull();
  fillDisk(at, 'service_user');
  await expect(at.access.add('other')).rejects.toThrow();
  await expect(at.access.renew(user.id, 0)).rejects.toThrow();
  at.database.sql.exec('DROP TRIGGER full_service_user');
  expect((await at.access.token('caller', password, here)).kind).toBe('issued');
  at.reopen();
  expect(at.access.users()).toMatchObject([{ id: user.id, tokens: 2 }]);
});

test('seals are renewed; under a key that is not at hand a user is left alone, and cannot call', async () => {
  const at = await desk();
  const { password } = await at.access.add('caller');
  const { token } = issued(await at.access.token('caller', password, here));
  await at.keys.renew();
  const { id } = at.keys.current();
  expect(at.access.renewSeals(id)).toBe(true);
  await at.keys.retireOld();
  at.reopen();
  expect(at.access.callerOf(token)?.name).toBe('caller');
  expect((await at.access.token('caller', password, here)).kind).toBe('issued');
  expect(at.access.locked()).toBe(0);

  const absent: DataKeys = { ...at.keys, find: () => 'absent', current: () => ({ id: 'f'.repeat(32), key: randomBytes(32) }) };
  at.reopen(absent);
  expect([at.access.locked(), at.access.users().length, at.access.callerOf(token)]).toEqual([1, 0, null]);
  expect(at.access.renewSeals('f'.repeat(32))).toBe(false);
  expect(await at.access.token('caller', password, here)).toEqual({ kind: 'refused' });
  at.reopen();
  expect(at.access.users()).toMatchObject([{ username: 'caller' }]);
  at.database.sql.exec("UPDATE service_user SET sealed = X'00'");
  at.reopen();
  expect([at.access.locked(), at.access.users().length, rows(at, 'service_user')]).toEqual([0, 0, 1]);
});
