import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand';

let saved: Record<string, string>[];
/** What the page before left. */
let left: Record<string, string> | null;
let keys: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  saved = [];
  left = null;
  keys = new EventTarget();
  const invoke = {
    'app.workspace': async () => ({ ok: true, value: { signing: null, screening: null, visits: null, page: left } }),
    'app.saveWorkspace': async ({ page }: { page: Record<string, string> }) => {
      saved.push(page);
      return { ok: true, value: null };
    },
  };
  vi.stubGlobal('window', { station: { invoke } });
  vi.stubGlobal('addEventListener', keys.addEventListener.bind(keys));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The module of a page that begins. */
const page = () => import('../support/doors/renderer/page-parts.ts');

it('the parts of the page before are restored before anything is saved', async () => {
  left = { form: '[{"text":"before","amount":"\\u0000NaN"}]', other: '1' };
  const { followMembers, loadParts, membersOf } = await page();
  const store = createStore(() => ({ text: '', amount: 1, busy: false }));
  const end = followMembers('form', [membersOf(store, 'text', 'amount')]);
  store.setState({ text: 'too early' });
  expect(await loadParts()).toEqual({ isNext: true });
  expect(store.getState()).toEqual({ text: 'before', amount: Number.NaN, busy: false });
  store.setState({ busy: true });
  expect(saved).toEqual([]);
  store.setState({ text: 'now' });
  expect(saved).toEqual([{ form: '[{"text":"now","amount":"\\u0000NaN"}]', other: '1' }]);
  end();
  store.setState({ text: 'later' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved).toHaveLength(1);
});

it('what may end a page is restored again only after a key', async () => {
  left = { shown: '[{"view":"queue"}]' };
  const { followMembers, loadParts, membersOf } = await page();
  const store = createStore(() => ({ view: 'sign' }));
  const end = followMembers('shown', [membersOf(store, 'view')], { isOnce: true });
  await loadParts();
  expect(store.getState().view).toBe('queue');
  expect(saved).toEqual([{}]);
  keys.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved.at(-1)).toEqual(left);
  end();
});

it('a first page has no page before', async () => {
  const { loadParts } = await page();
  expect(await loadParts()).toEqual({ isNext: false });
});

it('a part that main would refuse costs no other part', async () => {
  const { followMembers, loadParts, membersOf } = await page();
  const long = createStore(() => ({ text: '' }));
  const short = createStore(() => ({ text: '' }));
  const ends = [followMembers('long', [membersOf(long, 'text')]), followMembers('short', [membersOf(short, 'text')])];
  await loadParts();
  long.setState({ text: 'fits' });
  long.setState({ text: 'x'.repeat(1_000_000) });
  short.setState({ text: 'here' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved.at(-1)).toEqual({ short: '[{"text":"here"}]' });
  for (const end of ends) end();
});
