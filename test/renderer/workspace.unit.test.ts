import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand';
import { type Workspace, workspaceSchema } from '../support/doors/domain.ts';

const visits = (notes: Record<string, string>): NonNullable<Workspace['visits']> => ({
  notes,
  newVisit: { details: { name: '', identification: '', transaction: '' }, fetch: true, asked: null },
});
const empty: Workspace = { signing: null, screening: null, visits: null, page: null, unsaved: null };

type Saved = Partial<Workspace>;
let saved: Saved[];
/** What main answers, in order; the last one also later. */
let loads: ({ ok: true; value: Workspace } | { ok: false; problem: { code: string } })[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  saved = [];
  loads = [{ ok: true, value: empty }];
  const invoke = {
    'app.workspace': async () => (loads.length > 1 ? loads.shift() : loads[0]),
    'app.saveWorkspace': async (parts: Saved) => {
      saved.push(parts);
      return { ok: false, problem: { code: 'bad-request' } };
    },
  };
  vi.stubGlobal('window', { station: { invoke } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The module of a page that begins. */
const page = () => import('../support/doors/renderer/app.ts');

describe('what the clerk has begun', () => {
  it('is saved at once after a pause, and at most 300 ms late while it changes', async () => {
    const { saveSoon } = await page();
    for (const text of ['a', 'ab', 'abc']) saveSoon('visits', () => visits({ v: text }));
    expect(saved).toEqual([{ visits: visits({ v: 'a' }) }]);
    await vi.advanceTimersByTimeAsync(299);
    expect(saved).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved.slice(1)).toEqual([{ visits: visits({ v: 'abc' }) }]);
    await vi.advanceTimersByTimeAsync(300);
    saveSoon('visits', () => visits({}));
    expect(saved).toHaveLength(3);
  });

  it('is saved before a send, once', async () => {
    const { saveSoon, flushWorkspace } = await page();
    saveSoon('visits', () => visits({}));
    saveSoon('visits', () => visits({ v: 'last' }));
    flushWorkspace();
    expect(saved.at(-1)).toEqual({ visits: visits({ v: 'last' }) });
    await vi.advanceTimersByTimeAsync(1000);
    expect(saved).toHaveLength(2);
  });

  it('is asked of main once, and again after a failure', async () => {
    loads = [
      { ok: false, problem: { code: 'internal' } },
      { ok: true, value: { ...empty, visits: visits({ v: 'a' }) } },
    ];
    const { loadWorkspace } = await page();
    await expect(loadWorkspace()).rejects.toMatchObject({ problem: { code: 'internal' } });
    await loadWorkspace();
    loads = [{ ok: true, value: empty }];
    expect((await loadWorkspace()).visits?.notes).toEqual({ v: 'a' });
  });

  it('is restored before anything is saved, and saved when a member of it changes', async () => {
    loads = [{ ok: true, value: { ...empty, visits: visits({ v: 'before' }) } }];
    const { followPart } = await page();
    const store = createStore(() => ({ ...visits({}), other: 0 }));
    const part = ({ notes, newVisit }: ReturnType<typeof visits>) => ({ notes, newVisit });
    const end = followPart('visits', store, { part, restore: (left) => store.setState(left) });
    store.setState({ notes: { v: 'too early' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().notes).toEqual({ v: 'before' });
    store.setState({ other: 1 });
    expect(saved).toEqual([]);
    store.setState({ notes: { v: 'now' } });
    expect(saved).toEqual([{ visits: visits({ v: 'now' }) }]);
    end();
    store.setState({ notes: {} });
    await vi.advanceTimersByTimeAsync(1000);
    expect(saved).toHaveLength(1);
  });

  it('has bounds', () => {
    const fits = (notes: Record<string, string>) => workspaceSchema.safeParse({ ...empty, visits: visits(notes) }).success;
    expect(fits({ v: 'x'.repeat(10_000) })).toBe(true);
    expect(fits({ v: 'x'.repeat(10_001) })).toBe(false);
    const many = Array.from({ length: 100_001 }, (_, at) => [String(at), ''] as const);
    expect(fits(Object.fromEntries(many.slice(1)))).toBe(true);
    expect(fits(Object.fromEntries(many))).toBe(false);
  });
});
