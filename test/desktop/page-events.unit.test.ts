/** Events to the page: at once after a pause, gathered when they come in quick succession, never later than what was sent after them. */
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCalls, createPageEvents, type Handlers } from '../support/doors/desktop.ts';
import type { SigningJob } from '../support/doors/domain.ts';
import { noLog } from '../support/doors/log.ts';
import { channelNames, wireName } from '../support/doors/shared.ts';
import { fc } from '../support/runner/property.ts';
import { jobWith } from '../support/signing/job.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Received = [channel: string, payload: unknown];

/** Page events with what a page received of them. */
function withPage() {
  const received: Received[] = [];
  const webContents = { send: (channel: string, payload: unknown) => void received.push([channel, payload]) };
  const window = { webContents, isDestroyed: () => false } as unknown as BrowserWindow;
  return { received, ...createPageEvents(() => window) };
}

const changed = wireName('signing.changed');
const forgotten = wireName('signing.forgotten');
const reading = wireName('documents.reading');

test('a change after a pause is sent at once, and those that follow together, each document in its newest state', () => {
  const { received, emit } = withPage();
  emit('signing.changed', [jobWith('a')]);
  expect(received).toEqual([[changed, [jobWith('a')]]]);
  received.length = 0;

  emit('signing.changed', [jobWith('a', { status: 'sending' }), jobWith('b')]);
  emit('signing.changed', [jobWith('a', { status: 'signed' })]);
  expect(received).toEqual([]);
  vi.runOnlyPendingTimers();
  expect(received).toEqual([[changed, [jobWith('b'), jobWith('a', { status: 'signed' })]]]);
  received.length = 0;

  emit('signing.changed', [jobWith('b', { status: 'signed' })]);
  expect(received).toEqual([]);
  vi.runOnlyPendingTimers();
  expect(received).toEqual([[changed, [jobWith('b', { status: 'signed' })]]]);
  vi.runOnlyPendingTimers();
  received.length = 0;

  emit('signing.changed', [jobWith('c')]);
  expect(received).toEqual([[changed, [jobWith('c')]]]);
});

test('any other event is sent at once, after those that wait', () => {
  const { received, emit } = withPage();
  emit('signing.changed', [jobWith('a')]);
  emit('signing.changed', [jobWith('b')]);
  emit('signing.forgotten', ['b']);
  expect(received).toEqual([
    [changed, [jobWith('a')]],
    [changed, [jobWith('b')]],
    [forgotten, ['b']],
  ]);
});

test('the beginning of a reading is never passed over, and its progress may be', () => {
  const { received, emit } = withPage();
  const at = (done: number, total: number) => ({ done, total, preview: null });
  for (const progress of [at(1, 2), at(2, 2), at(0, 3), at(1, 3), at(2, 3)]) emit('documents.reading', progress);
  vi.runAllTimers();
  expect(received).toEqual([at(1, 2), at(2, 2), at(0, 3), at(2, 3)].map((progress) => [reading, progress]));
});

test('events that wait are sent before the answer of a call', async () => {
  const { received, emit, flush } = withPage();
  const handlers = Object.fromEntries(channelNames.map((name) => [name, async () => emit('signing.changed', [jobWith('b')])]));
  const calls = createCalls(handlers as unknown as Handlers, { station: {} as never, log: noLog, flushEvents: flush });
  emit('signing.changed', [jobWith('a')]);
  await calls.get('queue.pause')?.(undefined);
  expect(received).toEqual([
    [changed, [jobWith('a')]],
    [changed, [jobWith('b')]],
  ]);
});

test('an event that breaks the contract is refused where it is emitted, and the others are sent', () => {
  const { received, emit } = withPage();
  emit('signing.changed', [jobWith('a')]);
  emit('signing.changed', [jobWith('b')]);
  expect(() => emit('signing.changed', [{ ...jobWith('c'), status: 'unheard of' } as never])).toThrow();
  emit('signing.changed', [{ ...jobWith('d'), path: '/secret' } as never]);
  vi.runAllTimers();
  expect(received).toEqual([
    [changed, [jobWith('a')]],
    [changed, [jobWith('b'), jobWith('d')]],
  ]);
});

test('an event that cannot be sent is not tried again, and later ones are sent', () => {
  const sent: unknown[] = [];
  const send = (_channel: string, payload: unknown) => {
    if (sent.push(payload) === 2) throw new Error('Render frame was disposed');
  };
  const { emit, flush } = createPageEvents(() => ({ webContents: { send }, isDestroyed: () => false }) as unknown as BrowserWindow);
  for (const id of ['a', 'b']) emit('signing.changed', [jobWith(id)]);
  expect(flush).toThrow();
  emit('signing.forgotten', ['c']);
  expect(sent).toEqual([[jobWith('a')], [jobWith('b')], ['c']]);
});

test('nothing is sent to a window that is gone', () => {
  const { emit, flush } = createPageEvents(() => null);
  emit('signing.changed', [jobWith('a')]);
  emit('signing.changed', [jobWith('b')]);
  expect(flush).not.toThrow();
  expect(vi.runAllTimers).not.toThrow();
});

/** The jobs of a page that applies events as they come. */
function jobsAfter(received: readonly Received[]): ReadonlyMap<string, SigningJob> {
  const jobs = new Map<string, SigningJob>();
  for (const [channel, payload] of received) {
    if (channel === changed) for (const job of payload as SigningJob[]) jobs.set(job.documentId, job);
    if (channel === forgotten) for (const id of payload as string[]) jobs.delete(id);
  }
  return jobs;
}

test('a page that applies the events has the present state after each flush and each pause, whatever came before', () => {
  const ids = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
  const step = fc.oneof(
    fc.record({ change: ids }),
    fc.record({ forget: ids }),
    fc.record({ passMs: fc.integer({ min: 1, max: 250 }) }),
    fc.constant('flush' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { received, emit, flush } = withPage();
      const all: Received[] = [];
      const check = () => expect(jobsAfter(received)).toEqual(jobsAfter(all));
      for (const [turn, one] of steps.entries()) {
        if (one === 'flush') {
          flush();
          check();
        } else if ('change' in one) {
          const jobs = one.change.map((id) => jobWith(id, { attempts: turn }));
          all.push([changed, jobs]);
          emit('signing.changed', jobs);
        } else if ('forget' in one) {
          all.push([forgotten, one.forget]);
          emit('signing.forgotten', one.forget);
          check();
        } else {
          vi.advanceTimersByTime(one.passMs);
          if (one.passMs >= 100) check();
        }
      }
      vi.runAllTimers();
      check();
    }),
  );
});
