/** The daily copies of the database: made in the background, three of them stored, and restored by `restore`. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { list, offline, openQueueCli, type QueueCli, run, signNow } from '../support/cli/cli.ts';
import { runCli, runHere } from '../support/cli/run-cli.ts';
import { prepareDiskShim } from '../support/disk-shim/disk-shim.ts';
import { openStationDatabase, pathForCopy, startBackgroundChecks } from '../support/doors/storage.ts';
import { inDatabase } from '../support/storage/damaged-database.ts';
import { longWait } from '../support/waiting.ts';

const folderOf = ({ dataDir }: QueueCli) => join(dataDir, 'daily-backups');
const copies = async (cli: QueueCli) => (existsSync(folderOf(cli)) ? (await readdir(folderOf(cli))).sort() : []);
const keyOf = ({ key }: QueueCli) => Buffer.from(key, 'base64');

/** A station that is open until its check of the day is done. */
async function openForADay(cli: QueueCli): Promise<string> {
  const before = await copies(cli);
  const database = openStationDatabase(cli.dataDir, keyOf(cli));
  let looks = 0;
  const keepKey = async () => {
    looks += 1;
  };
  const stop = startBackgroundChecks(database, () => keyOf(cli), keepKey, 0);
  const made = async () => (await copies(cli)).find((name) => name.startsWith('station-') && !before.includes(name));
  await expect.poll(made, longWait).toBeDefined();
  await stop();
  // Once a day the key is looked after, too.
  expect(looks).toBe(1);
  database.close();
  return (await made()) ?? '';
}

it('one a day is made, nothing in it is in clear, and three are kept', async () => {
  const cli = await openQueueCli();
  const [a = ''] = await cli.contracts('a');
  await cli.command([...offline, a]);
  await mkdir(folderOf(cli));
  const older = ['01', '02', '03'].map((day) => `station-2026-01-${day}T10-00-00-000Z.sqlite`);
  for (const name of older) await writeFile(join(folderOf(cli), name), '');
  const made = await openForADay(cli);
  expect(await copies(cli)).toEqual([...older.slice(1), made]);
  const bytes = await readFile(join(folderOf(cli), made));
  for (const marked of ['MARKED', 'SQLite format', keyOf(cli)]) expect(bytes.includes(marked)).toBe(false);
  const database = openStationDatabase(cli.dataDir, keyOf(cli));
  const inHours = (hours: number) => pathForCopy(cli.dataDir, new Date(Date.now() + hours * 3_600_000));
  expect([await inHours(19), await inHours(21)]).toEqual([null, join(folderOf(cli), 'unfinished.sqlite')]);
  database.requestScrub();
  database.scrub();
  expect(await copies(cli)).toEqual([]);
  database.close();
});

it('copies of a clock that was ahead leave first: they would keep out every new one', async () => {
  const cli = await openQueueCli();
  await cli.command([...offline, ...(await cli.contracts('a'))]);
  await mkdir(folderOf(cli));
  const ahead = ['01', '02', '03'].map((day) => `station-2099-01-${day}T10-00-00-000Z.sqlite`);
  for (const name of ahead) await writeFile(join(folderOf(cli), name), '');
  const made = await openForADay(cli);
  expect(await copies(cli)).toEqual([made, ...ahead.slice(1)]);
});

it('is restored next to the present files: nothing is sent by itself, and what was sent since is in doubt', async () => {
  const cli = await openQueueCli();
  const [a = '', b = '', c = ''] = await cli.contracts('a', 'b', 'c');
  await cli.command([...signNow, a]);
  await cli.command([...offline, b]);
  const copy = join(folderOf(cli), await openForADay(cli));
  await cli.command([...signNow, c]);
  inDatabase(cli.dataDir, keyOf(cli), (sql) => sql.exec('DELETE FROM job'));
  const calls = cli.calls();
  const restored = await cli.command(['restore', copy]);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  const { code, stderr } = await cli.command(list);
  expect([code, stderr]).toEqual([1, expect.stringContaining('A backup was restored')]);
  await cli.command(run);
  expect([await cli.listed(), cli.calls()]).toEqual([{ a: 'signed', b: 'failed', c: 'in-doubt' }, calls]);
  expect((await cli.command(['queue', 'retry', (await cli.ids()).b ?? ''])).code).toBe(0);
  await cli.command(run);
  expect([await cli.listed(), cli.calls()]).toEqual([{ a: 'signed', b: 'signed', c: 'in-doubt' }, calls + 1]);
});

it('is whole after a power cut at the end of its restore', async () => {
  const cli = await openQueueCli();
  await cli.command([...offline, ...(await cli.contracts('a'))]);
  const copy = join('daily-backups', await openForADay(cli));
  const folder = await realpath(cli.folder);
  const env = { STATION_VAULT_KEY: cli.key };
  const restore = async (name: string, killAt?: number) => {
    const dataDir = join(folder, name);
    await cp(cli.dataDir, dataDir, { recursive: true });
    const shim = await prepareDiskShim({ roots: [dataDir], scratch: folder, ...(killAt !== undefined && { killAt }) });
    const { code } = await runCli(['restore', join(dataDir, copy), '--data-dir', dataDir], folder, { ...env, ...shim.env });
    return { dataDir, shim, code };
  };
  const whole = await restore('whole');
  expect(whole.code).toBe(0);
  const steps = await whole.shim.steps();
  await whole.shim.discard();

  const { dataDir, shim, code } = await restore('cut', steps.length);
  expect(code).toBeNull();
  await shim.cutPower();
  const here = ['--data-dir', dataDir];
  const { stdout } = await runHere([...list, '--json', ...here], folder, env);
  const { documents } = JSON.parse(stdout) as { documents: { id: string; status: string; code: string }[] };
  expect(documents).toMatchObject([{ status: 'failed', code: 'resend-needed' }]);
  const resent = await runHere(['queue', 'retry', documents[0]?.id ?? '', ...here], folder, env);
  expect([resent.code, resent.stderr]).toEqual([0, expect.stringMatching(/^A backup was restored.*\nIn the queue again: 1\..*\n$/)]);
  const sent = await runHere([...run, ...here, '--profile-file', await cli.profile()], folder, {
    ...env,
    STATION_CLIENT_SECRET: cli.provider.secrets.clientSecret ?? '',
  });
  expect([sent.code, sent.stderr]).toEqual([0, expect.stringContaining('1 of 1: Signed')]);
});

it('that is not there, or damaged, changes nothing', async () => {
  const cli = await openQueueCli();
  const [a = ''] = await cli.contracts('a');
  await cli.command([...offline, a]);
  const name = 'station-2026-01-01T10-00-00-000Z.sqlite';
  const gone = await cli.command(['restore', join(cli.folder, name)]);
  expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining('it does not exist') });
  for (const bytes of [Buffer.alloc(40_960, 7), Buffer.alloc(0)]) {
    await writeFile(join(cli.folder, name), bytes);
    const damaged = await cli.command(['restore', join(cli.folder, name)]);
    expect([damaged.code, damaged.stderr]).toEqual([2, expect.stringContaining('The backup cannot be restored.')]);
  }
  const copy = join(folderOf(cli), await openForADay(cli));
  await rename(copy, join(cli.folder, 'station.sqlite'));
  inDatabase(cli.folder, keyOf(cli), (sql) => sql.exec('PRAGMA user_version = 99'));
  await rename(join(cli.folder, 'station.sqlite'), join(cli.folder, name));
  const newer = await cli.command(['restore', join(cli.folder, name)]);
  expect([newer.code, newer.stderr]).toEqual([2, expect.stringContaining('it is from a newer version of the station')]);
  expect(await cli.listed()).toEqual({ a: 'queued' });
});
