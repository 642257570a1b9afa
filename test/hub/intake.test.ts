/** How the hub stores pushes: many in a transaction, found by index from the first one on, and all of a transaction or nothing. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { takeOfGroups } from '../../hub/assignment.ts';
import { openContents } from '../../hub/contents.ts';
import { type HubDatabase, openHubDatabase } from '../../hub/database.ts';
import { createHubIntake } from '../../hub/intake.ts';
import { newRecord } from '../support/doors/practice.ts';
import { openTestHub, type TestHub } from '../support/hub/hub.ts';
import { addGroup, addStation, claim } from '../support/hub/hub-rows.ts';

const push = (transaction: string = randomUUID()) =>
  Buffer.from(JSON.stringify({ ...newRecord('usual', Math.random), TransactionId: transaction }));

const openIntake = ({ database, keys }: Pick<TestHub, 'database' | 'keys'>) =>
  createHubIntake({ database, keys, contents: openContents(database, keys), groupOf: async () => null });

/** A hub whose table of pushes has no statistics, except that it has one row. */
async function openGrowingHub() {
  const hub = await openTestHub();
  await hub.database.pool.query('ALTER TABLE push SET (autovacuum_enabled = false)');
  await openIntake(hub).ingestPush(push(), 'provider');
  await hub.database.pool.query('ANALYZE push');
  const named = 'with-its-own-name';
  const connections = async () => {
    const { rows } = await hub.database.pool.query('SELECT FROM pg_stat_activity WHERE application_name = $1', [named]);
    return rows.length;
  };
  /**
   * Works with connections that end with it. Each reports what it has read at its end, for a table and each of its indexes one by one. They
   * are counted by their name: among all connections, one that others close just now would be taken for one of these.
   */
  async function withConnections(work: (database: HubDatabase) => Promise<void>): Promise<void> {
    const database = await openHubDatabase({ ...hub, url: `${hub.url}${hub.url.includes('?') ? '&' : '?'}application_name=${named}` });
    await work(database);
    expect(await connections()).toBeGreaterThan(0);
    await database.close();
    await expect.poll(connections).toBe(0);
  }
  return {
    hub,
    withConnections,
    add: (transactions: readonly string[]) =>
      withConnections(async (database) => {
        const intake = openIntake({ ...hub, database });
        for (let at = 0; at < transactions.length; at += 60)
          await Promise.all(transactions.slice(at, at + 60).map((transaction) => intake.ingestPush(push(transaction), 'provider')));
      }),
    async read() {
      const { rows } = await hub.database.pool.query<{ read: number }>(
        "SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_user_tables WHERE relname = 'push'",
      );
      return rows[0]?.read ?? 0;
    },
  };
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => `t${at}`);

test('the rows that a push reads do not grow with the pushes that are stored, in a table without statistics', async () => {
  const { add, read } = await openGrowingHub();
  await add(numbers(720));
  expect(await read()).toBeLessThan(2 * 720);
});

test('nor do those that a claim reads, and a station that takes pushes of its group', async () => {
  const { hub, add, read, withConnections } = await openGrowingHub();
  await add(numbers(600));
  const { stationId } = await addStation(hub);
  await addGroup(hub, [stationId]);
  const before = await read();
  const visits = 20;
  await withConnections(async (database) => {
    for (const [at, value] of numbers(visits).entries()) {
      await claim({ ...hub, database }, stationId, [{ kind: 'transaction', value: `${value}${at}` }]);
      await database.transaction((client) => takeOfGroups(client, stationId));
    }
  });
  expect((await read()) - before).toBeLessThan(20 * visits);
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
