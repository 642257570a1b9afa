/** The salvage of a damaged database, killed at each renaming: documents, their files and the latest changes are there afterwards. */
import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../support/cli/run-cli.ts';
import { prepareDiskShim } from '../support/disk-shim/disk-shim.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { damageTable, inDatabase } from '../support/storage/damaged-database.ts';

test('a salvage that is killed at any of its renamings is completed at the next start', async () => {
  const station = withSigningActions(await buildStation());
  station.queue.pause();
  await station.send(await station.contracts('a', 'b'));
  inDatabase(station.dataDir, station.vaultKey, (sql) => sql.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  // Only the log next to the database has this one.
  await station.send(await station.contracts('c'));
  const whole = station.asKilled();
  const asExpected = async (folder: string): Promise<boolean> => {
    const opened = await station.openOn(folder);
    const [codes, jobs] = [opened.notices().map(({ code }) => code), opened.signing.jobs()];
    const originals = readdirSync(join(folder, 'encrypted')).filter((name) => name.startsWith('original.'));
    await opened.close();
    return codes.join() === 'database-damaged' && jobs.length === 3 && originals.length === 3;
  };
  const damaged = () => {
    const folder = realpathSync(station.asKilled(whole));
    damageTable(folder, station.vaultKey, 'screening', station.dataDir);
    return folder;
  };

  const salvaged = async (killAt?: number) => {
    const folder = damaged();
    const shim = await prepareDiskShim({ roots: [folder], scratch: dirname(folder), ...(killAt !== undefined && { killAt }) });
    const env = { STATION_VAULT_KEY: station.vaultKey.toString('base64'), ...shim.env };
    const { code } = await runCli(['queue', 'list', '--json', '--data-dir', folder], station.folder, env);
    const steps = await shim.steps();
    await shim.discard();
    return { folder, code, steps };
  };
  const { steps } = await salvaged();
  const renamings = steps.flatMap(({ kind, path }, at) => (kind === 'rename' && path.includes('.sqlite') ? [at + 1] : []));
  expect(renamings.length).toBeGreaterThanOrEqual(2);
  for (const killAt of renamings) {
    const { folder, code } = await salvaged(killAt);
    const why = `killed at ${JSON.stringify(steps[killAt - 1])}`;
    expect(code, why).toBeNull();
    expect(await asExpected(folder), why).toBe(true);
    expect(readdirSync(folder).filter((name) => /^station-(?:damaged.*|salvage)\.sqlite$/.test(name)).length, why).toBe(1);
  }
});
