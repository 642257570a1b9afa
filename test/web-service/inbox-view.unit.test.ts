import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboxItem, Publication } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { certificateExpiry } from '../support/doors/renderer/app.ts';
import {
  applyItem,
  belongs,
  createArrivals,
  dropItem,
  marksOf,
  neighbourOf,
  titleOf,
  useInbox,
  useReceived,
} from '../support/doors/renderer/inbox.ts';
import { keysOf, belongs as publicationBelongs, typedKeys } from '../support/doors/renderer/publishing.ts';

const item = (more: Partial<InboxItem> = {}): InboxItem => ({
  id: 'i1',
  kind: 'record',
  receivedAt: '2026-11-12T10:00:00.000Z',
  user: 'proveedor',
  read: false,
  size: 2000,
  sizeIsLowerBound: false,
  sha256: 'aa',
  hasContents: false,
  uid: 'U-1',
  name: 'Ana',
  identification: '79555001',
  transaction: 'TX-1',
  version: 1,
  recordId: 'r1',
  visitId: 'c1',
  repeats: 0,
  repeatedAt: null,
  problem: null,
  ...more,
});

describe('the filters of the inbox', () => {
  const changed = item({ read: true, version: 2 });
  const quarantined = item({ kind: 'quarantined', read: true, problem: problem('body-not-json') });
  it.each([
    ['all', [true, true, true]],
    ['unread', [true, false, false]],
    ['changed', [false, true, false]],
    ['quarantined', [false, false, true]],
  ] as const)('%s', (show, expected) => {
    expect([item(), changed, quarantined].map((one) => belongs(one, { text: '', show }))).toEqual(expected);
  });

  it('leave a search for a text to main, except for items that they exclude', () => {
    expect(belongs(item(), { text: 'ana', show: 'all' })).toBeNull();
    expect(belongs(changed, { text: 'ana', show: 'unread' })).toBe(false);
    expect(belongs(item(), { text: '  ', show: 'all' })).toBe(true);
  });

  it('distinguish offered documents from those that are no longer offered', () => {
    const shown = (state: Publication['state'], show: 'all' | 'offered' | 'ended') =>
      publicationBelongs({ state } as Publication, { text: '', show });
    expect((['offered', 'fetched', 'withdrawn'] as const).map((state) => shown(state, 'offered'))).toEqual([true, false, false]);
    expect((['offered', 'fetched', 'withdrawn'] as const).map((state) => shown(state, 'ended'))).toEqual([false, true, true]);
    expect(shown('withdrawn', 'all')).toBe(true);
  });
});

describe('an item', () => {
  it('has its best known name as title', () => {
    expect(titleOf(item())).toBe('Ana');
    expect(titleOf(item({ name: '' }))).toBe('79555001');
    expect(titleOf(item({ name: '', identification: '' }))).toBe('TX-1');
    expect(titleOf(item({ name: '', identification: '', transaction: null }))).toBe('U-1');
    expect(titleOf(item({ name: '', identification: '', transaction: null, uid: null }))).toBe('');
  });

  it('is marked as a new version, as a duplicate with its number of pushes, as unreadable or as quarantined', () => {
    expect(marksOf(item())).toEqual([]);
    expect(marksOf(item({ version: 2, repeats: 2 }))).toEqual([
      { kind: 'version', count: 2 },
      { kind: 'repeats', count: 3 },
    ]);
    expect(marksOf(item({ problem: problem('stored-data-damaged') }))).toEqual([{ kind: 'unreadable', count: 1 }]);
    expect(marksOf(item({ kind: 'quarantined', problem: problem('body-neither') }))).toEqual([{ kind: 'quarantined', count: 1 }]);
  });
});

describe('the selected item', () => {
  beforeEach(() => useReceived.setState({ items: [item({ id: 'c' }), item({ id: 'b' }), item({ id: 'a' })], total: 3 }));

  it('is followed by the one below when it is removed, at the end by the last one', () => {
    expect(neighbourOf(useReceived.getState().items, 'b')?.id).toBe('a');
    expect(neighbourOf(useReceived.getState().items, 'a')?.id).toBe('b');
    expect(neighbourOf([item({ id: 'a' })], 'a')).toBeNull();
    expect(neighbourOf(useReceived.getState().items, 'unknown')).toBeNull();
  });

  it('changes when its row is removed, not when another row is', () => {
    useInbox.setState({ selected: item({ id: 'b' }) });
    dropItem('c');
    expect(useInbox.getState().selected?.id).toBe('b');
    dropItem('b');
    expect(useInbox.getState().selected?.id).toBe('a');
    expect(useReceived.getState().total).toBe(1);
  });

  it('shows its own changes, not those of other items', () => {
    useInbox.setState({ selected: item({ id: 'b' }) });
    applyItem(item({ id: 'b', repeats: 1 }));
    applyItem(item({ id: 'a', repeats: 4 }));
    expect(useInbox.getState().selected).toMatchObject({ id: 'b', repeats: 1 });
  });
});

describe('arrivals', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are announced at once, then at intervals, however many there are', () => {
    const said: number[] = [];
    const arrivals = createArrivals({ say: (count) => said.push(count), delayMs: 10_000 });
    arrivals.total(40);
    expect(said).toEqual([]);
    arrivals.total(41);
    expect(said).toEqual([1]);
    for (let total = 42; total <= 500; total += 1) {
      arrivals.total(total);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(60_000);
    expect(said.length).toBeLessThan(8);
    expect(said.reduce((sum, count) => sum + count, 0)).toBe(460);
    arrivals.total(501);
    expect(said.at(-1)).toBe(1);
  });

  it('are not announced for removed items', () => {
    const said: number[] = [];
    const arrivals = createArrivals({ say: (count) => said.push(count), delayMs: 10 });
    arrivals.total(5);
    arrivals.total(4);
    arrivals.stop();
    expect(said).toEqual([]);
  });
});

describe('the keys of a published document', () => {
  it('are the filled fields, without blanks around them', () => {
    expect(keysOf({ identification: ' 79.555.001 ', transaction: '', uid: '   ', customer: 'C-9' })).toEqual([
      { kind: 'identification', value: '79.555.001' },
      { kind: 'customer', value: 'C-9' },
    ]);
    expect(keysOf(typedKeys([]))).toEqual([]);
  });

  it('are in the form as they were given', () => {
    const keys = [
      { kind: 'transaction', value: 'TX-1' },
      { kind: 'uid', value: 'U-1' },
    ] as const;
    expect(keysOf(typedKeys([...keys]))).toEqual(keys);
  });
});

describe('the certificate', () => {
  const now = Date.parse('2026-11-22T12:00:00.000Z');
  const inDays = (days: number) => certificateExpiry(new Date(now + days * 86_400_000).toISOString(), now);
  it('has a warning in its last thirty days', () => {
    expect(inDays(30)).toEqual({ state: 'fine', days: 30 });
    expect(inDays(29.9)).toEqual({ state: 'soon', days: 29 });
    expect(inDays(30 - 1 / 86_400).state).toBe('soon');
    expect(inDays(0.4)).toEqual({ state: 'soon', days: 0 });
    expect(inDays(0)).toEqual({ state: 'ended', days: 0 });
    expect(inDays(-3)).toEqual({ state: 'ended', days: 0 });
  });
});
