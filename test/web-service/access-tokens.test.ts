/** Who gets a token of the service and who doesn't, how long it is good, and when it ends. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { openTokenRepository } from '../support/doors/web-service.ts';
import { here, issued, minute, openTestAccess, rows } from '../support/web-service/access.ts';

test('the right password gets a token that is valid for the stated time', async () => {
  const at = await openTestAccess();
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

test('a wrong password and an unknown name are refused in the same way; names are not case-sensitive', async () => {
  const at = await openTestAccess();
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

test('after five wrong passwords from an address the right one from there is refused unchecked until the wait ends, from another it is not', async () => {
  const at = await openTestAccess();
  const { password } = await at.access.add('caller');
  const other = await at.access.add('other');
  const wrong = await Promise.all(Array.from({ length: 30 }, () => at.access.token('caller', 'not the password', '192.0.2.1')));
  expect(wrong.filter(({ kind }) => kind === 'refused')).toHaveLength(5);
  expect(wrong.filter(({ kind }) => kind === 'locked')).toHaveLength(25);
  expect(await at.access.token('CALLER', password, '192.0.2.1')).toEqual({ kind: 'locked', retryAfter: 30 });
  expect((await at.access.token('CALLER', password, here)).kind).toBe('issued');
  expect((await at.access.token('other', other.password, '192.0.2.1')).kind).toBe('issued');
  at.clock.at += 30_000;
  expect((await at.access.token('caller', password, '192.0.2.1')).kind).toBe('issued');
});

test('password checks beyond the queue limit are refused with a retry time, and the others are answered', async () => {
  const at = await openTestAccess();
  const { password } = await at.access.add('caller');
  const calls = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => at.access.token(n % 4 ? 'caller' : `nobody ${n}`, password, `192.0.2.${n}`)),
  );
  const busy = calls.filter((call) => call.status === 'rejected');
  expect(busy).toHaveLength(6);
  for (const { reason } of busy) expect(reason.problem.code).toBe('service-busy');
  expect(calls.filter((call) => call.status === 'fulfilled' && call.value.kind === 'issued').length).toBeGreaterThan(20);
});

test('expired tokens are removed from the disk, and at most a hundred of one user are valid', async () => {
  const at = await openTestAccess();
  const now = () => new Date(at.clock.at);
  const parts = { database: at.database, now };
  const store = openTokenRepository(parts);
  const issue = (user: string) => store.issue(user, now(), new Date(at.clock.at + 20 * minute), false);
  const valid = issue('other');
  const all = Array.from({ length: 102 }, () => {
    at.clock.at += 1;
    return issue('caller');
  });
  const good = (tokens: string[], from = store) => tokens.map((token) => from.userOf(token, now()));
  expect(good(all)).toEqual([null, null, ...Array(100).fill('caller')]);
  expect(good(all, openTokenRepository(parts))).toEqual(good(all));
  expect(good([valid])).toEqual(['other']);
  expect(rows(at, 'service_token')).toBe(101);
  at.clock.at += 20 * minute - 1;
  const last = issue('other');
  expect(rows(at, 'service_token')).toBe(2);
  at.clock.at += 1;
  at.reopen();
  expect(rows(at, 'service_token')).toBe(1);
  expect(at.access.callerOf(last)).toBeNull();
});

test('a token that was written into the database from outside is not valid', async () => {
  const at = await openTestAccess();
  const { user, password } = await at.access.add('caller');
  const { token } = issued(await at.access.token('caller', password, here));
  const { sql } = at.database;
  const forged = 'a token of my own';
  const hash = createHash('sha256').update(forged).digest('base64url');
  sql.prepare("INSERT INTO service_token (hash, value) VALUES (?, '{}')").run(hash);
  at.reopen();
  expect(at.access.callerOf(forged)).toBeNull();
  expect(at.access.callerOf(token)?.id).toBe(user.id);
  expect(rows(at, 'service_token')).toBe(1);
});

test('revoked tokens and those of a removed user end, and no others', async () => {
  const at = await openTestAccess();
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

test('a user that is removed during the password check gets no token', async () => {
  const at = await openTestAccess();
  const { user, password } = await at.access.add('caller');
  const answer = at.access.token('caller', password, here);
  await setImmediate();
  at.access.remove(user.id);
  expect(await answer).toEqual({ kind: 'refused' });
  expect(rows(at, 'service_token')).toBe(0);
});
