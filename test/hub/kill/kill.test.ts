/**
 * Two replicas of the hub as processes, with one PostgreSQL, under a stream of pushes: replicas are killed and the database ends without
 * writing its buffers. Every push that was answered with 200 is stored once, with its content.
 */
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openContents } from '../../../hub/contents.ts';
import { openHubDatabase } from '../../../hub/database.ts';
import { deriveHubKeys } from '../../../hub/hub-keys.ts';
import { unpackBody } from '../../../hub/packed-body.ts';
import { credentials, events, type Served, servingIn, user } from '../../support/cli/serving.ts';
import { closing } from '../../support/closing.ts';
import { startPostgres } from '../../support/hub/postgres.ts';
import { createRandom } from '../../support/kill/random.ts';
import { inSoak, rounds, seed, sized } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { callService, sendToDocuments, tokenFor } from '../../support/web-service/service-calls.ts';

const callers = 4;
/** Milliseconds between two pushes of a caller: replicas that are busy while another one starts only take time. */
const betweenMs = sized(20, 0);

test(`no answered push is lost or doubled when replicas and PostgreSQL are killed (seed ${seed})`, async () => {
  const server = await startPostgres({ durable: inSoak });
  onTestFinished(server.stop);
  const [url, hubKey, home] = [await server.create(), randomBytes(32), await tempDir()];
  const env = { ...credentials, STATION_DATABASE_URL: url, STATION_HUB_KEY: hubKey.toString('base64') };
  const start = () => servingIn(home, [], env);
  const replicas = await Promise.all([start(), start()]);
  const { chance } = createRandom(seed);
  const one = (): Served => replicas[chance(0.5) ? 0 : 1] as Served;

  // A token of one replica is valid at the other, and after both were killed.
  const token = await tokenFor(replicas[0]?.url ?? '', user);
  const answered = new Map<string, string>();
  let done = false;
  let sent = 0;
  const push = async (served: Served, body: string): Promise<number> =>
    sendToDocuments(served.url, token, body).then(
      ({ status }) => status,
      () => 0,
    );
  const caller = async (): Promise<void> => {
    while (!done) {
      const uid = `uid-${sent++}`;
      const body = JSON.stringify({ Uid: uid, TransactionId: uid, FirstName: 'Ana', Photo: randomBytes(20_000).toString('base64') });
      // The provider repeats a push without an answer, at any replica; some go to both at once.
      while (!done) {
        const statuses = chance(0.2) ? await Promise.all(replicas.map((served) => push(served, body))) : [await push(one(), body)];
        if (statuses.includes(200)) {
          answered.set(uid, body);
          await pause(betweenMs);
          break;
        }
        await pause(20);
      }
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, caller));
  for (let round = 0; round < rounds(4); round += 1) {
    const before = answered.size;
    await expect.poll(() => answered.size).toBeGreaterThan(before + 10);
    if (round % 2 === 0) {
      const at = chance(0.5) ? 0 : 1;
      replicas[at]?.child.kill('SIGKILL');
      await replicas[at]?.ended;
      replicas[at] = await start();
    } else {
      await server.crash();
      const ready = await callService(one().url, { method: 'GET', path: '/ready' });
      expect(ready.status).toBe(503);
      await server.start();
      await expect.poll(async () => (await callService(one().url, { method: 'GET', path: '/ready' })).status).toBe(200);
    }
  }
  const before = answered.size;
  await expect.poll(() => answered.size).toBeGreaterThan(before + 10);
  done = true;
  await calling;

  const keys = deriveHubKeys(hubKey);
  const database = closing(await openHubDatabase({ url, keys }));
  const contents = openContents(database, keys);
  for (const [uid, body] of answered) {
    const { rows } = await database.pool.query('SELECT content_id, version FROM push WHERE uid_hash = $1', [keys.lookup('uid', uid)]);
    expect(rows, uid).toMatchObject([{ version: 1 }]);
    expect(await text(unpackBody(contents.read(rows[0].content_id))), uid).toBe(body);
  }
  // No content is left without a push.
  const { rows } = await database.pool.query('SELECT count(*)::int AS count FROM content WHERE id NOT IN (SELECT content_id FROM push)');
  expect(rows[0].count).toBe(0);

  // Each replica stops in an orderly manner on SIGTERM.
  for (const served of replicas) served.child.kill('SIGTERM');
  expect(await Promise.all(replicas.map(({ ended }) => ended))).toEqual([0, 0]);
  for (const served of replicas) expect(events(served).at(-1)?.event).toBe('stopped');
});
