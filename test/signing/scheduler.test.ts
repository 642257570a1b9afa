/** When queued documents are sent, and when not: over real sockets, against the practice provider or a scripted one. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { type Exchange, startRawServer, withToken } from '../support/network/raw-server.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation, buildSwitchedStation } from '../support/station.ts';
import { inDatabase } from '../support/storage/damaged-database.ts';
import { longWait } from '../support/waiting.ts';

const times = (station: SigningStation, operation: 'sign' | 'token') =>
  station.provider.log().flatMap((entry) => (entry.operation === operation ? Date.parse(entry.at) : []));

describe('the provider asks to wait', () => {
  test.each([429, 503])(
    '%d with Retry-After: the document is queued with the reason, and sent again automatically at that time, not earlier when woken',
    async (status) => {
      const station = withSigningActions(await buildStation());
      const ids = await station.contracts('a');
      station.provider.misbehave('sign', { status, headers: { 'retry-after': '1' } });
      await station.send(ids);
      await expect.poll(() => station.states(ids), longWait).toEqual(['queued provider-busy']);
      const { state, nextAttemptAt, problem } = station.queue.state().connection;
      expect([state, problem?.code, problem?.detail?.retryAfter]).toEqual(['busy', 'provider-busy', 1]);
      expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeLessThanOrEqual(1_000);
      station.queue.wake();
      await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
      expect(station.calls().map((call) => call.status)).toEqual([status, 200]);
      const [first = 0, second = 0] = times(station, 'sign');
      expect(second - first).toBeGreaterThanOrEqual(990);
      expect(station.jobsOf(ids)[0]).toMatchObject({ attempts: 2, problem: null });
    },
  );

  test('503 without Retry-After: the document is in doubt, and is not sent again', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    station.provider.misbehave('sign', { status: 503 });
    await station.sendAll(ids);
    expect(station.states(ids)).toEqual(['in-doubt provider-error']);
    station.queue.wake();
    const [other = ''] = await station.contracts('b');
    await station.sendAll([other]);
    expect(station.calls().flatMap(({ references }) => references)).toEqual(['a', 'b']);
    expect(station.states(ids)).toEqual(['in-doubt provider-error']);
  });
});

describe('no token', () => {
  test.each<[string, Misbehaviour]>([
    ['the token endpoint answers 500', { status: 500 }],
    ['the token endpoint answers something else', { status: 200, body: '{}' }],
    ['the token endpoint drops the connection', { drop: 'before-answer' }],
  ])('%s: the document waits, and is sent automatically', async (_, wrong) => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    const emitted: string[] = [];
    station.signing.events.on('changed', () => emitted.push(...station.states(ids)));
    station.provider.misbehave('token', wrong, 2);
    await station.send(ids);
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
    expect(emitted.filter((state) => /^queued (token-unavailable|offline)$/.test(state))).not.toEqual([]);
    expect(emitted.filter((state) => /^(failed|in-doubt)/.test(state))).toEqual([]);
    expect([times(station, 'token').length, station.calls().length]).toEqual([3, 1]);
    expect(station.jobsOf(ids)[0]?.attempts).toBe(1);
  });

  test('wrong credentials: the documents fail, and no other token is requested', async () => {
    const station = withSigningActions(await buildStation({ signing: { clientId: 'another' } }));
    const ids = await station.contracts('a', 'b');
    await station.sendAll(ids);
    expect(station.states(ids)).toEqual(['failed credentials-refused', 'failed credentials-refused']);
    station.queue.wake();
    await wait(300); // longer than any wait of these tests' retries
    expect([times(station, 'token').length, station.calls().length]).toEqual([1, 0]);
  });
});

describe('the circuit breaker', () => {
  test('allows one call at a time after repeated failures, and the profile’s concurrency after a success', async () => {
    let [underWay, failing] = [0, true];
    const waiting: Exchange[] = [];
    const seen: { beside: number; answered: number }[] = [];
    const server = closing(
      await startRawServer(
        withToken(async (exchange) => {
          seen.push({ beside: underWay, answered: answered() });
          underWay += 1;
          await exchange.body();
          waiting.push(exchange);
        }),
      ),
    );
    const station = withSigningActions(
      await buildStation({
        signing: { authUrl: server.origin, baseUrl: server.origin, maxDocumentsPerCall: 1, concurrency: 4 },
      }),
    );
    const ids = await station.contracts(...'abcdefgh');
    /** Calls whose answer the station has taken. */
    const answered = () => station.jobsOf(ids).reduce((sum, { attempts, status }) => sum + attempts - (status === 'sending' ? 1 : 0), 0);
    /** Answers the call that waits longest; what the station begins then has arrived afterwards. */
    async function answerOne(): Promise<void> {
      await expect.poll(() => waiting.length, longWait).toBeGreaterThan(0);
      const before = answered();
      underWay -= 1;
      // 400 is an answer of a working provider: the document fails, the connection does not.
      waiting.shift()?.answer(failing ? 429 : 400, { error: 'scripted' });
      await expect.poll(answered, longWait).toBe(before + 1);
      await wait(40);
      const sending = () => station.jobsOf(ids).filter(({ status }) => status === 'sending').length;
      await expect.poll(() => sending() - underWay, longWait).toBe(0);
    }
    await station.send(ids.slice(0, 5));
    await station.send(ids.slice(5), { clientInfo: 'T-2' });
    for (let answers = 0; answers < 9; answers += 1) await answerOne();
    // Of the first calls at most four run together; from the third failure on each call begins alone.
    expect(Math.max(...seen.map(({ beside }) => beside))).toBeLessThanOrEqual(3);
    expect(seen.filter((call) => call.answered >= 3 && call.beside > 0)).toEqual([]);
    expect(station.queue.state().connection.state).toBe('busy');
    expect(station.jobsOf(ids).filter(({ status }) => status !== 'queued' && status !== 'sending')).toEqual([]);

    const refused = seen.length - underWay;
    failing = false;
    for (let answers = 0; answers < 8; answers += 1) await answerOne();
    expect(station.states(ids)).toEqual(Array(8).fill('failed request-refused'));
    expect(station.queue.state().connection.state).toBe('online');
    const passed = seen.slice(refused);
    expect(passed[0]?.beside).toBe(0);
    expect(Math.max(...passed.map(({ beside }) => beside))).toBeGreaterThan(0);
    expect(passed).toHaveLength(8);
  });

  test('after repeated failures a call takes one document, which alone is in doubt when that call is lost', async () => {
    const station = withSigningActions(await buildStation({ signing: { concurrency: 1 } }));
    const ids = await station.contracts('a', 'b', 'c', 'd');
    station.provider.misbehave('sign', { status: 429 }, 3);
    station.provider.misbehave('sign', { drop: 'before-answer' });
    await station.sendAll(ids);
    expect(station.states(ids)).toEqual(['in-doubt no-answer', 'signed', 'signed', 'signed']);
    const all = ['a', 'b', 'c', 'd'];
    expect(station.calls()).toEqual([
      { references: all, status: 429 },
      { references: all, status: 429 },
      { references: all, status: 429 },
      { references: ['a'], status: 'dropped' },
      { references: ['b'], status: 200 },
      // One call has passed: from here on as many documents as a call may have.
      { references: ['c', 'd'], status: 200 },
    ]);
  });

  test.each([
    ['a token', 200],
    ['a refusal of the credentials', 401],
  ])('with nothing to send, %s makes the connection state online', async (_, status) => {
    const station = withSigningActions(await buildSwitchedStation());
    const ids = await station.contracts('a');
    await station.line.down();
    await station.send(ids);
    await expect.poll(() => station.states(ids), longWait).toEqual(['queued connection-refused']);
    station.signing.cancel(ids);
    if (status !== 200) station.provider.misbehave('token', { status }, Number.MAX_SAFE_INTEGER);
    await station.line.up();
    await expect.poll(() => station.queue.state().connection, longWait).toMatchObject({ state: 'online', problem: null });
    expect([times(station, 'sign'), station.calls()]).toEqual([[], []]);
  });

  test('when woken, sends documents in backoff at once', async () => {
    const station = withSigningActions(await buildSwitchedStation({ retry: { base: 3_000_000, cap: 3_600_000, openAfter: 3 } }));
    const ids = await station.contracts('a');
    await station.line.down();
    await station.send(ids);
    await expect.poll(() => station.states(ids), longWait).toEqual(['queued connection-refused']);
    await station.line.up();
    station.queue.wake();
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
  });
});

describe('queued documents', () => {
  test('are not sent while the queue is paused, also after a restart', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b');
    station.queue.pause();
    await station.send(ids);
    station.queue.wake();
    await station.reopen();
    expect(station.queue.state().paused).toBe(true);
    station.queue.wake();
    await wait(200);
    expect([station.states(ids), station.calls(), times(station, 'token')]).toEqual([['queued', 'queued'], [], []]);
    station.queue.resume();
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed', 'signed']);
    expect(station.queue.state().paused).toBe(false);
  });

  test('that are cancelled while offline are not sent when online, and can be sent again', async () => {
    const station = withSigningActions(await buildSwitchedStation());
    const [a = '', b = ''] = await station.contracts('a', 'b');
    await station.line.down();
    await station.send([a, b]);
    await expect.poll(() => station.states([a, b]), longWait).toEqual(Array(2).fill('queued connection-refused'));
    expect(station.signing.cancel([a])).toEqual([a]);
    await station.line.up();
    await expect.poll(() => station.states([a, b]), longWait).toEqual(['cancelled cancelled', 'signed']);
    expect(station.calls().map(({ references }) => references)).toEqual([['b']]);
    expect(await station.queue.retry([a])).toEqual([a]);
    await expect.poll(() => station.states([a]), longWait).toEqual(['signed']);
  });

  test('of another account wait with that reason, and are sent when the account is back', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    station.queue.pause();
    await station.send(ids);
    const of = (accountId: string) => {
      const { signing } = station.profile;
      if (!signing) throw new Error('a signing section');
      return { profile: { ...station.profile, signing: { ...signing, accountId } } };
    };
    await station.reopen(of('another'));
    station.queue.resume();
    await expect.poll(() => station.states(ids), longWait).toEqual(['queued other-account']);
    expect([station.calls(), times(station, 'token')]).toEqual([[], []]);
    await station.reopen();
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
  });

  test('of two batches are sent in the order of queueing, one call at a time', async () => {
    const station = withSigningActions(await buildStation({ signing: { maxDocumentsPerCall: 1, concurrency: 1 } }));
    const ids = await station.contracts('a', 'b', 'c', 'd');
    station.queue.pause();
    await station.send(ids.slice(2));
    await station.send(ids.slice(0, 2), { clientInfo: 'T-2' });
    station.queue.resume();
    await expect.poll(() => station.states(ids), longWait).toEqual(Array(4).fill('signed'));
    expect(station.calls().flatMap(({ references }) => references)).toEqual(['c', 'd', 'a', 'b']);
  });

  test('are sent only on request in manual mode: one batch, also while paused, without waiting for a lost connection', async () => {
    const station = withSigningActions(await buildSwitchedStation({ sending: 'manual' }));
    const [a = '', b = ''] = await station.contracts('a', 'b');
    station.queue.pause();
    const first = await station.send([a]);
    await station.send([b]);
    station.queue.wake();
    await station.queue.run({ batchId: first, maxWaitMs: 10_000 });
    expect(station.states([a, b])).toEqual(['signed', 'queued']);
    expect(station.jobsOf([a])[0]?.delivery).toBe('done');
    await station.line.down();
    await station.queue.run({ maxWaitMs: 10_000 });
    expect(station.states([b])).toEqual(['queued connection-refused']);
    await station.line.up();
    station.queue.wake();
    await station.queue.run({ maxWaitMs: 10_000 });
    expect(station.states([b])).toEqual(['signed']);
  });

  test('are not sent when the station breaks off during the token request, and are sent by the next start', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    station.provider.misbehave('token', { delay: 400 });
    await station.send(ids);
    await wait(100); // however far it is by then
    station.breakOff();
    await station.close();
    const jobs = inDatabase(station.dataDir, station.vaultKey, (sql) => sql.prepare('SELECT status FROM job').all());
    expect([jobs, station.calls()]).toEqual([[{ status: 'queued' }], []]);
    await station.reopen();
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
    expect(station.calls()).toHaveLength(1);
  });
});

test('documents whose first byte has left are in doubt as soon as the station breaks off, not only at its next start', async () => {
  const station = withSigningActions(await buildStation());
  const ids = await station.contracts('a', 'b');
  station.provider.misbehave('sign', { delay: 600_000 });
  await station.send(ids);
  await expect.poll(() => station.states(ids), longWait).toEqual(['sending', 'sending']);
  station.breakOff();
  await station.close();
  const rows = (text: string) => inDatabase(station.dataDir, station.vaultKey, (sql) => sql.prepare(text).all());
  expect(rows('SELECT status FROM job')).toEqual([{ status: 'in-doubt' }, { status: 'in-doubt' }]);
  expect(rows('SELECT outcome FROM attempt WHERE outcome IS NULL')).toEqual([]);
});

describe('a station that ends during an unanswered token request', () => {
  const silent: Misbehaviour = { delay: 600_000 };
  const tokens = ({ arrived }: { arrived: string[] }) => arrived.filter((path) => path === '/token').length;

  test('for a call leaves its documents queued, and does not wait for the token', async () => {
    const station = withSigningActions(await buildSwitchedStation());
    const ids = await station.contracts('a');
    station.provider.misbehave('token', silent);
    await station.send(ids);
    await expect.poll(() => tokens(station.line), longWait).toBe(1);
    await station.finish();
    expect([station.states(ids), station.calls()]).toEqual([['queued'], []]);
  });

  test('for the connection state does not wait for the token', async () => {
    const station = withSigningActions(await buildSwitchedStation());
    const ids = await station.contracts('a');
    station.provider.misbehave('token', { status: 500 });
    station.provider.misbehave('token', silent);
    station.queue.pause();
    await station.send(ids);
    station.signing.events.on('changed', () => {
      if (station.states(ids)[0] === 'queued token-unavailable') station.signing.cancel(ids);
    });
    station.queue.resume();
    await expect.poll(() => tokens(station.line), longWait).toBe(2);
    await station.finish();
    expect(station.queue.state().connection).toMatchObject({ state: 'busy', problem: { code: 'token-unavailable' } });
  });
});
