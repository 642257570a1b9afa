/** How the hub stores pushes: many in a transaction, found by index from the first one on, and all of a transaction or nothing. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { openHubDatabase } from '../../hub/database.ts';
import { createHubIntake } from '../../hub/intake.ts';
import { newRecord } from '../support/doors/practice.ts';
import { openTestHub, type TestHub } from '../support/hub.ts';

const push = () => Buffer.from(JSON.stringify({ ...newRecord('usual', Math.random), TransactionId: randomUUID() }));

const openIntake = ({ database, keys }: TestHub) =>
  createHubIntake({ database, keys, contents: openContents(database, keys), now: () => new Date(), groupOf: async () => null });

test('the rows that a push reads do not grow with the pushes that are stored, in a table without statistics', async () => {
  const hub = await openTestHub();
  await hub.database.pool.query('ALTER TABLE push SET (autovacuum_enabled = false)');
  const writing = await openHubDatabase(hub);
  const intake = openIntake({ ...hub, database: writing });
  const waves = 12;
  const each = 60;
  for (let wave = 0; wave < waves; wave += 1) {
    await Promise.all(Array.from({ length: each }, () => intake.ingestPush(push(), 'provider')));
    // What PostgreSQL then knows of the table is that it has few rows.
    if (wave === 0) await hub.database.pool.query('ANALYZE push');
  }
  // A connection reports what it has read when it ends.
  await writing.close();
  const statistics = async () => {
    const { rows } = await hub.database.pool.query<{ read: number; stored: number }>(
      "SELECT (seq_tup_read + idx_tup_fetch)::int AS read, n_tup_ins::int AS stored FROM pg_stat_user_tables WHERE relname = 'push'",
    );
    return rows[0];
  };
  await expect.poll(statistics).toMatchObject({ stored: waves * each });
  expect((await statistics())?.read).toBeLessThan(2 * waves * each);
});

test('pushes of which one cannot be stored are stored without it, and nothing of that one is left', async () => {
  const hub = await openTestHub();
  await hub.database.pool.query("ALTER TABLE push ADD CHECK (user_name <> 'refused')");
  const intake = openIntake(hub);
  const users = ['a', 'b', 'refused', 'c'];
  const outcomes = await Promise.allSettled(users.map((user) => intake.ingestPush(push(), user)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  const { rows } = await hub.database.pool.query('SELECT user_name FROM push ORDER BY user_name');
  expect(rows.map(({ user_name }) => user_name)).toEqual(['a', 'b', 'c']);
  const { rows: contents } = await hub.database.pool.query('SELECT count(*)::int AS count FROM content');
  expect(contents).toEqual([{ count: 3 }]);
});
