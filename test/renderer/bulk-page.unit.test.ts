/** The bulk area of the page: which answer counts for the input on the screen, and what is said of a file that was written. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run, TablePreview } from '../support/doors/domain.ts';
import * as bulk from '../support/doors/renderer/bulk.ts';

/** Open calls by channel, in their order. */
let calls: Record<string, { request: unknown; answer: (value: unknown) => Promise<void>; fail: () => Promise<void> }[]>;
let events: Record<string, (payload: unknown) => void>;

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const last = (channel: string) => calls[channel]?.at(-1) ?? expect.unreachable(channel);
const count = (channel: string) => calls[channel]?.length ?? 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [calls, events] = [{}, {}];
  const invoke = new Proxy(
    {},
    {
      get: (_, channel: string) => (request: unknown) => {
        const { promise, resolve } = Promise.withResolvers<unknown>();
        const end = (result: unknown) => {
          resolve(result);
          return settled();
        };
        calls[channel] = [
          ...(calls[channel] ?? []),
          {
            request,
            answer: (value) => end({ ok: true, value }),
            fail: () => end({ ok: false, problem: { code: 'table-file-changed', message: '' } }),
          },
        ];
        return promise;
      },
    },
  );
  const on = new Proxy(
    {},
    {
      get: (_, name: string) => (listener: (payload: unknown) => void) => {
        events[name] = listener;
        return () => undefined;
      },
    },
  );
  vi.stubGlobal('window', { station: { invoke, on } });
  bulk.useBulk.setState({ draft: null, drafting: false, openRun: null, chosen: {}, exporting: new Set() });
  return () => void vi.useRealTimers();
});
afterAll(() => vi.unstubAllGlobals());

const preview = (part: Partial<TablePreview> = {}): TablePreview => ({
  ...{
    fileId: 'first',
    name: 'list.csv',
    format: 'csv',
    sheets: [],
    columns: ['nombre', 'cedula'],
    sample: [],
    isNameSure: true,
    problem: null,
  },
  options: { encoding: 'utf-8', separator: ',', quote: '"', header: true, sheet: null },
  mapping: { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: 1, empty: [] },
  ...part,
});
const found = (rows: number) => ({ rows, screenable: rows, blankLines: 0, faults: {}, first: [], faulty: [] });
const drafted = () => bulk.useBulk.getState().draft ?? expect.unreachable('no draft');
const later = async () => {
  await vi.advanceTimersByTimeAsync(1_000);
  await settled();
};
const put = (part: Partial<TablePreview> = {}) =>
  bulk.useBulk.setState({ draft: bulk.draftOf(preview(part), { concurrency: 1, perMinute: 0 }), drafting: true });

describe('input that changes', () => {
  it('has the answer to its last state alone, of a reading and of a check', async () => {
    put();
    void bulk.check();
    const [check] = calls['bulk.check'] ?? [];
    bulk.setMapping({ name: [1] });
    expect(drafted()).toMatchObject({ mapped: true, checking: { state: 'checking' } });
    await check?.answer(found(1));
    expect(drafted()).toMatchObject({ checking: { state: 'checking' }, lastCheck: null });
    await later();
    const second = last('bulk.check');
    bulk.setMapping({ name: [0] });
    await second.fail();
    expect(drafted().checking).toEqual({ state: 'checking' });
    await later();
    await last('bulk.check').answer(found(3));
    expect(drafted()).toMatchObject({ checking: { state: 'done' }, lastCheck: { rows: 3 } });

    bulk.setMapping({ surnameFirst: true });
    expect(drafted().checking).toEqual({ state: 'checking' });
    bulk.setOptions({ separator: ';' });
    expect(drafted()).toMatchObject({ reading: true, checking: null });
    await later();
    const reading = last('bulk.preview');
    bulk.setOptions({ separator: '|' });
    await reading.answer(preview({ name: 'of an earlier reading' }));
    expect(drafted()).toMatchObject({ reading: true, preview: { name: 'list.csv' } });
  });

  it('is read before it is checked, and not checked when it cannot be read', async () => {
    put();
    bulk.setOptions({ separator: ';' });
    void bulk.check();
    expect([count('bulk.check'), count('bulk.preview')]).toEqual([0, 1]);
    await last('bulk.preview').answer(preview({ problem: { code: 'table-quote-open', message: '' } }));
    void bulk.check();
    expect(count('bulk.check')).toBe(0);
  });

  it('shows nothing of an earlier check once a check failed', async () => {
    put();
    void bulk.check();
    await last('bulk.check').answer(found(2));
    void bulk.check();
    expect(drafted().lastCheck).toMatchObject({ rows: 2 });
    await last('bulk.check').fail();
    expect(drafted()).toMatchObject({ checking: { state: 'failed' }, lastCheck: null });
  });

  it('has at most ten values for empty', async () => {
    put();
    bulk.setEmptyText('a\nb');
    expect(drafted().mapping.empty).toEqual(['a', 'b']);
    const eleven = [...'abcdefghijk'].join('\n');
    bulk.setEmptyText(eleven);
    expect(drafted()).toMatchObject({ emptyText: eleven, mapping: { empty: ['a', 'b'] } });
    bulk.setEmptyText('');
    expect(drafted().mapping.empty).toEqual([]);
  });
});

describe('a file', () => {
  it('is chosen in one dialog at a time, and keeps pace and sources of the file before', async () => {
    put();
    bulk.useBulk.setState(({ draft }) => ({
      draft: draft && { ...draft, judicial: true, procurator: true, pace: { concurrency: 7, perMinute: 9 } },
    }));
    const chosen = bulk.chooseFile();
    await bulk.chooseFile();
    expect(count('bulk.chooseFile')).toBe(1);
    await last('bulk.chooseFile').answer(preview({ fileId: 'second' }));
    await chosen;
    expect(drafted()).toMatchObject({
      preview: { fileId: 'second' },
      judicial: true,
      procurator: true,
      pace: { concurrency: 7, perMinute: 9 },
    });
    void bulk.chooseFile();
    expect(count('bulk.chooseFile')).toBe(2);
    await last('bulk.chooseFile').answer(null);
  });

  it('is started once, and can be started again after a failure', async () => {
    put();
    void bulk.start();
    void bulk.start();
    expect(count('bulk.start')).toBe(1);
    await last('bulk.start').fail();
    expect(drafted().starting).toBe(false);
    void bulk.start();
    expect(count('bulk.start')).toBe(2);
  });
});

const run = (id: string, counts: Partial<Run['counts']> = {}): Run =>
  ({
    ...{ id, fileName: `${id}.csv`, state: 'done', problem: null, rows: 3 },
    counts: { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0, ...counts },
  }) as Run;

describe('the runs', () => {
  const listed = async (...all: Run[]) => {
    bulk.followRuns();
    await last('bulk.list').answer(all);
  };

  it('open on what needs a look, or on what a person chose', async () => {
    await listed(run('a', { match: 1 }), run('b'));
    bulk.openRun('a');
    expect(bulk.useBulk.getState()).toMatchObject({ openRun: 'a', chosen: { a: { outcome: 'match' } } });
    bulk.choose('a', { text: 'rojas' });
    bulk.choose('a', { outcome: 'clear', byPerson: true });
    bulk.openRun('a');
    expect(bulk.useBulk.getState().chosen.a).toMatchObject({ outcome: 'clear', text: 'rojas' });
  });

  it('are as main reported them last, also where the answer to a press arrives after a newer event', async () => {
    await listed(run('a', { failed: 1 }));
    const retried = bulk.retryFailed('a', false);
    events['bulk.changed']?.(run('a', { clear: 1 }));
    await last('bulk.retryFailed').answer({ ...run('a', { waiting: 1 }), state: 'running' });
    await retried;
    expect(bulk.runs.value()?.a).toEqual(run('a', { clear: 1 }));

    const again = bulk.retryFailed('a', false);
    events['bulk.removed']?.({ id: 'a' });
    await last('bulk.retryFailed').answer(run('a'));
    await again;
    expect(bulk.runs.value()).toEqual({});

    put();
    const started = bulk.start();
    events['bulk.changed']?.(run('b', { clear: 1 }));
    await last('bulk.start').answer({ ...run('b'), state: 'preparing' });
    await started;
    expect(bulk.runs.value()).toEqual({ b: run('b', { clear: 1 }) });
  });

  it('that are removed are gone and closed, and no other one', async () => {
    await listed(run('a'), run('b'));
    bulk.openRun('a');
    events['bulk.removed']?.({ id: 'b' });
    expect([Object.keys(bulk.runs.value() ?? {}), bulk.useBulk.getState().openRun]).toEqual([['a'], 'a']);
    events['bulk.removed']?.({ id: 'a' });
    expect([bulk.runs.value(), bulk.useBulk.getState().openRun]).toEqual([{}, null]);
  });

  it.each([
    ['good', 0, 0],
    ['doubt', 2, 0],
    ['doubt', 0, 1],
  ])('are written to a file that is %s with %i rows that wait and %i cells that were cut', async (tone, waiting, cut) => {
    await listed(run('a', { waiting }));
    const toast = vi.spyOn(bulk.toasts, 'add');
    void bulk.exportRun('a', 'csv');
    expect([...bulk.useBulk.getState().exporting]).toEqual(['a']);
    await last('bulk.export').answer({ savedId: 's', name: 'a.csv', rows: 3, cut });
    expect([...bulk.useBulk.getState().exporting]).toEqual([]);
    expect(toast.mock.calls[0]?.[0]).toMatchObject({ tone });
  });

  it('that a person does not write to a file are not announced', async () => {
    await listed(run('a'));
    const toast = vi.spyOn(bulk.toasts, 'add');
    const written = bulk.exportRun('a', 'csv');
    await last('bulk.export').answer(null);
    await written;
    expect([bulk.useBulk.getState().exporting.size, toast.mock.calls.length]).toEqual([0, 0]);
  });
});
