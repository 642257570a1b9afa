/** A replica that the system stops in the middle of its start, such as a container that is paused, keeps no other one from starting. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { advisoryLocks, openHubDatabase } from '../../hub/database.ts';
import { deriveHubKeys } from '../../hub/hub-keys.ts';
import { startCli } from '../support/cli/run-cli.ts';
import { credentials } from '../support/cli/serving.ts';
import { closing } from '../support/closing.ts';
import { workerDatabase } from '../support/hub/postgres.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/waiting.ts';

test('another replica starts while one is stopped that has the lock of the migrations', async () => {
  const [url, hubKey] = [await workerDatabase(), randomBytes(32)];
  const keys = deriveHubKeys(hubKey);
  await (await openHubDatabase({ url, keys })).close();
  const client = new pg.Client(url);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE migration IN ACCESS EXCLUSIVE MODE');

  const env = { ...credentials, STATION_DATABASE_URL: url, STATION_HUB_KEY: hubKey.toString('base64') };
  const stopped = startCli(['serve', '--port', '0'], await tempDir(), env);
  const ended = once(stopped, 'close');
  onTestFinished(async () => {
    stopped.kill('SIGKILL');
    await ended;
  });
  const locks = async () =>
    (await client.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted", [advisoryLocks.migration])).rowCount;
  await until(locks, 1);
  stopped.kill('SIGSTOP');
  await client.query('ROLLBACK');
  await client.end();

  const other = closing(await openHubDatabase({ url, keys }));
  expect((await other.pool.query('SELECT name FROM migration')).rowCount).toBe(1);
});
