/** When what is queued goes out, and when it does not: over real sockets, against the practice provider or a scripted one. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Profile } from '../support/doors/domain.ts';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { startRawServer, withToken } from '../support/raw-server.ts';
import { type Desk, openDesk, patiently } from '../support/signing-desk.ts';
import { startSwitchedLine } from '../support/switched-line.ts';

/** A desk behind a line that can be switched off. */
async function switchedDesk(options: Parameters<typeof openDesk>[0] = {}) {
  let line: Awaited<ReturnType<typeof startSwitchedLine>> | undefined;
  const through = async (origin: string) => {
    line = await startSwitchedLine(origin);
    onTestFinished(() => line?.close());
    return line.origin;
  };
  const desk = await openDesk({ ...options, through });
  if (!line) throw new Error('no line');
  return { desk, line };
}

const times = (desk: Desk, operation: 'sign' | 'token') =>
  desk.practice.log().flatMap((entry) => (entry.operation === operation ? Date.parse(entry.at) : []));

describe('the provider asks to wait', () => {
  test.each([429, 503])('%d with Retry-After: queued, told, sent again by itself and not before, also when woken', async (status) => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    desk.practice.misbehave('sign', { status, headers: { 'retry-after': '1' } });
    await desk.send(ids);
    await expect.poll(() => desk.states(ids), patiently).toEqual(['queued provider-busy']);
    const { state, nextAttemptAt, problem } = desk.station.queue.state().line;
    expect([state, problem?.code, problem?.detail?.retryAfter]).toEqual(['busy', 'provider-busy', 1]);
    expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeLessThanOrEqual(1_000);
    desk.station.queue.wake();
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed']);
    expect(desk.calls().map((call) => call.status)).toEqual([status, 200]);
    const [first = 0, second = 0] = times(desk, 'sign');
    expect(second - first).toBeGreaterThanOrEqual(990);
    expect(desk.jobsOf(ids)[0]).toMatchObject({ attempts: 2, problem: null });
  });

  test('503 without Retry-After: in doubt, and not sent again', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    desk.practice.misbehave('sign', { status: 503 });
    await desk.sendAll(ids);
    expect(desk.states(ids)).toEqual(['in-doubt provider-error']);
    desk.station.queue.wake();
    const [other = ''] = await desk.contracts('b');
    await desk.sendAll([other]);
    expect(desk.calls().flatMap(({ references }) => references)).toEqual(['a', 'b']);
    expect(desk.states(ids)).toEqual(['in-doubt provider-error']);
  });
});

describe('no token', () => {
  test.each<[string, Misbehaviour]>([
    ['the token endpoint answers 500', { status: 500 }],
    ['it answers something else', { status: 200, body: '{}' }],
    ['it drops the connection', { drop: 'before-answer' }],
  ])('%s: it waits, and goes on by itself', async (_, wrong) => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    const told: string[] = [];
    desk.signing.events.on('changed', () => told.push(...desk.states(ids)));
    desk.practice.misbehave('token', wrong, 2);
    await desk.send(ids);
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed']);
    expect(told.filter((state) => /^queued (token-unavailable|line-down)$/.test(state))).not.toEqual([]);
    expect(told.filter((state) => /^(failed|in-doubt)/.test(state))).toEqual([]);
    expect([times(desk, 'token').length, desk.calls().length]).toEqual([3, 1]);
    expect(desk.jobsOf(ids)[0]?.attempts).toBe(1);
  });

  test('wrong credentials: failed, and not tried again', async () => {
    const desk = await openDesk({ signing: { clientId: 'another' } });
    const ids = await desk.contracts('a', 'b');
    await desk.sendAll(ids);
    expect(desk.states(ids)).toEqual(['failed credentials-refused', 'failed credentials-refused']);
    desk.station.queue.wake();
    await wait(300); // longer than any wait of these tests' retries
    expect([times(desk, 'token').length, desk.calls().length]).toEqual([1, 0]);
  });
});

describe('the circuit', () => {
  test('after repeated failures one call at a time, and all that the profile allows when one has passed', async () => {
    let [underWay, failing, answered] = [0, true, 0];
    const seen: { failing: boolean; beside: number; answered: number }[] = [];
    const server = await startRawServer(
      withToken(async (exchange) => {
        seen.push({ failing, beside: underWay, answered });
        underWay += 1;
        await exchange.body();
        await wait(40);
        underWay -= 1;
        // Counted when the station has heard it, not when it was said: until then it may begin a call.
        exchange.socket.once('close', () => {
          answered += 1;
        });
        // 400 is an answer of a provider that is well: the document fails, the line does not.
        exchange.answer(failing ? 429 : 400, { error: 'scripted' });
      }),
    );
    onTestFinished(() => server.close());
    const desk = await openDesk({
      signing: { authUrl: server.origin, baseUrl: server.origin, maxDocumentsPerCall: 1, concurrency: 4 },
    });
    const ids = await desk.contracts(...'abcdefgh');
    await desk.send(ids.slice(0, 5));
    await desk.send(ids.slice(5), { clientInfo: 'T-2' });
    await expect.poll(() => answered, patiently).toBeGreaterThanOrEqual(9);
    // Of the first at most so many at once; from the third failure on nothing beside a call that begins.
    expect(Math.max(...seen.map(({ beside }) => beside))).toBeLessThanOrEqual(3);
    expect(seen.filter((call) => call.answered >= 3 && call.beside > 0)).toEqual([]);
    expect(desk.station.queue.state().line.state).toBe('busy');
    expect(desk.jobsOf(ids).filter(({ status }) => status !== 'queued' && status !== 'sending')).toEqual([]);

    const before = seen.length;
    failing = false;
    await expect.poll(() => desk.states(ids), patiently).toEqual(Array(8).fill('failed request-refused'));
    expect(desk.station.queue.state().line.state).toBe('online');
    const passed = seen.slice(before).filter((call) => !call.failing);
    expect(passed[0]?.beside).toBe(0);
    expect(Math.max(...passed.map(({ beside }) => beside))).toBeGreaterThan(0);
    expect(passed).toHaveLength(8);
  });

  test('after repeated failures a call takes one document, which alone is in doubt when that call is lost', async () => {
    const desk = await openDesk({ signing: { concurrency: 1 } });
    const ids = await desk.contracts('a', 'b', 'c', 'd');
    desk.practice.misbehave('sign', { status: 429 }, 3);
    desk.practice.misbehave('sign', { drop: 'before-answer' });
    await desk.sendAll(ids);
    expect(desk.states(ids)).toEqual(['in-doubt no-answer', 'signed', 'signed', 'signed']);
    const all = ['a', 'b', 'c', 'd'];
    expect(desk.calls()).toEqual([
      { references: all, status: 429 },
      { references: all, status: 429 },
      { references: all, status: 429 },
      { references: ['a'], status: 'dropped' },
      { references: ['b'], status: 200 },
      // One call has passed: from here on as many documents as a call may have.
      { references: ['c', 'd'], status: 200 },
    ]);
  });

  test('with nothing to send, credentials that are refused tell that the line is back, too', async () => {
    const { desk, line } = await switchedDesk();
    const ids = await desk.contracts('a');
    await line.down();
    await desk.send(ids);
    await expect.poll(() => desk.states(ids), patiently).toEqual(['queued connection-refused']);
    desk.signing.cancel(ids);
    desk.practice.misbehave('token', { status: 401 }, 1_000);
    await line.up();
    await expect.poll(() => desk.station.queue.state().line, patiently).toMatchObject({ state: 'online', problem: null });
    expect(times(desk, 'sign')).toEqual([]);
  });

  test('with nothing to send, a token tells that the line is back', async () => {
    const { desk, line } = await switchedDesk();
    const ids = await desk.contracts('a');
    await line.down();
    await desk.send(ids);
    await expect.poll(() => desk.states(ids), patiently).toEqual(['queued connection-refused']);
    desk.signing.cancel(ids);
    await line.up();
    await expect.poll(() => desk.station.queue.state().line.state, patiently).toBe('online');
    expect(desk.calls()).toEqual([]);
  });

  test('wake: what waits for a later try is tried now', async () => {
    const { desk, line } = await switchedDesk({ station: { retry: { base: 3_000_000, cap: 3_600_000, openAfter: 3 } } });
    const ids = await desk.contracts('a');
    await line.down();
    await desk.send(ids);
    await expect.poll(() => desk.states(ids), patiently).toEqual(['queued connection-refused']);
    await line.up();
    desk.station.queue.wake();
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed']);
  });
});

describe('in a person’s hands', () => {
  test('paused: nothing goes out, also after a new start, until it is resumed', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b');
    desk.station.queue.pause();
    await desk.send(ids);
    desk.station.queue.wake();
    await desk.reopen();
    expect(desk.station.queue.state().paused).toBe(true);
    desk.station.queue.wake();
    await wait(200);
    expect([desk.states(ids), desk.calls(), times(desk, 'token')]).toEqual([['queued', 'queued'], [], []]);
    desk.station.queue.resume();
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed', 'signed']);
    expect(desk.station.queue.state().paused).toBe(false);
  });

  test('cancelled while it waits: not sent when the line is back, and can be sent again', async () => {
    const { desk, line } = await switchedDesk();
    const [a = '', b = ''] = await desk.contracts('a', 'b');
    await line.down();
    await desk.send([a, b]);
    await expect.poll(() => desk.states([a, b]), patiently).toEqual(Array(2).fill('queued connection-refused'));
    expect(desk.signing.cancel([a])).toEqual([a]);
    await line.up();
    await expect.poll(() => desk.states([a, b]), patiently).toEqual(['cancelled cancelled', 'signed']);
    expect(desk.calls().map(({ references }) => references)).toEqual([['b']]);
    expect(await desk.station.queue.retry([a], false)).toEqual([a]);
    await expect.poll(() => desk.states([a]), patiently).toEqual(['signed']);
  });

  test('queued for another account: it waits, says so, and is sent when that one is back', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    desk.station.queue.pause();
    await desk.send(ids);
    const of = (accountId: string) => {
      const { signing } = desk.profile;
      if (!signing) throw new Error('a signing section');
      const profile: Profile = { ...desk.profile, signing: { ...signing, accountId } };
      return { provider: { kind: 'given' as const, profile, secrets: desk.practice.secrets } };
    };
    await desk.reopen(of('another'));
    desk.station.queue.resume();
    await expect.poll(() => desk.states(ids), patiently).toEqual(['queued other-account']);
    expect([desk.calls(), times(desk, 'token')]).toEqual([[], []]);
    await desk.reopen();
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed']);
  });

  test('two batches, one call at a time: in the order queued', async () => {
    const desk = await openDesk({ signing: { maxDocumentsPerCall: 1, concurrency: 1 } });
    const ids = await desk.contracts('a', 'b', 'c', 'd');
    desk.station.queue.pause();
    await desk.send(ids.slice(2));
    await desk.send(ids.slice(0, 2), { clientInfo: 'T-2' });
    desk.station.queue.resume();
    await expect.poll(() => desk.states(ids), patiently).toEqual(Array(4).fill('signed'));
    expect(desk.calls().flatMap(({ references }) => references)).toEqual(['c', 'd', 'a', 'b']);
  });

  test('a station that sends only when told: one batch, whatever is paused; it does not wait for a dead line', async () => {
    const { desk, line } = await switchedDesk({ station: { sending: 'manual' } });
    const [a = '', b = ''] = await desk.contracts('a', 'b');
    desk.station.queue.pause();
    const first = await desk.send([a]);
    await desk.send([b]);
    desk.station.queue.wake();
    await desk.station.queue.run({ batchId: first, patience: 10_000 });
    expect(desk.states([a, b])).toEqual(['signed', 'queued']);
    expect(desk.jobsOf([a])[0]?.delivery).toBe('done');
    await line.down();
    await desk.station.queue.run({ patience: 10_000 });
    expect(desk.states([b])).toEqual(['queued connection-refused']);
    await line.up();
    desk.station.queue.wake();
    await desk.station.queue.run({ patience: 10_000 });
    expect(desk.states([b])).toEqual(['signed']);
  });

  test('broken off while its token is on the way: nothing goes out, and the next start sends it', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    desk.practice.misbehave('token', { delay: 400 });
    await desk.send(ids);
    await wait(100); // however far it is by then
    desk.station.breakOff();
    await desk.station.close();
    expect([desk.states(ids), desk.calls()]).toEqual([['queued'], []]);
    await desk.reopen();
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed']);
    expect(desk.calls()).toHaveLength(1);
  });
});

describe('the station ends while a token does not come', () => {
  const silent: Misbehaviour = { delay: 600_000 };
  const tokens = ({ arrived }: { arrived: string[] }) => arrived.filter((path) => path === '/token').length;

  test('that a call waits for: its documents stay queued, and nothing is waited for', async () => {
    const { desk, line } = await switchedDesk();
    const ids = await desk.contracts('a');
    desk.practice.misbehave('token', silent);
    await desk.send(ids);
    await expect.poll(() => tokens(line), patiently).toBe(1);
    await desk.station.finish();
    expect([desk.states(ids), desk.calls()]).toEqual([['queued'], []]);
  });

  test('that was to tell whether the line is back', async () => {
    const { desk, line } = await switchedDesk();
    const ids = await desk.contracts('a');
    desk.practice.misbehave('token', { status: 500 });
    desk.practice.misbehave('token', silent);
    desk.station.queue.pause();
    await desk.send(ids);
    desk.signing.events.on('changed', () => {
      if (desk.states(ids)[0] === 'queued token-unavailable') desk.signing.cancel(ids);
    });
    desk.station.queue.resume();
    await expect.poll(() => tokens(line), patiently).toBe(2);
    await desk.station.finish();
    expect(desk.station.queue.state().line).toMatchObject({ state: 'busy', problem: { code: 'token-unavailable' } });
  });
});
