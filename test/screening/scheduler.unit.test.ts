/** Pending screenings: no listener and no answer keeps a screening from running. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ScreeningQuery } from '../support/doors/domain.ts';
import { problem, StationError } from '../support/doors/errors.ts';
import type { SearchOutcome } from '../support/doors/provider.ts';
import { createCircuitBreakers } from '../support/doors/runtime.ts';
import {
  type AcquireSearch,
  createScreeningScheduler,
  newScreening,
  panel,
  readingOf,
  type ScreeningRow,
  type ScreeningSchedulerDeps,
  screenOnce,
  toScreeningView,
} from '../support/doors/screening.ts';
import { answer, bytes, entry, query } from '../support/screening/search-answer.ts';
import { quickRetry } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

const searchOf = (asked: ScreeningQuery = query(), account = 'own'): ScreeningRow =>
  newScreening({ query: asked, by: 'Ana', account, connection: null, at: '2026-01-01T00:00:00.000Z' }, { row: null, cells: null });

const says =
  (search: (asked: ScreeningQuery) => SearchOutcome | Promise<SearchOutcome>): AcquireSearch =>
  async () => {
    const lease = {
      connection: { search: async (asked: ScreeningQuery) => search(asked), close: async () => undefined },
      release: () => undefined,
    };
    return { ...lease, share: () => ({ ...lease, share: fails }) };
  };

const clear: SearchOutcome = { kind: 'answered', raw: bytes(answer()) };
const noLine: SearchOutcome = { kind: 'failed', problem: problem('connection-refused'), retryable: true, raw: null };

const once = (acquire: AcquireSearch) => ({
  breakers: createCircuitBreakers({ retry: quickRetry }),
  acquire,
  rules: () => [],
  signal: new AbortController().signal,
});

/** The pending screenings are in memory, in place of the database. */
function openScheduler(searches: ScreeningRow[], parts: Pick<ScreeningSchedulerDeps, 'acquire'> & Partial<ScreeningSchedulerDeps>) {
  const saved: ScreeningRow[] = [];
  const store = {
    pending: (_run: string, after: number) => ({ screenings: searches.slice(after), last: searches.length, locked: false }),
    together: <T>(work: () => T) => work(),
    save: (changes: readonly { screening: ScreeningRow }[]) => void saved.push(...changes.map(({ screening }) => screening)),
  } as unknown as ScreeningSchedulerDeps['store'];
  const breakers = createCircuitBreakers({ retry: quickRetry });
  const quiet = { rules: () => [], onResults: () => undefined, onState: () => undefined };
  const pace = { concurrency: 1, perMinute: 0 };
  const scheduler = createScreeningScheduler({ store, run: panel, pace, breakers, account: () => 'own', ...quiet, ...parts });
  return { scheduler, saved };
}

const fails = (): never => {
  throw new Error('listener');
};

describe('pending screenings', () => {
  test('listeners that throw delay nothing, and are not taken for a full disk', async () => {
    const { scheduler, saved } = openScheduler([searchOf(), searchOf()], { acquire: says(() => clear), onResults: fails, onState: fails });
    scheduler.start();
    await vi.waitFor(() => expect(saved.map(({ outcome }) => outcome)).toEqual(['clear', 'clear']), longWait);
    await vi.waitFor(() => expect(scheduler.state()).toEqual({ state: 'idle', problem: null }), longWait);
    await scheduler.close();
  });

  test('a listener of the connection may throw: the screening is settled all the same', async () => {
    const breakers = createCircuitBreakers({ retry: { base: 1, cap: 1, openAfter: 3 } });
    breakers.onRecovered(fails);
    const outcomes = [noLine, clear];
    const { scheduler, saved } = openScheduler([searchOf()], { breakers, acquire: says(() => outcomes.shift() ?? clear) });
    scheduler.start();
    await vi.waitFor(() => expect(saved.map(({ outcome }) => outcome)).toEqual(['clear']), longWait);
    await vi.waitFor(() => expect(scheduler.isBusy()).toBe(false), longWait);
    expect(breakers.of('own').problem).toBeNull();
    await scheduler.close();
  });

  test('a failure counts for the connection of the account that was asked, whichever is active by then', async () => {
    const breakers = createCircuitBreakers({ retry: quickRetry });
    let inUse = 'own';
    const whileAsked = says(() => {
      inUse = 'other';
      return noLine;
    });
    const acquire: AcquireSearch = async (account) => {
      if (account !== inUse) throw new StationError('search-other-connection');
      return whileAsked(account);
    };
    const { scheduler } = openScheduler([searchOf()], { breakers, account: () => 'other', acquire });
    scheduler.start();
    await vi.waitFor(() => expect(breakers.of('own').problem?.code).toBe('connection-refused'), longWait);
    expect(breakers.of('other').problem).toBeNull();
    await scheduler.close();
  });

  test('are made at their pace, also after the clock was set back by a year', async () => {
    const wallClock = Date.now;
    let setBack = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => wallClock() - setBack);
    const acquire = says(() => {
      setBack = 365 * 86_400_000;
      return clear;
    });
    const { scheduler, saved } = openScheduler([searchOf(), searchOf()], { acquire, pace: { concurrency: 1, perMinute: 600 } });
    scheduler.start();
    await vi.waitFor(() => expect(saved).toHaveLength(2), { timeout: 20_000, interval: 15 });
    await scheduler.close();
  });

  test('whose answers a full disk refused keep them, and continue within a minute after there is room', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const acquire = vi.fn(says(() => clear));
    let isFull = true;
    const { scheduler, saved } = openScheduler([searchOf(), searchOf()], {
      acquire,
      alongside() {
        if (isFull) throw new StationError('disk-full');
      },
    });
    scheduler.start();
    await vi.waitFor(() => expect(scheduler.state().problem?.code).toBe('disk-full'), longWait);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([scheduler.state().problem?.code, acquire.mock.calls.length]).toEqual(['disk-full', 1]);
    isFull = false;
    saved.length = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(saved.map(({ outcome }) => outcome)).toEqual(['clear', 'clear']), longWait);
    expect([scheduler.state(), acquire.mock.calls.length]).toEqual([{ state: 'idle', problem: null }, 2]);
    vi.useRealTimers();
    await scheduler.close();
  });

  test('are not started after closing', async () => {
    const acquire = vi.fn(says(() => clear));
    const { scheduler } = openScheduler([searchOf()], { acquire });
    await scheduler.close();
    scheduler.start();
    expect(scheduler.state().state).toBe('stopped');
    expect(acquire).not.toHaveBeenCalled();
  });
});

describe('an answer that cannot be read', () => {
  // The reader throws for a name that is none.
  const unreadable = searchOf({ ...query(), name: null as unknown as string });

  test('makes a failed screening, with the answer', async () => {
    const asked = await screenOnce(unreadable, once(says(() => clear)));
    expect(asked).toMatchObject({ raw: bytes(answer()), failure: null, reached: true });
    expect(asked.result).toMatchObject({ state: 'failed', outcome: 'unavailable', problem: { code: 'internal' } });
    expect(asked.result.sha256).toMatch(/^[\da-f]{64}$/);
  });

  test('can be opened all the same', () => {
    const search: ScreeningRow = { ...unreadable, state: 'done', outcome: 'match', matchCount: 1 };
    expect(toScreeningView(search, readingOf(search, bytes(answer())))).toMatchObject({ outcome: 'match', matchCount: 1, matches: [] });
  });
});

describe('the match that is listed', () => {
  test.each([
    [
      'the alias that was asked for',
      { nombre_apellido: ['OTRO'], alias: ['La Profe', 'Pérez Gómez, Ana María'] },
      'Pérez Gómez, Ana María',
    ],
    ['the name that was asked for', { nombre_apellido: ['OTRO', 'ANA MARIA PEREZ GOMEZ'] }, 'ANA MARIA PEREZ GOMEZ'],
    ['the name that is like it', { nombre_apellido: ['OTRO', 'JUANA PEREZ'] }, 'JUANA PEREZ'],
    ['the first, where none is', { nombre_apellido: ['OTRO', 'MAS'], alias: ['X'] }, 'OTRO'],
    ['an alias, where there is no name', { nombre_apellido: [], alias: ['X'] }, 'X'],
  ])('is shown under %s', async (_, names, shown) => {
    const raw = bytes(answer({}, { datos_tsti: [entry(names)] }));
    const acquire = says(() => ({ kind: 'answered', raw }));
    const { result } = await screenOnce(searchOf(query({ identification: '' })), once(acquire));
    expect(result.best?.name).toBe(shown);
  });
});
