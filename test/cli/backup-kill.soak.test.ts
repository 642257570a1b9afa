/** `restore` killed at any step on the disk, also by a power cut: the data are those before it, or the backup's. */
import { cp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nameOf, offline, openQueueCli, signNow } from '../support/cli/cli.ts';
import { runCli, runHere } from '../support/cli/run-cli.ts';
import { type DiskShimOptions, prepareDiskShim } from '../support/disk-shim/disk-shim.ts';
import { createRandom } from '../support/kill/random.ts';
import { rounds, seed } from '../support/runner/soak.ts';

/** At least two: the restore is killed at its beginning and at its end. */
const total = Math.max(2, rounds(6));
const faults = rounds(2);

it(`a restore is killed ${total} times and meets ${faults} faults of the disk, seed ${seed}: nothing is lost, and nothing is sent`, async () => {
  const random = createRandom(seed);
  const cli = await openQueueCli();
  const folder = await realpath(cli.folder);
  const env = { STATION_VAULT_KEY: cli.key };
  const [a = '', b = '', c = ''] = await cli.contracts('a', 'b', 'c');
  await cli.command([...signNow, a]);
  await cli.command([...offline, b]);
  const file = join(folder, 'station.zip');
  await cli.command(['backup', file]);
  await cli.command([...signNow, c]);
  const calls = cli.calls();
  const profile = await cli.profile();

  const restoring = async (name: string, fault: Pick<DiskShimOptions, 'killAt' | 'fail'> = {}) => {
    const dataDir = join(folder, name);
    await cp(cli.dataDir, dataDir, { recursive: true });
    const shim = await prepareDiskShim({ roots: [dataDir], scratch: folder, ...fault });
    const { code, stderr } = await runCli(['restore', file, '--data-dir', dataDir], folder, { ...env, ...shim.env });
    return { dataDir, shim, code, stderr };
  };
  const documentsIn = async (dataDir: string) => {
    const { stdout, stderr } = await runHere(['queue', 'list', '--json', '--data-dir', dataDir], folder, env);
    const { documents } = JSON.parse(stdout) as { documents: { path: string; status: string; code: string | null }[] };
    const shown = Object.fromEntries(documents.map((one) => [nameOf(one), one.code === null ? one.status : `${one.status} ${one.code}`]));
    return { shown, isReported: stderr.includes('A backup was restored') };
  };
  // In a copy of the data folder, a queued document waits for a person.
  const before = { a: 'signed', b: 'failed resend-needed', c: 'signed' };
  const after = { a: 'signed', b: 'failed resend-needed', c: 'in-doubt sent-unrecorded' };

  const whole = await restoring('whole');
  expect([whole.code, whole.stderr]).toEqual([0, '']);
  const made = await whole.shim.steps();
  const steps = made.length;
  /** SQLite reports a failed sync of its log as an error of its own. */
  const syncsOfLog = made.flatMap(({ kind, path }, at) => (kind === 'sync' && path.endsWith('station.sqlite-wal') ? [at + 1] : []));
  await whole.shim.discard();
  expect(await documentsIn(whole.dataDir)).toEqual({ shown: after, isReported: true });

  const found = { before: 0, after: 0 };
  for (let round = 0; round < total; round += 1) {
    // Each sixth of the restore in turn, backwards after the first; its renamings are in the last one.
    const sixth = (6 - (round % 6)) % 6;
    const killAt = Math.min(steps, 1 + Math.floor((steps * (sixth + random.next())) / 6));
    const { dataDir, shim, code } = await restoring(`round-${round}`, { killAt });
    const cut = (['nothing', 'some', 'all'] as const)[(round + Math.floor(round / 6)) % 3];
    if (cut === 'nothing') await shim.discard();
    else await shim.cutPower(cut === 'some' ? random : undefined);
    const why = `seed ${seed}, round ${round}: step ${killAt} of ${steps}, ${cut}`;
    expect(code, why).toBeNull();
    const { shown, isReported } = await documentsIn(dataDir);
    expect(shown, why).toEqual(isReported ? after : before);
    found[isReported ? 'after' : 'before'] += 1;
    const again = await runHere(['restore', file, '--data-dir', dataDir], folder, env);
    expect([again.code, again.stderr], why).toEqual([0, '']);
    expect(await documentsIn(dataDir), why).toEqual({ shown: after, isReported: true });
    await runHere(['queue', 'run', '--data-dir', dataDir, '--profile-file', profile], folder, env);
  }
  for (let round = 0; round < faults; round += 1) {
    const error = round % 2 === 0 ? 'ENOSPC' : 'EIO';
    const anywhere = Math.min(steps, 1 + Math.floor((steps * (round + random.next())) / faults));
    const at = round === 0 ? (syncsOfLog[0] ?? 0) : anywhere;
    const { dataDir, shim, code, stderr } = await restoring(`fault-${round}`, { fail: { with: error, at, times: 1 } });
    await shim.discard();
    const why = `seed ${seed}, ${error} at step ${at} of ${steps}: ${stderr}`;
    // A file of SQLite that cannot be synced, or a temporary one that cannot be removed, need not end it.
    if (code !== 0) expect(stderr, why).toMatch(/is full|takes no more data|refused to save|cannot use its data folder/);
    const { shown, isReported } = await documentsIn(dataDir);
    expect(shown, why).toEqual(isReported ? after : before);
  }
  expect(cli.calls()).toBe(calls);
  console.log(`restores, seed ${seed}: ${JSON.stringify({ steps, ...found })}`);
  expect(found.before).toBeGreaterThan(0);
  expect(found.after).toBeGreaterThan(0);
});
