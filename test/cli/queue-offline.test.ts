import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { offline, openQueueCli, run, signNow, statuses } from '../support/cli/cli.ts';
import { longWait } from '../support/waiting.ts';

describe('the connection is lost', () => {
  test('from the start: all stay in the queue, exit code 5, and run sends them later', async () => {
    const cli = await openQueueCli();
    await cli.line.down();
    const queued = await cli.command([...signNow, ...(await cli.contracts('a', 'b'))]);
    expect([queued.code, statuses(queued)]).toEqual([5, { a: 'queued', b: 'queued' }]);
    expect(queued.json.documents.map(({ code }) => code)).toContain('connection-refused');
    for (const { reason } of queued.json.documents) expect(reason).toMatch(/\.$/);
    expect(queued.stderr).toMatch(/^No connection: 2 not sent\. They stay in the queue.*queue run/m);
    const still = await cli.command(run);
    expect([still.code, statuses(still)]).toEqual([5, { a: 'queued', b: 'queued' }]);
    await cli.line.up();
    expect((await cli.command(run)).code).toBe(0);
  });

  test('interrupted: the document in flight is signed, the others stay in the queue', async () => {
    const cli = await openQueueCli();
    const blockade = cli.line.hold();
    const running = cli.command([...signNow, ...(await cli.contracts('a', 'b', 'c'))]);
    await expect.poll(cli.calls, longWait).toBe(1);
    await cli.line.down();
    blockade.release();
    const cut = await running;
    expect([cut.code, statuses(cut)]).toEqual([5, { a: 'signed', b: 'queued', c: 'queued' }]);
    expect(await cli.listed()).toEqual({ a: 'signed', b: 'queued', c: 'queued' });
    await cli.line.up();
    const sent = await cli.command(run);
    expect([sent.code, statuses(sent)]).toEqual([0, { b: 'signed', c: 'signed' }]);
    expect(cli.calls()).toBe(3);
  });

  test('a provider that asks for a longer wait than a run has: all stay in the queue', async () => {
    const cli = await openQueueCli();
    cli.provider.misbehave('sign', { status: 429, headers: { 'retry-after': '3600' } });
    const queued = await cli.command([...signNow, ...(await cli.contracts('a', 'b'))]);
    expect([queued.code, queued.json.documents.map(({ status, code }) => [status, code])]).toEqual([
      5,
      [
        ['queued', 'provider-busy'],
        ['queued', 'provider-busy'],
      ],
    ]);
    expect(queued.stderr).toMatch(/^Not sent: 2\. They stay in the queue.*queue run/m);
    expect(queued.stderr).not.toContain('No connection');
    expect((await cli.command(run)).code).toBe(0);
  });

  test('Ctrl+C while sign waits for a busy provider: cancelled', async () => {
    const cli = await openQueueCli();
    cli.provider.misbehave('sign', { status: 503, headers: { 'retry-after': '20' } }, Number.POSITIVE_INFINITY);
    const running = await cli.startHere([...signNow, ...(await cli.contracts('a', 'b'))]);
    await expect.poll(() => cli.provider.log().filter(({ status }) => status === 503).length, longWait).toBeGreaterThan(0);
    running.kill('SIGINT');
    const { code, stdout } = await running.ended;
    expect([code, JSON.parse(stdout).documents.map(({ status }: { status: string }) => status)]).toEqual([4, ['cancelled', 'cancelled']]);
  });

  test('Ctrl+C while a call is in flight that the provider is too busy for: cancelled', async () => {
    const cli = await openQueueCli();
    cli.provider.misbehave('sign', { status: 503, headers: { 'retry-after': '20' } }, Number.POSITIVE_INFINITY);
    const blockade = cli.line.hold();
    const running = await cli.startHere([...signNow, ...(await cli.contracts('a', 'b'))]);
    await expect.poll(cli.calls, longWait).toBe(1);
    running.kill('SIGINT');
    await expect.poll(() => running.stderr(), longWait).toContain('Stopping');
    blockade.release();
    const { code, stdout } = await running.ended;
    expect([code, JSON.parse(stdout).documents.map(({ status }: { status: string }) => status)]).toEqual([4, ['cancelled', 'cancelled']]);
  });

  test('Ctrl+C while the queue runs: the document in flight gets its result, the others stay in the queue', async () => {
    const cli = await openQueueCli();
    await cli.command([...offline, ...(await cli.contracts('a', 'b', 'c'))]);
    const blockade = cli.line.hold();
    const running = await cli.start(run);
    await expect.poll(cli.calls, longWait).toBe(1);
    running.kill('SIGINT');
    await expect.poll(() => running.stderr(), longWait).toContain('Stopping');
    blockade.release();
    const { code, stdout } = await running.ended;
    expect([code, JSON.parse(stdout).documents.map(({ status }: { status: string }) => status)]).toEqual([
      3,
      ['signed', 'queued', 'queued'],
    ]);
    expect(await cli.listed()).toEqual({ a: 'signed', b: 'queued', c: 'queued' });
    expect(cli.calls()).toBe(1);
  });
});

describe('the process is killed', () => {
  test('all jobs are there; the one in flight is in doubt, and sent by run only after retry', async () => {
    const cli = await openQueueCli();
    cli.provider.misbehave('sign', { delay: 1 });
    cli.provider.misbehave('sign', { delay: 600_000 });
    const running = await cli.start([...signNow, ...(await cli.contracts('a', 'b', 'c'))]);
    await expect.poll(cli.calls, longWait).toBe(2);
    running.kill('SIGKILL');
    expect((await running.ended).code).toBeNull();
    expect(await cli.listed()).toEqual({ a: 'signed', b: 'in-doubt', c: 'queued' });

    const sent = await cli.command(run);
    // The first may not have been in its folder yet when the process ended.
    const { a: _delivered, ...others } = statuses(sent);
    expect([sent.code, others]).toEqual([0, { c: 'signed' }]);
    expect(sent.stderr).toMatch(/In doubt: 1\. They are not sent automatically/);
    expect(cli.calls()).toBe(3);
    const { b = '' } = await cli.ids();
    const released = await cli.command(['queue', 'retry', b], { secret: null });
    expect([released.code, statuses(released)]).toEqual([0, { b: 'queued' }]);
    expect(released.stderr).toMatch(/Nothing was sent yet; “queue run”/);
    expect(cli.calls()).toBe(3);
    const resent = await cli.command(run);
    expect([resent.code, statuses(resent)]).toEqual([0, { b: 'signed' }]);
    expect(cli.calls()).toBe(4);
    expect((await readdir(cli.out)).sort()).toEqual(['a-MARKED-signed.pdf', 'b-MARKED-signed.pdf', 'c-MARKED-signed.pdf']);
  });
});
