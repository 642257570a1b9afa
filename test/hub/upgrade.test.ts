/** A replica of this version next to one of a later version, which has added to the tables. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { acknowledge, fetchPush, readEvents } from '../../hub/events.ts';
import { removeExpired } from '../../hub/retention.ts';
import { user } from '../support/cli/serving.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addStation, claim } from '../support/hub/hub-rows.ts';
import { sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';
import { startTestReplica } from '../support/web-service/web-service-backends.ts';

/** What the schema allows a later version: columns with a default or none, tables, indexes, and another kind of event. */
const later = `
  ALTER TABLE push ADD COLUMN later text, ADD COLUMN later_count int NOT NULL DEFAULT 0;
  ALTER TABLE content ADD COLUMN later text;
  ALTER TABLE station ADD COLUMN later text;
  ALTER TABLE station_event ADD COLUMN later jsonb;
  CREATE TABLE later (id uuid PRIMARY KEY, push_id uuid REFERENCES push ON DELETE CASCADE);
  CREATE INDEX push_later ON push (later) WHERE later IS NOT NULL;
  INSERT INTO migration (name) VALUES ('9999-later')`;

test('a replica of this version continues while a later one adds to the tables, and starts again', async () => {
  const hub = await openTestHub();
  const old = await startTestReplica(hub);
  const { stationId } = await addStation(hub);
  const tokenOf = (url: string) => tokenFor(url, user);
  const send = async (url: string, transaction: string) => {
    const answer = await sendToDocuments(url, await tokenOf(url), { Uid: randomUUID(), TransactionId: transaction, IdNumber: '1020' });
    expect(answer.status).toBe(200);
  };
  const url = old.urls[0] ?? '';
  await claim(hub, stationId, [{ kind: 'transaction', value: 'before' }]);
  await send(url, 'before');

  let migrated = false;
  const calls = (async () => {
    let count = 0;
    // And some more once the tables are changed.
    for (let more = 5; more > 0; more -= migrated ? 1 : 0) {
      count += 1;
      await send(url, `during ${count}`);
    }
    return count;
  })();
  await hub.database
    .transaction((client) => client.query(later))
    .finally(() => {
      migrated = true;
    });
  const during = await calls;

  const again = await startTestReplica(hub);
  await claim(hub, stationId, [{ kind: 'identification', value: '1020' }]);
  await send(again.urls[0] ?? '', 'after');
  const { events } = await readEvents(hub.database.pool, hub.keys, stationId, { known: new Set(), max: 200 });
  expect(events).toHaveLength(during + 2);
  for (const { id } of events) expect(await fetchPush(hub.database, stationId, id)).not.toBe(null);
  await acknowledge(
    hub.database.pool,
    stationId,
    events.map(({ id }) => id),
  );
  expect((await readEvents(hub.database.pool, hub.keys, stationId, { known: new Set(), max: 200 })).due.size).toBe(0);
  const contents = openContents(hub.database, hub.keys);
  const days = { content: 1, metadata: 2, unclaimed: 3 };
  const clock = { now: new Date(Date.now() + 10 * 86_400_000), steadySince: new Date(0) };
  const removed = await removeExpired({ database: hub.database, contents, days, clock });
  expect(removed).toBe(during + 2);
  expect((await hub.database.pool.query('SELECT FROM push')).rowCount).toBe(0);
});
