/** Users of the web service on a server: `users`, and a password that the environment changes while `serve` runs. */
import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { jsonBy, runHere } from '../support/cli/run-cli.ts';
import { events, keyed, type Served, serving, servingHereIn, servingIn, user } from '../support/cli/serving.ts';
import { closing } from '../support/closing.ts';
import { createCaller, newRecord } from '../support/doors/practice.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';
import { askToken, sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';

const statusesOf = async (url: string, username: string, passwords: readonly string[]): Promise<number[]> => {
  const all: number[] = [];
  for (const password of passwords) all.push((await askToken(url, { username, password })).status);
  return all;
};
/** With an empty question: only the token counts. */
const statusWith = async (url: string, token: string): Promise<number> =>
  (await sendToDocuments(url, token, { JsonTransaction: {} })).status;

test('users are added, listed, given a new password with hours for the earlier one, revoked and removed', async () => {
  const home = await tempDir();
  const run = (...args: string[]) => runHere(['users', ...args, '--data-dir', 'data'], home, keyed);
  const json = jsonBy(run);
  const none = await run('list', '--json');
  expect([none.code, JSON.parse(none.stdout), none.stderr]).toEqual([
    0,
    { users: [] },
    expect.stringMatching(/^Note: .*check --data-dir\.\n$/),
  ]);

  const added = await run('add', 'Bank.Provider');
  expect([added.code, added.stdout]).toEqual([0, expect.stringMatching(/^[A-Za-z2-9]{24}\n$/)]);
  expect(added.stderr).toContain('not shown again');
  const first = added.stdout.trim();
  const taken = await run('add', 'bank.provider');
  expect([taken.code, taken.stdout]).toEqual([2, '']);

  // By the name in any case, as at the service.
  const until = Date.now() + 48 * 3_600_000;
  const renewed = await json('renew', 'bank.PROVIDER', '--hours', '48');
  expect(renewed).toMatchObject({ username: 'Bank.Provider', password: expect.stringMatching(/^[A-Za-z2-9]{24}$/) });
  expect(Date.parse(renewed.until)).toBeGreaterThanOrEqual(until);
  expect(renewed.password).not.toBe(first);

  const served = await servingHereIn(home, [], keyed);
  expect(await statusesOf(served.url, 'Bank.Provider', [first, renewed.password, 'neither of the two'])).toEqual([200, 200, 400]);
  const token = await tokenFor(served.url, { username: 'bank.provider', password: renewed.password });
  expect(await statusWith(served.url, token)).toBe(200);
  const meanwhile = await run('list');
  expect([meanwhile.code, meanwhile.stdout, meanwhile.stderr]).toEqual([2, '', expect.stringContaining('data folder')]);
  expect(await served.stop()).toBe(0);

  const {
    users: [listed],
  } = await json('list');
  expect(listed).toEqual({
    username: 'Bank.Provider',
    createdAt: expect.stringMatching(/Z$/),
    passwords: [
      { since: expect.stringMatching(/Z$/), until: null },
      { since: listed.createdAt, until: renewed.until },
    ],
    tokens: 3,
    lastToken: expect.stringMatching(/Z$/),
  });
  const words = await run('list');
  expect(words.stdout.split('\n')[1]).toMatch(/^Bank\.Provider {2}(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d {2}){2}3 +\d{4}-/);
  expect(await json('revoke', 'Bank.Provider')).toEqual({ username: 'Bank.Provider', revoked: 3 });
  expect(await json('renew', 'Bank.Provider', '--hours', '0')).toMatchObject({ until: null });
  const again = await servingHereIn(home, [], keyed);
  expect(await statusWith(again.url, token)).toBe(401);
  expect(await statusesOf(again.url, 'Bank.Provider', [first, renewed.password])).toEqual([400, 400]);
  expect(await again.stop()).toBe(0);

  const otherKey = { STATION_VAULT_KEY: randomBytes(32).toString('base64') };
  const left = await runHere(['users', 'list', '--json', '--data-dir', 'data'], home, otherKey);
  expect([left.code, left.stdout]).toEqual([2, '']);
  expect(await json('remove', 'Bank.Provider')).toEqual({ username: 'Bank.Provider', removed: true });
  expect(await json('list')).toEqual({ users: [] });
});

test('wrong use of users prints one sentence, and changes nothing', async () => {
  const home = await tempDir();
  const cases: [args: string[], says: string][] = [
    [[], 'users list, users add NAME'],
    [['change', 'a'], 'users list, users add NAME'],
    [['list', 'a'], '“users list”'],
    [['add'], '“users add” takes one name'],
    [['remove', 'a', 'b'], '“users remove” takes one name'],
    [['add', 'two words'], 'up to 64'],
    [['add', 'a', '--hours', '3'], 'only be used with users renew'],
    [['add', 'a', '--password', 'a long enough password'], 'no option --password'],
    [['renew', 'a', '--hours', '721'], 'from 0 to 720'],
    [['renew', 'a', '--hours', '1.5'], 'from 0 to 720'],
    [['renew', 'nobody-of-that-name'], 'no user of that name'],
    [['revoke', 'nobody-of-that-name'], 'no user of that name'],
    [['remove', 'nobody-of-that-name'], 'no user of that name'],
  ];
  for (const [args, says] of cases) {
    const { code, stdout, stderr } = await runHere(['users', ...args, '--data-dir', 'data'], home, keyed);
    expect([code, stdout], says).toEqual([2, '']);
    expect(stderr).toContain(says);
    expect(stderr.trim().split('\n'), says).toHaveLength(1);
    expect(stderr).not.toContain('nobody-of-that-name');
    expect(stderr).not.toContain('long enough');
  }
});

/** Until there are so many of them; the service tells when it is through. */
async function readAgain(served: Served, times: number): Promise<{ event: string; code?: string }> {
  served.child.kill('SIGHUP');
  const reloads = () => events(served).filter(({ event }) => event.endsWith('reloaded'));
  await vi.waitFor(() => expect(reloads().length).toBeGreaterThanOrEqual(times), { ...longWait, interval: 10 });
  const [last] = reloads().slice(-1);
  if (!last) throw new Error('nothing was told');
  return last;
}

test('a changed password file: both passwords are valid from SIGHUP on, no call is cut off, and an invalid password changes nothing', async () => {
  const home = await tempDir();
  const file = join(home, 'password');
  const put = async (text: string) => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  const env = { ...keyed, STATION_SERVICE_USERNAME: user.username, STATION_SERVICE_PASSWORD_FILE: 'password' };
  const [first, second, third] = ['the first password', 'the second password', 'the third password'];
  await put(`${first}\n`);
  const served = await servingIn(home, [], env);
  const { url, child, ended } = served;
  const token = await tokenFor(url, { username: user.username, password: first });
  const caller = closing(createCaller({ url, username: user.username, password: first, retry: { attempts: 1 } }));

  expect(await readAgain(served, 1)).toMatchObject({ event: 'reloaded' });
  expect(await statusesOf(url, user.username, [first, second])).toEqual([200, 400]);
  await put(`${second}\n`);
  expect(await readAgain(served, 2)).toMatchObject({ event: 'reloaded' });
  expect(await statusesOf(url, user.username, [first, second])).toEqual([200, 200]);
  expect(await statusWith(url, token)).toBe(200);
  expect((await caller.push(newRecord('usual', Math.random))).status).toBe(200);

  await put('short');
  expect(await readAgain(served, 3)).toMatchObject({ event: 'not-reloaded', code: 'wrong-use' });
  await rename(file, `${file}.gone`);
  expect(await readAgain(served, 4)).toMatchObject({ event: 'not-reloaded', code: 'wrong-use' });
  expect(await statusesOf(url, user.username, [first, second])).toEqual([200, 200]);
  expect(served.output().stderr.trim().split('\n')).toEqual([expect.stringContaining('12'), expect.stringContaining('_FILE')]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  for (const secret of [first, second, 'short']) expect(served.output().stdout + served.output().stderr).not.toContain(secret);

  // At the next start without a time for them: the ones before have ended.
  await put(third);
  const next = await servingHereIn(home, [], { ...env, STATION_SERVICE_OLD_PASSWORD_HOURS: '0' });
  expect(await statusesOf(next.url, user.username, [first, second, third])).toEqual([400, 400, 200]);
});

test('without a password file SIGHUP reports that, and the service continues', async () => {
  const served = await serving();
  expect(await readAgain(served, 1)).toMatchObject({ event: 'not-reloaded', code: 'wrong-use' });
  expect((await askToken(served.url, user)).status).toBe(200);
});
