/**
 * The hub's PostgreSQL is lost for good, and its standby takes over, as docs/hub.md sets it up: a commit is answered once the standby has
 * it on its disk. Every push that was answered with 200 is there once, with its content.
 */
import { randomBytes } from 'node:crypto';
import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { deriveHubKeys } from '../../../hub/hub-keys.ts';
import { credentials, servingIn, user } from '../../support/cli/serving.ts';
import { type Postgres, startPostgres } from '../../support/hub/postgres.ts';
import { inSoak } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { sendToDocuments, tokenFor } from '../../support/web-service/service-calls.ts';

async function query<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** A server, and a standby without which it answers no commit. */
async function startPair(): Promise<{ first: Postgres; standby: Postgres }> {
  const first = await startPostgres({ durable: true });
  onTestFinished(first.stop);
  const standby = await startPostgres({ durable: true, follows: first });
  onTestFinished(standby.stop);
  const url = first.url('postgres');
  await query(url, "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()');
  await expect.poll(() => query(url, 'SELECT sync_state FROM pg_stat_replication')).toEqual([{ sync_state: 'sync' }]);
  return { first, standby };
}

test.runIf(inSoak)('no answered push is lost when the standby takes over', async () => {
  const { first, standby } = await startPair();
  // The address of the database, which moves to the standby.
  const home = await tempDir();
  const address = join(home, 'database');
  symlinkSync(first.folder, address);
  const name = (await first.create()).split('/').at(-1) ?? '';
  const hubKey = randomBytes(32);
  const served = await servingIn(home, [], {
    ...credentials,
    STATION_DATABASE_URL: `postgresql://postgres@${encodeURIComponent(address)}/${name}`,
    STATION_HUB_KEY: hubKey.toString('base64'),
  });
  const token = await tokenFor(served.url, user);

  const answered = new Set<string>();
  let [sent, done] = [0, false];
  const calling = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!done) {
        const uid = `uid-${sent++}`;
        const body = JSON.stringify({ Uid: uid, TransactionId: uid, FirstName: 'Ana', Photo: randomBytes(20_000).toString('base64') });
        const push = () =>
          sendToDocuments(served.url, token, body).then(
            ({ status }) => status,
            () => 0,
          );
        while (!done && (await push()) !== 200) await pause(50);
        if (!done) answered.add(uid);
      }
    }),
  );
  await expect.poll(() => answered.size).toBeGreaterThan(40);
  // What the server commits from now on does not arrive at the standby before the server is lost.
  const [receiver] = await query<{ pid: number }>(standby.url('postgres'), 'SELECT pid FROM pg_stat_wal_receiver');
  if (!receiver) throw new Error('the standby receives nothing');
  process.kill(receiver.pid, 'SIGSTOP');
  await pause(500);
  await first.crash();
  process.kill(receiver.pid, 'SIGCONT');
  await standby.promote();
  symlinkSync(standby.folder, `${address}.next`);
  renameSync(`${address}.next`, address);
  const before = answered.size;
  await expect.poll(() => answered.size).toBeGreaterThan(before + 40);
  done = true;
  await calling;

  const keys = deriveHubKeys(hubKey);
  const rows = await query<{ uid_hash: Buffer; count: number }>(
    standby.url(name),
    'SELECT uid_hash, count(*)::int AS count FROM push JOIN content_chunk USING (content_id) GROUP BY uid_hash',
  );
  const stored = new Map(rows.map(({ uid_hash, count }) => [uid_hash.toString('hex'), count]));
  for (const uid of answered) expect(stored.get(keys.lookup('uid', uid).toString('hex')), uid).toBe(1);
});
