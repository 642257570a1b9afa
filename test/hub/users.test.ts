/** `users` and `serve` with the hub's database: what an administrator types. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { runHere } from '../support/cli/run-cli.ts';
import { workerDatabase } from '../support/hub/postgres.ts';
import { tempDir } from '../support/temp-dir.ts';

test('users are added, listed, renewed, revoked and removed in the database', async () => {
  const [home, url] = [await tempDir(), await workerDatabase()];
  const env = { STATION_DATABASE_URL: url, STATION_HUB_KEY: randomBytes(32).toString('base64') };
  const users = (...args: string[]) => runHere(['users', ...args], home, { ...env });
  const added = await users('add', 'provider', '--json');
  expect([added.code, JSON.parse(added.stdout)]).toMatchObject([0, { username: 'provider', password: expect.stringMatching(/^\w{24}$/) }]);
  expect((await users('add', 'Provider')).code).toBe(2);
  expect((await users('renew', 'provider', '--hours', '2')).stdout.trim()).toMatch(/^\w{24}$/);
  const listed = await users('list', '--json');
  expect(JSON.parse(listed.stdout).users).toMatchObject([{ username: 'provider', tokens: 0, passwords: [{ until: null }, {}] }]);
  expect(JSON.parse((await users('revoke', 'provider', '--json')).stdout)).toEqual({ username: 'provider', revoked: 0 });
  expect((await users('remove', 'provider')).code).toBe(0);
  expect((await users('revoke', 'provider')).code).toBe(2);
});

test('refuses what is not set up, in one sentence', async () => {
  const home = await tempDir();
  const url = await workerDatabase();
  const key = randomBytes(32).toString('base64');
  const refusal = async (args: string[], env: Record<string, string>) => {
    const { code, stdout, stderr } = await runHere(args, home, env);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    return stderr.trim();
  };
  expect(await refusal(['serve'], { STATION_DATABASE_URL: url })).toContain('STATION_HUB_KEY has to be 32 bytes');
  expect(await refusal(['serve'], { STATION_DATABASE_URL: 'mysql://x/y', STATION_HUB_KEY: key })).toContain('STATION_DATABASE_URL is not');
  const both = { STATION_DATABASE_URL: url, STATION_HUB_KEY: key };
  expect(await refusal(['serve', '--data-dir', 'data'], both)).toContain('leave out --data-dir');
  expect(await refusal(['serve', '--publish', 'folder'], both)).toContain('watches no folder');
  for (const variable of ['STATION_HUB_CONTENT_DAYS', 'STATION_HUB_METADATA_DAYS', 'STATION_HUB_UNCLAIMED_DAYS']) {
    const unusable = `${variable} has a value that cannot be used: it is`;
    expect(await refusal(['serve'], { ...both, [variable]: 'a week' })).toContain(`${unusable} a whole number`);
    expect(await refusal(['serve'], { ...both, [variable]: '100000' })).toContain(`${unusable} at most 99999`);
  }
  expect(await refusal(['serve', '--port', '0'], both)).toContain('user');
  const other = randomBytes(32).toString('base64');
  expect(await refusal(['serve', '--port', '0'], { ...both, STATION_HUB_KEY: other })).toContain('another key');
});
