import { describe, expect, it } from 'vitest';
import {
  acts,
  countActs,
  documentStatusSchema,
  groupOf,
  groups,
  may,
  noFilter,
  orderOf,
  type QueueFilter,
  type SigningJob,
  sumOfActs,
} from '../support/doors/domain.ts';
import { connectionShown, type QueueRow, rowOf, sectionsOf, selectionAfter, withUpdates } from '../support/doors/renderer/queue.ts';
import { fc } from '../support/runner/property.ts';
import { jobWith } from '../support/signing/job.ts';

const row = (id: string, differs: Partial<SigningJob> = {}): QueueRow => rowOf(jobWith(id, differs));
const idsOf = (rows: readonly QueueRow[]) => rows.map(({ id }) => id);
const closed = { at: '2026-01-01T11:00:00Z', note: 'by telephone' };
const minute = (at: number) => `2026-01-01T10:${String(at).padStart(2, '0')}:00Z`;

const anyJob = fc
  .record({
    status: fc.constantFrom(...documentStatusSchema.options),
    delivery: fc.constantFrom('none' as const, 'waiting' as const, 'done' as const),
    deliveryFailed: fc.boolean(),
    closed: fc.constantFrom(null, closed),
    at: fc.integer({ min: 0, max: 59 }),
  })
  .map(({ at, ...differs }) => ({ ...differs, changedAt: minute(at) }));

/** As main lists them. */
const listed = (rows: readonly QueueRow[], { group }: QueueFilter = noFilter): QueueRow[] =>
  rows
    .filter((one) => groupOf(one) !== null && (group === 'all' || groupOf(one) === group))
    .sort((a, b) => groups.indexOf(groupOf(a) ?? 'blocked') - groups.indexOf(groupOf(b) ?? 'blocked') || orderOf(a) - orderOf(b));

describe('groups', () => {
  it('have documents that need a person before pending ones, and finished ones last', () => {
    const rows = [
      row('done', { status: 'signed', delivery: 'done' }),
      row('stuck', { status: 'signed', delivery: 'waiting', deliveryFailed: true }),
      row('waits'),
      row('arrives', { status: 'signed', delivery: 'waiting' }),
      row('refused', { status: 'rejected' }),
      row('unknown', { status: 'in-doubt' }),
      row('settled', { status: 'in-doubt', closed, changedAt: '2026-01-01T11:00:00Z' }),
      row('stopped', { status: 'cancelled', changedAt: '2026-01-01T10:30:00Z' }),
      row('unsent', { status: 'draft' }),
    ];
    expect(sectionsOf(listed(rows)).map(({ group, rows: own }) => [group, ...idsOf(own)])).toEqual([
      ['doubt', 'unknown'],
      ['failed', 'refused'],
      ['moving', 'arrives', 'waits'],
      ['delivery', 'stuck'],
      ['finished', 'settled', 'stopped', 'done'],
    ]);
  });

  it('have first what is sent next, in the order queued', () => {
    const rows = [row('second', { changedAt: minute(9) }), row('third'), row('first', { status: 'sending' })];
    expect(idsOf(listed(rows))).toEqual(['first', 'second', 'third']);
  });
});

describe('the list after events', () => {
  const three = [row('a', { status: 'failed', changedAt: minute(3) }), row('b', { status: 'failed', changedAt: minute(2) }), row('c')];
  const whole = { items: three, total: 3, first: 0 };

  it('has rows that keep their places with the latest values', () => {
    const now = withUpdates(whole, [row('c'), row('c', { attempts: 2 })], noFilter);
    expect(now).toEqual({ items: [three[0], three[1], row('c', { attempts: 2 })], total: 3, unsure: false });
  });

  it('is what main lists, while all of it was read', () => {
    const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), anyJob), { maxLength: 8 });
    const filter = fc.constantFrom(...(['all', 'failed', 'finished', 'moving'] as const)).map((group) => ({ text: '', group }));
    fc.assert(
      fc.property(rows, rows, filter, (before, changes, shown) => {
        const [was, events] = [before, changes].map((some) =>
          some.map(([id, differs], at) => row(id, { ...differs, changedAt: minute(at) })),
        );
        const unique = [...new Map((was ?? []).map((one) => [one.id, one])).values()];
        const items = listed(unique, shown);
        const now = withUpdates({ items, total: items.length, first: 0 }, events ?? [], shown);
        const latest = listed([...new Map([...unique, ...(events ?? [])].map((one) => [one.id, one])).values()], shown);
        const places = (all: readonly QueueRow[]) => all.map((one) => [groupOf(one), orderOf(one)]);
        expect(new Set(idsOf(now.items))).toEqual(new Set(idsOf(latest)));
        expect(places(now.items)).toEqual(places(latest));
        expect([now.total, now.unsure]).toEqual([latest.length, false]);
      }),
    );
  });

  it('is asked for again where a document came from, or went to, a part that was not read', () => {
    const part = { items: three, total: 9, first: 0 };
    const finished = row('a', { status: 'signed', delivery: 'done', changedAt: minute(5) });
    expect(withUpdates(part, [finished], noFilter)).toEqual({ items: three.slice(1), total: 9, unsure: true });
    const come = row('d', { status: 'failed', changedAt: minute(4) });
    expect(withUpdates(part, [come], noFilter)).toEqual({ items: [come, ...three], total: 9, unsure: true });
    // The rows before these are not read.
    expect(withUpdates({ ...part, first: 2 }, [come], noFilter)).toEqual({ items: three, total: 9, unsure: true });
    const likeTop = row('d', { status: 'failed', changedAt: minute(3) });
    expect(withUpdates({ ...part, first: 2 }, [likeTop], noFilter)).toEqual({ items: three, total: 9, unsure: true });
    expect(withUpdates(part, [row('d')], { ...noFilter, group: 'failed' })).toMatchObject({ items: three.slice(0, 3), unsure: true });
  });

  it('is asked for again where only main knows whether a document has the text', () => {
    const text = { ...noFilter, text: 'peña' };
    expect(withUpdates(whole, [row('d')], text)).toEqual({ items: three, total: 3, unsure: true });
    expect(withUpdates(whole, [row('c', { attempts: 2 })], text)).toMatchObject({ total: 3, unsure: false });
  });

  it('has no more rows than one more page when a large batch is queued', () => {
    const batch = Array.from({ length: 5000 }, (_, index) => row(`new-${index}`));
    const now = withUpdates(whole, batch, noFilter);
    expect([now.items.length, now.total]).toEqual([200, 5003]);
    expect(idsOf(now.items).slice(0, 4)).toEqual(['a', 'b', 'c', 'new-0']);
  });
});

describe('actions', () => {
  it('are not offered for a document in doubt, which has to be settled', () => {
    const doubt = jobWith('a', { status: 'in-doubt' });
    expect(acts.filter((act) => may(act, doubt))).toEqual([]);
  });

  it('remove only finished or failed documents without a pending delivery, and cancel only queued ones', () => {
    fc.assert(
      fc.property(anyJob, (differs) => {
        const job = jobWith('a', differs);
        if (may('remove', job)) {
          expect(job.delivery).not.toBe('waiting');
          expect(['finished', 'failed']).toContain(groupOf(job));
        }
        expect(may('cancel', job)).toBe(job.status === 'queued');
      }),
    );
  });

  it('deliver files that could not be delivered, also of a document that was not signed', () => {
    expect(may('deliver', jobWith('a', { status: 'signed', delivery: 'waiting' }))).toBe(true);
    expect(may('deliver', jobWith('a', { status: 'failed', delivery: 'waiting' }))).toBe(true);
    expect(may('deliver', jobWith('a', { status: 'signed', delivery: 'done' }))).toBe(false);
    expect(may('deliver', jobWith('a', { delivery: 'waiting' }))).toBe(false);
  });

  it('are counted', () => {
    const [signed, failed, settled] = [
      jobWith('a', { status: 'signed', delivery: 'done' }),
      jobWith('b', { status: 'failed' }),
      jobWith('c', { status: 'in-doubt', closed }),
    ];
    const none = { cancel: 0, retry: 0, deliver: 0, remove: 0, doubts: 0 };
    expect(countActs([signed])).toEqual({ ...none, remove: 1 });
    const all = { cancel: 1, retry: 1, deliver: 0, remove: 3, doubts: 1 };
    expect(countActs([signed, failed, settled, jobWith('d'), jobWith('e', { status: 'in-doubt' })])).toEqual(all);
    expect(sumOfActs([all, all, none]).remove).toBe(6);
    expect(sumOfActs([])).toEqual(none);
  });
});

describe('the selection after a change', () => {
  const nowhere = () => false;
  it('has the rows that are still listed', () => {
    const chosen = new Set(['a', 'c']);
    expect(selectionAfter(['a', 'b', 'c'], ['c', 'a'], chosen, nowhere)).toBe(chosen);
    expect([...selectionAfter(['a', 'b', 'c'], ['b', 'c'], chosen, nowhere)]).toEqual(['c']);
  });

  it('is the next row when all selected rows are gone, else the last; the first when none was selected', () => {
    expect([...selectionAfter(['a', 'b', 'c'], ['a', 'c'], new Set(['b']), nowhere)]).toEqual(['c']);
    expect([...selectionAfter(['a', 'b', 'c', 'd'], ['a', 'b'], new Set(['c', 'd']), nowhere)]).toEqual(['b']);
    expect([...selectionAfter(['a', 'b'], ['a', 'b'], new Set(), nowhere)]).toEqual(['a']);
    expect([...selectionAfter(['a'], [], new Set(['a']), nowhere)]).toEqual([]);
  });

  it('has documents in parts of the list that were not read, unless they left it', () => {
    const all = new Set(['a', 'b', 'x', 'y']);
    expect(selectionAfter(['a', 'b'], ['a', 'b'], all, () => true)).toBe(all);
    expect([...selectionAfter(['a', 'b'], ['b'], all, (id) => id === 'x')]).toEqual(['b', 'x']);
  });

  it('is never empty while rows are listed, and has only listed rows', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(ids, ids, ids, (before, now, selected) => {
        const after = selectionAfter(before, now, new Set(selected), nowhere);
        expect(after.size > 0).toBe(now.length > 0);
        for (const id of after) expect(now).toContain(id);
      }),
    );
  });
});

describe('the connection state', () => {
  it('is shown as paused while the queue is paused', () => {
    const connection = { state: 'online', since: null, nextAttemptAt: null, problem: null } as const;
    const queue = { paused: false, connection, memoryOnly: null, canCheck: true, checking: [], quarantined: [], closing: false };
    expect(connectionShown(queue)).toBe('online');
    expect(connectionShown({ ...queue, paused: true })).toBe('paused');
  });
});
