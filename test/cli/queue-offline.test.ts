import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { offline, openQueueDesk, run, signNow, statuses } from '../support/cli-desk.ts';

describe('the line goes down', () => {
  test('from the start: all are kept, exit code 5, and run goes on', async () => {
    const desk = await openQueueDesk();
    await desk.line.down();
    const kept = await desk.command([...signNow, ...(await desk.contracts('a', 'b'))]);
    expect([kept.code, statuses(kept)]).toEqual([5, { a: 'queued', b: 'queued' }]);
    expect(kept.json.documents.map(({ code }) => code)).toContain('connection-refused');
    for (const { reason } of kept.json.documents) expect(reason).toMatch(/\.$/);
    expect(kept.stderr).toMatch(/kept in the queue.*queue run/);
    const still = await desk.command(run);
    expect([still.code, statuses(still)]).toEqual([5, { a: 'queued', b: 'queued' }]);
    await desk.line.up();
    expect((await desk.command(run)).code).toBe(0);
  });

  test('half-way: what was under way is signed, the rest is kept', async () => {
    const desk = await openQueueDesk();
    const held = desk.line.hold();
    const running = await desk.start([...signNow, ...(await desk.contracts('a', 'b', 'c'))]);
    await expect.poll(desk.calls, { timeout: 30_000 }).toBe(1);
    await desk.line.down();
    held.release();
    const { code, stdout } = await running.ended;
    expect([code, JSON.parse(stdout).documents.map(({ status }: { status: string }) => status)]).toEqual([
      5,
      ['signed', 'queued', 'queued'],
    ]);
    expect(await desk.listed()).toEqual({ a: 'signed', b: 'queued', c: 'queued' });
    await desk.line.up();
    const sent = await desk.command(run);
    expect([sent.code, statuses(sent)]).toEqual([0, { b: 'signed', c: 'signed' }]);
    expect(desk.calls()).toBe(3);
  });

  test('a provider that asks for more patience than a run has: kept', async () => {
    const desk = await openQueueDesk();
    desk.practice.misbehave('sign', { status: 429, headers: { 'retry-after': '3600' } });
    const kept = await desk.command([...signNow, ...(await desk.contracts('a', 'b'))]);
    expect([kept.code, kept.json.documents.map(({ status, code }) => [status, code])]).toEqual([
      5,
      [
        ['queued', 'provider-busy'],
        ['queued', 'provider-busy'],
      ],
    ]);
    expect((await desk.command(run)).code).toBe(0);
  });

  test('Ctrl+C while sign waits for a busy provider: cancelled', async () => {
    const desk = await openQueueDesk();
    desk.practice.misbehave('sign', { status: 503, headers: { 'retry-after': '20' } }, Number.POSITIVE_INFINITY);
    const running = await desk.start([...signNow, ...(await desk.contracts('a', 'b'))]);
    await expect.poll(() => desk.practice.log().filter(({ status }) => status === 503).length, { timeout: 30_000 }).toBeGreaterThan(0);
    running.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect([code, JSON.parse(stdout).documents.map(({ status }: { status: string }) => status)]).toEqual([4, ['cancelled', 'cancelled']]);
  });

  test('Ctrl+C while the queue runs: what is being sent gets its result, the rest stays', async () => {
    const desk = await openQueueDesk();
    await desk.command([...offline, ...(await desk.contracts('a', 'b', 'c'))]);
    const held = desk.line.hold();
    const running = await desk.start(run);
    await expect.poll(desk.calls, { timeout: 30_000 }).toBe(1);
    running.kill('SIGINT');
    await expect.poll(() => running.stderr(), { timeout: 30_000 }).toContain('Stopping');
    held.release();
    const { code, stdout } = await running.ended;
    expect([code, JSON.parse(stdout).documents.map(({ status }: { status: string }) => status)]).toEqual([
      3,
      ['signed', 'queued', 'queued'],
    ]);
    expect(await desk.listed()).toEqual({ a: 'signed', b: 'queued', c: 'queued' });
    expect(desk.calls()).toBe(1);
  });
});

describe('the process is killed', () => {
  test('all are there; what was on its way is in doubt, not sent again by run, and by run after retry', async () => {
    const desk = await openQueueDesk();
    desk.practice.misbehave('sign', { delay: 1 });
    desk.practice.misbehave('sign', { delay: 600_000 });
    const running = await desk.start([...signNow, ...(await desk.contracts('a', 'b', 'c'))]);
    await expect.poll(desk.calls, { timeout: 30_000 }).toBe(2);
    running.kill('SIGKILL');
    expect((await running.ended).code).toBeNull();
    expect(await desk.listed()).toEqual({ a: 'signed', b: 'in-doubt', c: 'queued' });

    const sent = await desk.command(run);
    // The first may not have been in its folder yet when the process ended.
    const { a: _delivered, ...others } = statuses(sent);
    expect([sent.code, others]).toEqual([0, { c: 'signed' }]);
    expect(sent.stderr).toMatch(/In doubt: 1\. They are not sent by themselves/);
    expect(desk.calls()).toBe(3);
    const { b = '' } = await desk.ids();
    const released = await desk.command(['queue', 'retry', b], { secret: null });
    expect([released.code, statuses(released)]).toEqual([0, { b: 'queued' }]);
    expect(released.stderr).toMatch(/Nothing was sent yet; “queue run”/);
    expect(desk.calls()).toBe(3);
    const resent = await desk.command(run);
    expect([resent.code, statuses(resent)]).toEqual([0, { b: 'signed' }]);
    expect(desk.calls()).toBe(4);
    expect((await readdir(desk.out)).sort()).toEqual(['a-MARKED-signed.pdf', 'b-MARKED-signed.pdf', 'c-MARKED-signed.pdf']);
  });
});
