/** The practice provider as the caller, against a real service on a whole station. */
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { serviceEventKinds } from '../support/doors/domain.ts';
import { type CallerOptions, changed, createCaller, newRecord, reordered, streamPushes } from '../support/doors/practice.ts';
import { listen } from '../support/network/listening.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { sha256 } from '../support/sha256.ts';
import { buildServing, type ServingStation } from '../support/web-service/web-service-actions.ts';

const all = { text: '', show: 'all' } as const;

function callerOf({ url, user }: Pick<ServingStation, 'url' | 'user'>, more: Partial<CallerOptions> = {}) {
  return closing(createCaller({ url, ...user, retry: { attempts: 3, firstMs: 10, maxMs: 50 }, ...more }));
}

const counted = ({ service }: ServingStation) => {
  const { counts } = service.state();
  return Object.fromEntries(serviceEventKinds.flatMap((kind) => (counts[kind] > 0 ? [[kind, counts[kind]]] : [])));
};

test('one token serves many calls; duplicates, also in another order, and new versions are counted as such', async () => {
  const station = await buildServing();
  const caller = callerOf(station);
  const record = newRecord('long', Math.random);
  for (const one of [record, record, reordered(record), changed(record)]) expect((await caller.push(one)).status).toBe(200);
  expect(counted(station)).toEqual({ token: 1, push: 1, 'push-duplicate': 2, 'push-changed': 1 });
  const records = station.records().lines;
  expect(records.map(({ Uid, source, versions }) => ({ Uid, source, versions }))).toEqual([
    { Uid: record.Uid, source: 'pushed', versions: 2 },
  ]);
});

test('documents come as the bytes that were published, and only for their customer', async () => {
  const station = await buildServing();
  const bytes = Buffer.from(await plainPdf(2, 'one'));
  const staged = await station.publishing.stage([await writeFile(station.folder, 'one.pdf', bytes)]);
  const keys = [{ kind: 'identification' as const, value: '79555001' }];
  await station.publishing.publish({ staged: staged.map(({ id }) => id), keys, once: false, visitId: null });
  const caller = callerOf(station);
  expect((await caller.fetch({ IdNumber: '79555001' })).documents?.map((one) => sha256(one))).toEqual([sha256(bytes)]);
  expect((await caller.fetch({ IdNumber: '79555002' })).documents).toEqual([]);
});

test('an unknown or revoked token is answered with 401, and a new one is fetched', async () => {
  const station = await buildServing();
  const caller = callerOf(station);
  const record = newRecord('usual', Math.random);
  expect((await caller.push(record, { how: { token: 'unknown' } })).statuses).toEqual([401, 200]);
  station.service.users.revoke(station.service.users.users()[0]?.id ?? '');
  expect((await caller.push(record)).statuses).toEqual([401, 200]);
  expect((await caller.push(record, { how: { token: 'none' } })).statuses).toEqual([401, 200]);
  expect(counted(station)).toMatchObject({ unauthorized: 3, token: 3 });
});

test('an expired token by its own clock is not used, unless requested', async () => {
  const station = await buildServing();
  let now = Date.now();
  const caller = callerOf(station, { now: () => now });
  const first = await caller.token();
  now += 20 * 60_000 - 1;
  expect(await caller.token()).toBe(first);
  now += 1;
  // The service's own clock has not moved.
  expect((await caller.push(newRecord('usual', Math.random), { how: { token: 'ended' } })).statuses).toEqual([200]);
  expect(await caller.token()).not.toBe(first);
});

test('a wrong password gets no token, and nothing is pushed', async () => {
  const station = await buildServing();
  const caller = callerOf({ url: station.url, user: { ...station.user, password: 'not the right one' } });
  expect(await caller.push(newRecord('usual', Math.random))).toMatchObject({ status: 400, endpoint: 'token', statuses: [] });
  expect(await callerOf(station).push(newRecord('usual', Math.random), { how: { password: 'wrong' } })).toMatchObject({
    endpoint: 'token',
  });
  expect(station.inbox.state().total).toBe(0);
});

test('slow, dropped and oversize bodies, and another content type, which is read', async () => {
  const station = await buildServing({ bodyMiB: 1 });
  const caller = callerOf(station);
  const push = (how: Parameters<typeof caller.push>[1]) => caller.push(newRecord('usual', Math.random), how);
  expect((await push({ how: { body: { as: 'slow', pause: 10 } } })).statuses).toEqual([200]);
  // Half of it, and then, as it got no answer, all of it.
  expect((await push({ how: { body: { as: 'dropped' } } })).statuses).toEqual([null, 200]);
  expect((await push({ how: { body: { as: 'oversize', size: 2 * 1024 * 1024 } } })).statuses).toEqual([413]);
  expect((await push({ how: { contentType: 'text/plain' } })).statuses).toEqual([200]);
  // With what is known of the one that was too large.
  expect(station.inbox.page(all, 0, 10).total).toBe(4);
});

test('500, 503 and a lost connection are retried with the same body, a limited number of times', async () => {
  const bodies: string[] = [];
  const answers = [
    '200 OK',
    '500 Internal Server Error',
    '503 Service Unavailable',
    null,
    '200 OK',
    ...Array(3).fill('500 Internal Server Error'),
  ];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const [head = '', body = ''] = bytes.toString().split('\r\n\r\n');
      const answer = answers.shift();
      if (!head.startsWith('POST /api/token')) bodies.push(body);
      if (!answer) {
        socket.destroy();
        return;
      }
      const json = JSON.stringify({ access_token: 'a', token_type: 'bearer', expires_in: 20 });
      socket.end(`HTTP/1.1 ${answer}\r\nContent-Length: ${json.length}\r\nConnection: close\r\n\r\n${json}`);
    });
  });
  const port = await listen(closing(server));
  const caller = callerOf(
    { url: `http://127.0.0.1:${port}/`, user: { username: 'a', password: 'b' } },
    { retry: { attempts: 4, firstMs: 1, maxMs: 5 } },
  );
  expect((await caller.push({ Uid: '1' })).statuses).toEqual([500, 503, null, 200]);
  expect(new Set(bodies)).toEqual(new Set(['{"Uid":"1"}']));
  answers.push('500 Internal Server Error');
  expect((await caller.push({ Uid: '2' })).statuses).toEqual([500, 500, 500, 500]);
});

test('a stream: every push answered with 200 is stored, once for each Uid and content', async () => {
  const station = await buildServing();
  const seen: string[] = [];
  const results = await streamPushes(callerOf(station), { count: 80, onResult: ({ uid }) => seen.push(uid) });
  expect([results.length, seen.length]).toEqual([80, 80]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
  const contents = new Map<string, Set<string>>();
  for (const { uid, content } of results) contents.set(uid, (contents.get(uid) ?? new Set()).add(content));
  const { lines } = station.records();
  expect(new Map(lines.map(({ Uid, versions }) => [Uid, versions]))).toEqual(new Map([...contents].map(([uid, { size }]) => [uid, size])));
});
