/** `backup` and `restore`: a data folder as one file, and what a person has to release afterwards. */
import { randomBytes } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, realpath, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { list, offline, openQueueCli, type QueueCli, run, signNow, statuses } from '../support/cli/cli.ts';
import { runCli, runHere, startHere } from '../support/cli/run-cli.ts';
import { prepareDiskShim } from '../support/disk-shim/disk-shim.ts';
import { lockDataFolder } from '../support/doors/storage.ts';
import { testWith } from '../support/runner/need.ts';
import { mountOver, smallDisk } from '../support/storage/mounts.ts';
import { longWait } from '../support/waiting.ts';

/** `a` is signed and `b` waits when the backup is made; `c` is signed afterwards. */
async function scene() {
  const cli = await openQueueCli();
  const [a = '', b = '', c = ''] = await cli.contracts('a', 'b', 'c');
  await cli.command([...signNow, a]);
  await cli.command([...offline, b]);
  const file = join(cli.folder, 'station.zip');
  const made = await cli.command(['backup', file]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toEqual({ name: 'station.zip', size: (await readFile(file)).length, files: 4, missing: 0 });
  await cli.command([...signNow, c]);
  return { cli, file, paths: { a, b, c } };
}

const touched = async (path: string): Promise<string> => {
  await writeFile(path, '');
  return path;
};

const shown = async ({ command }: QueueCli) => {
  const { code, json, stderr } = await command(list);
  return { code, stderr, documents: Object.fromEntries(json.documents.map(({ path, status, code: why }) => [path, [status, why]])) };
};
/** The files of the data folder with their bytes; `lock.sqlite` is no data. */
/** Without the lock and the log, which every command writes. */
const contents = async (dataDir: string) => {
  const names = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => !/lock\.sqlite|[\\/]logs[\\/]/.test(path));
  return Object.fromEntries(await Promise.all(paths.sort().map(async (path) => [path, await readFile(path, 'base64')])));
};

it('puts the data back, sends nothing by itself, and knows from the ledger what was sent since', async () => {
  const { cli, file, paths } = await scene();
  const calls = cli.calls();
  const restored = await cli.command(['restore', file]);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  const { before } = JSON.parse(restored.stdout);
  expect(await readdir(join(cli.dataDir, before))).toEqual(expect.arrayContaining(['encrypted', 'settings.sqlite', 'station.sqlite']));

  for (let time = 0; time < 2; time += 1) {
    const { code, stderr, documents } = await shown(cli);
    expect(code).toBe(1);
    expect(stderr).toMatch(/A backup was restored: the data are those of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d\./);
    expect(documents).toEqual({
      [paths.a]: ['signed', null],
      [paths.b]: ['failed', 'resend-needed'],
      [paths.c]: ['in-doubt', 'sent-unrecorded'],
    });
  }
  await cli.command(run);
  expect(cli.calls()).toBe(calls);
  await cli.command(['queue', 'acknowledge']);
  expect((await shown(cli)).code).toBe(0);

  const ids = await cli.ids();
  expect((await cli.command(['queue', 'retry', ids.b ?? ''])).code).toBe(0);
  await cli.command(run);
  expect([await cli.listed(), cli.calls()]).toEqual([{ a: 'signed', b: 'signed', c: 'in-doubt' }, calls + 1]);
});

it('after the data folder was lost, and the ledger with it: what waited is not sent either', async () => {
  const { cli, file } = await scene();
  const calls = cli.calls();
  await rm(cli.dataDir, { recursive: true });
  expect(JSON.parse((await cli.command(['restore', file])).stdout)).toEqual({ name: 'station.zip', before: null });
  await cli.command(run);
  expect([await cli.listed(), cli.calls()]).toEqual([{ a: 'signed', b: 'failed' }, calls]);
});

it('has what links in the data folder lead to, and is not written without it', async () => {
  const cli = await openQueueCli();
  await cli.command([...offline, ...(await cli.contracts('a', 'b'))]);
  const elsewhere = join(cli.folder, 'elsewhere');
  await mkdir(elsewhere);
  for (const name of ['encrypted', 'station.sqlite', 'sent-ledger']) {
    await rename(join(cli.dataDir, name), join(elsewhere, name));
    await symlink(join(elsewhere, name), join(cli.dataDir, name));
  }
  const file = join(cli.folder, 'linked.zip');
  expect(await cli.command(['backup', file])).toMatchObject({ code: 0 });
  await rename(join(elsewhere, 'encrypted'), join(elsewhere, 'encrypted-away'));
  expect(await cli.command(['backup', join(cli.folder, 'dangling.zip')])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/cannot use its data folder/),
  });
  await rm(cli.dataDir, { recursive: true });
  expect(await cli.command(['restore', file])).toMatchObject({ code: 0 });
  await cli.command(['queue', 'retry', ...Object.values(await cli.ids())]);
  expect(statuses(await cli.command(run))).toEqual({ a: 'signed', b: 'signed' });
});

testWith('small file system')('is not written while the disk of the encrypted files is away, and says what to do', async () => {
  const cli = await openQueueCli();
  await mkdir(join(cli.dataDir, 'encrypted'), { recursive: true });
  const unmount = mountOver(await smallDisk(4_096), join(cli.dataDir, 'encrypted'));
  await cli.command([...offline, ...(await cli.contracts('a'))]);
  const dailyCopy = join(cli.folder, 'station-2026-01-05T12-00-00-000Z.sqlite');
  await copyFile(join(cli.dataDir, 'station.sqlite'), dailyCopy);
  unmount();
  for (const command of [
    ['backup', join(cli.folder, 'station.zip')],
    ['restore', dailyCopy],
  ])
    expect(await cli.command(command)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /The folder “encrypted” was on another disk or share, and this is another one\. .*Connect the disk or share/,
      ),
    });
  expect((await readdir(cli.folder)).filter((name) => name.endsWith('.zip'))).toEqual([]);
});

testWith('small file system')('of before the encrypted files were on another disk is restored over a link to that disk', async () => {
  const { cli, file } = await scene();
  const encrypted = join(cli.dataDir, 'encrypted');
  const disk = join(await smallDisk(4_096), 'encrypted');
  await cp(encrypted, disk, { recursive: true });
  await rm(encrypted, { recursive: true });
  await symlink(disk, encrypted);
  await cli.command([...offline, ...(await cli.contracts('d'))]);
  expect(await cli.command(['restore', file])).toMatchObject({ code: 0 });
  expect(Object.values((await shown(cli)).documents).map(([status]) => status)).toContain('signed');
});

it('a file that is damaged, cut off or no backup, and another key: nothing is changed', async () => {
  const { cli, file } = await scene();
  const whole = await readFile(file);
  const flipped = Buffer.from(whole);
  const at = flipped.indexOf('station.sqlite') + 5_000;
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
  const bad = { flipped, cut: whole.subarray(0, whole.length - 500), foreign: Buffer.from('not a backup'), empty: Buffer.alloc(0) };
  const unchanged = await contents(cli.dataDir);
  for (const [name, bytes] of Object.entries(bad)) {
    await writeFile(join(cli.folder, name), bytes);
    const { code, stderr } = await cli.command(['restore', join(cli.folder, name)]);
    expect([name, code]).toEqual([name, 2]);
    expect(stderr).toMatch(/^The backup cannot be restored\./);
    expect(await contents(cli.dataDir), name).toEqual(unchanged);
  }
  const gone = await cli.command(['restore', join(cli.folder, 'gone')]);
  expect(gone).toMatchObject({ code: 2, stderr: expect.stringContaining('it does not exist') });
  const closed = await cli.command(['restore', file], { key: randomBytes(32).toString('base64') });
  expect(closed).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The backup is encrypted with another key\..*STATION_VAULT_KEY is not its key/),
  });
  expect(await contents(cli.dataDir)).toEqual(unchanged);
});

it.each(['backup', 'restore'])('%s with the database of a hub touches no data folder, and says how a hub is backed up', async (command) => {
  const cli = await openQueueCli();
  const file = join(cli.folder, 'station.zip');
  const [a = ''] = await cli.contracts('a');
  await cli.command([...offline, a]);
  await cli.command(['backup', file]);
  const before = await contents(cli.dataDir);
  const url = 'postgresql://hub:a-secret@db.example/hub';
  for (const env of [{ STATION_DATABASE_URL: url }, { STATION_DATABASE_URL_FILE: 'url' }]) {
    const args = [command, join(cli.folder, command === 'backup' ? 'hub.zip' : 'station.zip'), '--data-dir', cli.dataDir];
    const { code, stdout, stderr } = await runHere(args, cli.folder, env);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/pg_dump.*docs\/hub\.md/)]);
    expect(stderr).not.toContain('a-secret');
  }
  expect(await contents(cli.dataDir)).toEqual(before);
  expect(await readdir(cli.folder)).not.toContain('hub.zip');
});

it('a folder that is missing is wrong use, in words without an option that the command does not have', async () => {
  const { cli } = await scene();
  for (const command of ['backup', 'report'])
    expect(await cli.command([command, join(cli.folder, 'none', 'file')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the file cannot be written (its folder does not exist)'),
    });
});

it('a backup never takes the place of another file, and has nothing in clear', async () => {
  const { cli, file } = await scene();
  const first = await readFile(file);
  const again = await cli.command(['backup', file]);
  expect(JSON.parse(again.stdout)).toMatchObject({ name: expect.not.stringMatching(/^station\.backup$/) });
  expect(await readFile(file)).toEqual(first);
  for (const marked of ['MARKED', cli.key, Buffer.from(cli.key, 'base64')]) expect(first.includes(marked)).toBe(false);
});

it('refuses another number of files, and a folder without data', async () => {
  const cli = await openQueueCli();
  expect((await cli.command(['backup'])).stderr).toContain('take one file');
  expect((await cli.command(['restore', 'a', 'b'])).stderr).toContain('take one file');
  expect((await cli.command(['backup', 'file'])).stderr).toContain('nothing to back up');
});

it('refuses a folder without the database that its files need, and one that a command works on', async () => {
  const cli = await openQueueCli();
  const [a = ''] = await cli.contracts('a');
  await cli.command([...offline, a]);
  const lock = lockDataFolder(cli.dataDir, 'command-line');
  for (const command of ['backup', 'restore']) {
    expect(await cli.command([command, 'file'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Another station is using the data folder'),
    });
  }
  lock.release();
  for (const side of ['', '-wal', '-shm']) await rm(join(cli.dataDir, `station.sqlite${side}`), { force: true });
  expect(await cli.command(['backup', 'file'])).toMatchObject({ code: 2, stderr: expect.stringContaining('open the station once') });
});

it('a restore whose plan is damaged stops the start with a reason, and one whose mark alone is left is reported', async () => {
  const { cli, file } = await scene();
  await mkdir(join(cli.dataDir, 'restore'));
  await writeFile(join(cli.dataDir, 'restore/plan.json'), '{');
  for (const command of [list, ['backup', 'other'], ['restore', file]]) {
    expect(await cli.command(command)).toMatchObject({ code: 2, stderr: expect.stringContaining('Cause: the file was damaged.') });
  }
  await rm(join(cli.dataDir, 'restore'), { recursive: true });
  await writeFile(join(cli.dataDir, `restored-${new Date(2026, 0, 5, 12).getTime()}`), '');
  expect((await cli.command(list)).stderr).toContain('the data are those of 2026-01-05');
});

it('says how far it is, and Ctrl+C leaves neither a backup nor a part of one', async () => {
  const { cli, file } = await scene();
  // Takes no room on the disk, and some seconds to be read.
  await truncate(await touched(join(cli.dataDir, 'encrypted/large')), 8 * 2 ** 30);
  const env = { STATION_VAULT_KEY: cli.key };
  const running = startHere(['backup', 'large.zip', '--data-dir', cli.dataDir], cli.folder, env);
  await expect.poll(() => running.output().stderr, { ...longWait, interval: 5 }).toContain('MB');
  running.kill('SIGINT');
  const { code, stdout, stderr } = await running.ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^(?:\d+ of 8,590 MB\n)+It was cancelled\./);
  expect((await readdir(cli.folder)).filter((name) => /\.zip$|\.part$/.test(name))).toEqual([basename(file)]);
});

it('removes what a killed backup of the same data folder left next to the file, and nothing of a copy of it', async () => {
  const cli = await openQueueCli();
  await cli.command([...offline, ...(await cli.contracts('a'))]);
  const target = join(await realpath(cli.folder), 'target');
  await mkdir(target);
  const copy = join(cli.folder, 'copy');
  await cp(cli.dataDir, copy, { recursive: true });
  for (const dataDir of [cli.dataDir, copy]) {
    const shim = await prepareDiskShim({ roots: [target], scratch: await realpath(cli.folder), killAt: 3 });
    const { code } = await runCli(['backup', join(target, 'killed.zip'), '--data-dir', dataDir], cli.folder, shim.env);
    expect(code).toBeNull();
    await shim.discard();
  }
  const left = await readdir(target);
  expect(left).toEqual([expect.stringMatching(/^\.station-.*\.part$/), expect.stringMatching(/^\.station-.*\.part$/)]);
  for (const [dataDir, name, others] of [
    [cli.dataDir, 'one.zip', 1],
    [copy, 'two.zip', 0],
  ] as const) {
    expect((await runHere(['backup', join(target, name), '--data-dir', dataDir], cli.folder, {})).code).toBe(0);
    expect((await readdir(target)).filter((each) => each.endsWith('.part'))).toHaveLength(others);
  }
  expect((await readdir(target)).sort()).toEqual(['one.zip', 'two.zip']);
});

it.each([
  [['backup', 'target/a.zip'], 'Not done: the file cannot be written (the disk or drive fails).'],
  [
    ['screen', '--csv', 'people.csv', '--out', 'target/a.csv', '--practice'],
    'Not done: the file of --out cannot be written (the disk or drive fails).',
  ],
])('a target whose disk fails is a fault (1), not wrong use: %s', async (args, says) => {
  const cli = await openQueueCli();
  await cli.command(list);
  await writeFile(join(cli.folder, 'people.csv'), 'name;id\nAna Torres;79555001\n');
  const folder = await realpath(cli.folder);
  const target = join(folder, 'target');
  await mkdir(target);
  const shim = await prepareDiskShim({ roots: [target], scratch: folder, fail: { with: 'EIO', at: 1, times: 0 } });
  const env = { STATION_VAULT_KEY: cli.key, ...shim.env };
  const { code, stderr } = await runCli([...args, '--data-dir', cli.dataDir], folder, env);
  expect([code, stderr]).toEqual([1, `${says}\n`]);
});
