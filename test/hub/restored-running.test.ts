/** The hub's database is put back to an earlier state while a replica runs and a station is connected. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openHubDatabase } from '../../hub/database.ts';
import { openHubPublishing } from '../../hub/publishing.ts';
import { createStations } from '../../hub/stations.ts';
import { comparedSchema } from '../../shared/domain/web-service/web-service.ts';
import { startHub } from '../support/hub/hub-replica.ts';
import { workerDatabase, workerPostgres } from '../support/hub/postgres.ts';
import { paddedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { postgresBinary } from '../support/runner/need.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/waiting.ts';

/** Puts a copy in the place of a database, whose connections end. */
async function replace(url: string, copy: string): Promise<void> {
  const admin = new pg.Client((await workerPostgres()).url('postgres'));
  await admin.connect();
  const [name, other] = [url, copy].map((one) => one.split('/').at(-1) ?? '');
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY($1)', [[name, other]]);
  await until(async () => (await admin.query('SELECT FROM pg_stat_activity WHERE datname = ANY($1)', [[name, other]])).rowCount, 0);
  await admin.query(`ALTER DATABASE ${name} RENAME TO ${name}_away`);
  await admin.query(`ALTER DATABASE ${other} RENAME TO ${name}`);
  await admin.query(`ALTER DATABASE ${name}_away RENAME TO ${other}`);
  await admin.query(`ALTER DATABASE ${other} ALLOW_CONNECTIONS true`);
  await admin.end();
}

test('a document that was fetched since is not offered again, and the station learns of it without a restart of the replica', async () => {
  const { hub, contents, replicas } = await startHub();
  const station = await buildStation({ provider: 'none', hubPace: { reconnectMs: 20 } });
  await station.hub.enrol(replicas[0].url, (await createStations(hub).startEnrolment('Sucursal Centro')).code);
  const publish = async (name: string) => {
    const staged = await station.publishing.stage([await writeFile(station.folder, name, await paddedPdf(1_000))]);
    await station.publishing.publish({
      staged: staged.map(({ id }) => id),
      keys: [{ kind: 'identification', value: name }],
      once: true,
      visitId: null,
    });
    await until(() => station.hub.state().waiting.publications, 0);
  };
  const { database } = replicas[0];
  const states = async () => (await database.pool.query('SELECT state FROM publication ORDER BY number')).rows.map(({ state }) => state);
  const shown = () => station.publishing.page({ text: '', show: 'all' }, 0, 10).items.map(({ name, state }) => `${name} ${state}`);
  await publish('1.pdf');
  await publish('2.pdf');
  const copy = await workerDatabase(hub.url);
  const history = database.history();
  let others = 0;
  database.onOtherHistory(() => {
    others += 1;
  });

  const publishing = openHubPublishing({ ...hub, contents, compared: () => comparedSchema.parse({}), report: () => undefined });
  const answer = await publishing.answer({ IdNumber: '1.pdf' }, 'provider');
  for await (const _ of answer.body);
  answer.finished(true);
  await publishing.close();
  await until(shown, ['2.pdf offered', '1.pdf fetched']);
  await until(() => states().catch(() => []), ['fetched', 'offered']);
  expect(others).toBe(0);

  await replace(hub.url, copy);
  // The first statement of the replica already sees what a start leaves: only what the station offers again.
  await until(() => states().catch(() => []), ['withdrawn', 'withdrawn', 'offered']);
  expect([others, database.history() === history]).toEqual([1, false]);
  await until(() => station.hub.state().state, 'connected');
  expect(shown()).toEqual(['2.pdf offered', '1.pdf fetched']);
  await publish('3.pdf');
  await until(states, ['withdrawn', 'withdrawn', 'offered', 'offered']);
});

test('a restore into the tables of a database in use, which ends no connection, is noticed, too', async () => {
  const { hub, replicas } = await startHub(1, 20);
  const { database } = replicas[0];
  const dump = join(await tempDir(), 'hub.dump');
  const run = promisify(execFile);
  await run(postgresBinary('pg_dump'), ['--format=custom', `--file=${dump}`, hub.url]);
  const history = database.history();
  const restore = () => run(postgresBinary('pg_restore'), ['--clean', '--single-transaction', `--dbname=${hub.url}`, dump]);
  // PostgreSQL ends it when a look of the replica and a lock of its wait for each other; nothing has changed then.
  await until(() => restore().then(Boolean, () => false), true);
  await until(() => database.history() === history, false);
});

test('a database that is being restored is neither migrated nor used, and its documents are withdrawn once it is whole', async () => {
  const { hub, replicas } = await startHub();
  const { database } = replicas[0];
  const { rows } = await database.pool.query<{ id: string }>(
    "INSERT INTO station VALUES (gen_random_uuid(), 'Centro', '\\x00', now()) RETURNING id",
  );
  await database.pool.query(
    `INSERT INTO publication (id, station_id, state, once, size, details, created_at, changed_at)
      VALUES (gen_random_uuid(), $1, 'offered', true, 1, '', now(), now())`,
    [rows[0]?.id],
  );
  const dump = join(await tempDir(), 'hub.dump');
  const run = promisify(execFile);
  await run(postgresBinary('pg_dump'), ['--format=custom', `--file=${dump}`, hub.url]);
  const restore = (section: string) => run(postgresBinary('pg_restore'), [`--section=${section}`, `--dbname=${hub.url}`, dump]);
  const found = async () => (await admin.query("SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'")).rows[0].tables;
  const isRefused = async () => {
    const restoring = { problem: { code: 'hub-database-unusable', detail: { cause: 'hub-restoring' } } };
    await expect(database.checkHistory()).rejects.toMatchObject(restoring);
    if ((await found()) > 0) await expect(openHubDatabase(hub)).rejects.toMatchObject(restoring);
  };
  const admin = new pg.Client(hub.url);
  await admin.connect();
  onTestFinished(() => admin.end());

  const tables = await found();
  await admin.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await isRefused();
  expect(await found()).toBe(0);
  for (const section of ['pre-data', 'data']) {
    await restore(section);
    await isRefused();
    expect(await found()).toBe(tables);
  }
  await restore('post-data');
  await database.checkHistory();
  expect((await database.pool.query('SELECT state FROM publication')).rows).toEqual([{ state: 'withdrawn' }]);
});

test('the database of another hub is refused, also during a run', async () => {
  const { hub, replicas } = await startHub();
  const { database } = replicas[0];
  const copy = await workerDatabase(hub.url);
  // A database of another hub: its key is wrong, as at a start.
  const client = new pg.Client(copy);
  await client.connect();
  await client.query("UPDATE hub_meta SET value = '\\x00' WHERE name = 'key-check'");
  await client.end();
  await replace(hub.url, copy);
  const refusal = () =>
    database.pool.query('SELECT 1').then(
      () => 'none',
      (thrown) => thrown.problem?.code,
    );
  await until(refusal, 'hub-key-wrong');
  await replace(hub.url, copy);
  await until(refusal, 'none');
});
