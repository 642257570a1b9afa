/** Users of the service and their passwords: new ones, those of the environment, guests, and what is left after a restart. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { decryptedDatabase } from '../support/storage/damaged-database.ts';
import { testKey } from '../support/storage/data-keys.ts';
import { here, issued, minute, openTestAccess, rows } from '../support/web-service/access.ts';

/** The next write fails as on a full disk. */
const fillDisk = ({ database }: Awaited<ReturnType<typeof openTestAccess>>, table: string) =>
  database.sql.exec(`CREATE TEMP TRIGGER full_${table} BEFORE INSERT ON main.${table} BEGIN SELECT RAISE(ABORT, 'no more'); END`);

test('users, passwords and tokens survive a restart, and none of them is readable on the disk', async () => {
  const at = await openTestAccess();
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
  for (const secret of ['proveedor-visible', password, token]) expect(disk).not.toContain(secret);
  // Nor is a password or token there for one who has the key; the name is.
  const decrypted = decryptedDatabase(at.dataDir, testKey).toString('latin1');
  expect(decrypted).toContain('proveedor-visible');
  for (const secret of [password, token]) expect(decrypted).not.toContain(secret);
});

test('two users cannot have one name, whatever its case, also when both are added at once', async () => {
  const at = await openTestAccess();
  const added = await Promise.allSettled([at.access.add('caller'), at.access.add('Caller')]);
  expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await codeOf(at.access.add('CALLER'))).toBe('service-user-taken');
  expect(at.access.users()).toHaveLength(1);
  at.reopen();
  expect(at.access.users()).toHaveLength(1);
});

test('after a password change both are valid for the stated time, then only the new one', async () => {
  const at = await openTestAccess();
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

test('a user from the environment is created once, and changed with the password there', async () => {
  const at = await openTestAccess();
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

test('a generated password survives a start with the unchanged environment; a changed environment applies', async () => {
  const at = await openTestAccess();
  const good = async (...passwords: string[]) => {
    const kinds: string[] = [];
    for (const password of passwords) kinds.push((await at.access.token('caller', password, here)).kind);
    return kinds;
  };
  const start = (password: string, hours: number) => at.reopen().provide('caller', password, hours);
  await start('the first password', 24);
  const made = (await at.access.renew(at.access.users()[0]?.id ?? '', 1)).password;
  const before = at.access.users();
  // While the one before continues, and when it has ended.
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

test('the guest of the self-test is not on the disk, in no list, and removed with its tokens', async () => {
  const at = await openTestAccess();
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

test('a change that cannot be written is not applied in memory either', async () => {
  const at = await openTestAccess();
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

test('a user whose row does not parse is not listed, cannot call, and stays; its name is free', async () => {
  const at = await openTestAccess();
  const { password } = await at.access.add('caller');
  const { token } = issued(await at.access.token('caller', password, here));
  at.database.sql.exec("UPDATE service_user SET value = '{}'");
  at.reopen();
  expect([at.access.users().length, at.access.callerOf(token), rows(at, 'service_user')]).toEqual([0, null, 1]);
  expect(await at.access.token('caller', password, here)).toEqual({ kind: 'refused' });
  const again = await at.access.add('CALLER');
  expect([at.access.users(), rows(at, 'service_user')]).toEqual([[again.user], 2]);
  expect(await codeOf(() => at.access.add('caller'))).toBe('service-user-taken');
});
