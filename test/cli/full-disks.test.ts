/** Each message about a disk or file that takes no more data names it and says what to do; the event log has what failed. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { csvRows, offline, openQueueCli, openScreenCli } from '../support/cli/cli.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { prepareDiskShim } from '../support/disk-shim/disk-shim.ts';
import { describeWith } from '../support/runner/need.ts';
import { compileCache, program } from '../support/runner/programs.ts';
import { mountOver, smallDisk } from '../support/storage/mounts.ts';

async function withBackup() {
  const cli = await openQueueCli();
  await cli.command([...offline, ...(await cli.contracts('a'))]);
  const file = join(cli.folder, 'station.zip');
  expect(await cli.command(['backup', file])).toMatchObject({ code: 0 });
  return { cli, file };
}

describeWith('small file system')('a full disk', () => {
  it('of a backup is named by the folder', async () => {
    const { cli } = await withBackup();
    const target = await smallDisk(64);
    expect(await cli.command(['backup', join(target, 'a.zip')])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The disk of “small” is full. There is no space left to save. Free some space, then run the command again.\n',
    });
  });

  it('of a restore is named by the data folder', async () => {
    const { cli, file } = await withBackup();
    const unmount = mountOver(await smallDisk(64), cli.dataDir);
    onTestFinished(unmount);
    expect(await cli.command(['restore', file])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`The disk of the data folder “${cli.dataDir}” takes no more data.`),
    });
  });

  it('results that another program has open are named, and the same command writes them once it is closed', async () => {
    const { screen, file, path, askedInAll } = await openScreenCli();
    await file('in.csv', 'nombre,cedula\nAna Ruiz,1\nFalla Interna Robledo,2\n');
    const command = ['--csv', 'in.csv', '--out', 'out.csv'];
    expect((await screen(command)).code).toBe(3);
    const earlier = await readFile(path('out.csv'));
    await cp(path('out.csv'), path('held'));
    // A file that is mounted cannot be replaced: EBUSY, as Windows answers for one that is open.
    const close = mountOver(path('held'), path('out.csv'));
    onTestFinished(close);
    const asked = askedInAll();
    expect(await screen(command)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /“out\.csv” cannot be replaced\. Cause: another program, such as Excel, has it open, or you may not replace it\. Close it in other programs, then run the same command again/,
      ),
    });
    expect(await readFile(path('out.csv'))).toEqual(earlier);
    expect(askedInAll()).toBe(asked + 1);
    close();
    expect((await screen(command)).code).toBe(3);
    expect(await csvRows(path('out.csv'))).toHaveLength(3);
  });
});

it('a backup that is larger than the disk takes one file says so', async () => {
  const { cli } = await withBackup();
  // In blocks of 512 bytes: 25 kB, as FAT32 ends at 4 GB.
  const command = ['-c', 'ulimit -f 50; exec "$@"', 'sh', process.execPath, program('station'), 'backup', join(cli.folder, 'b.zip')];
  const env = { PATH: process.env.PATH, HOME: cli.folder, LC_ALL: 'en_US.UTF-8', STATION_VAULT_KEY: cli.key, ...compileCache };
  const ended = promisify(execFile)('sh', [...command, '--data-dir', cli.dataDir], { env, timeout: 600_000 });
  expect(await ended.catch((error: unknown) => error)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The disk of “.+” refused to save\. .*USB drives often take 4 GB for one file.*Free some space/),
  });
});

it('the event log has a disk that fails by the code of the system, and not as wrong use', async () => {
  const { cli } = await withBackup();
  const target = join(cli.folder, 'target');
  await mkdir(target);
  const shim = await prepareDiskShim({ roots: [target], scratch: cli.folder, fail: { with: 'EIO', at: 1, times: 0 } });
  const run = async (file: string, env: Record<string, string> = {}) =>
    (await runCli(['backup', file, '--data-dir', cli.dataDir], cli.folder, { STATION_VAULT_KEY: cli.key, ...env })).code;
  expect([await run(join(target, 'a.zip'), shim.env), await run(join(cli.folder, 'none', 'a.zip'))]).toEqual([1, 2]);
  const lines = (await readFile(join(cli.dataDir, 'logs/station.log'), 'utf8')).trim().split('\n');
  const failed = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'failed');
  expect(failed).toMatchObject([{ code: 'system-fault', cause: 'EIO' }, { code: 'wrong-use' }]);
  expect(failed[1]).not.toHaveProperty('cause');
});
