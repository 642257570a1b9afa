/** The list of the queue over a real database: its order, search, counts and places, through changes and a restart. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type GroupCounts, groups, noFilter, type QueueFilter, type QueueSummary } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { createQueueList } from '../support/doors/signing.ts';
import { openTestOutbox, queuedDocument, sentOf, type TestOutbox } from '../support/signing/outbox.ts';
import { tempDir } from '../support/temp-dir.ts';

const listOf = ({ outbox }: TestOutbox) => createQueueList({ outbox, now: Date.now });
type List = ReturnType<typeof listOf>;

const page = (list: List, filter: Partial<QueueFilter> = {}, offset = 0, limit = 50) =>
  list.page({ filter: { ...noFilter, ...filter }, offset, limit });
const idsIn = (list: List, filter: Partial<QueueFilter> = {}) => page(list, filter).items.map(({ documentId }) => documentId);
const counted = (counts: Partial<GroupCounts>): GroupCounts => ({
  ...(Object.fromEntries(groups.map((group) => [group, 0])) as GroupCounts),
  ...counts,
});

/** Signs and delivers: the station then has nothing left to do with it. */
function finish({ outbox }: TestOutbox, id: string): void {
  outbox.begin({ id: `call-${id}`, documents: sentOf([id]) });
  outbox.move('sign', [id], { signedSha256: '1'.repeat(64) });
  outbox.end(`call-${id}`, 'answered', null);
  outbox.change(id, { original: null });
}

/** One document in each group but `delivery`, two that wait, and two that are finished; of two batches. */
function fill(test: TestOutbox): void {
  const { outbox } = test;
  const names = ['done', 'stopped', 'refused', 'doubt', 'sent', 'blocked', 'waits'];
  outbox.enqueue(names.map((id) => queuedDocument(id, { batchId: id === 'done' ? 'old' : 'new' })));
  finish(test, 'done');
  outbox.move('cancel', ['stopped'], { original: null });
  for (const [id, move] of [
    ['refused', 'reject'],
    ['doubt', 'doubt'],
  ] as const) {
    outbox.begin({ id: `call-${id}`, documents: sentOf([id]) });
    outbox.move(move, [id], { problem: problem('provider-said-fail', { providerText: 'no' }) });
    outbox.end(`call-${id}`, 'answered', null);
  }
  outbox.change('blocked', { problem: problem('policy-no-visit') });
  outbox.begin({ id: 'call-sent', documents: sentOf(['sent']) });
}
const inOrder = ['blocked', 'doubt', 'refused', 'sent', 'waits', 'stopped', 'done'];

describe('the list of the queue', () => {
  it('has the groups in the order of the screen, each in its own order, page by page, also after a restart', async () => {
    const folder = await tempDir();
    const before = await openTestOutbox(folder);
    fill(before);
    const counts = counted({ blocked: 1, doubt: 1, failed: 1, moving: 2, finished: 2 });
    const check = (list: List) => {
      expect(idsIn(list)).toEqual(inOrder);
      expect(page(list)).toMatchObject({ total: 7, counts });
      expect(inOrder.map((_, offset) => page(list, {}, offset, 1).items[0]?.documentId)).toEqual(inOrder);
      expect(page(list, { group: 'moving' })).toMatchObject({ total: 2, counts });
      expect(idsIn(list, { group: 'moving' })).toEqual(['sent', 'waits']);
      expect(idsIn(list, { group: 'finished' })).toEqual(['stopped', 'done']);
      expect(list.ids(noFilter)).toEqual(inOrder);
      expect(inOrder.map((id) => list.offset(id, noFilter))).toEqual([0, 1, 2, 3, 4, 5, 6]);
      expect(list.offset('done', { ...noFilter, group: 'finished' })).toBe(1);
      expect(list.offset('done', { ...noFilter, group: 'moving' })).toBeNull();
      expect(list.offset('stranger', noFilter)).toBeNull();
    };
    check(listOf(before));
    before.database.close();
    check(listOf(await openTestOutbox(folder)));
  });

  it('follows every change', async () => {
    const test = await openTestOutbox(await tempDir());
    const list = listOf(test);
    fill(test);
    expect(list.summary().groups).toEqual(counted({ blocked: 1, doubt: 1, failed: 1, moving: 2, finished: 2 }));
    // Sent again, it waits behind the others.
    test.outbox.enqueue([queuedDocument('refused', { batchId: 'new' })]);
    expect(idsIn(list, { group: 'moving' })).toEqual(['sent', 'waits', 'refused']);
    finish(test, 'waits');
    expect(idsIn(list, { group: 'finished' })).toEqual(['waits', 'stopped', 'done']);
    test.outbox.change('doubt', { closed: { at: new Date().toISOString(), note: 'settled' } });
    test.outbox.forget(['done']);
    // From the list back into the queue.
    test.outbox.enqueue([queuedDocument('stopped', { batchId: 'new' })]);
    expect(page(list)).toMatchObject({ total: 6, counts: counted({ blocked: 1, moving: 3, finished: 2 }) });
    expect(new Set(idsIn(list, { group: 'finished' }))).toEqual(new Set(['waits', 'doubt']));
    const { counts } = page(list);
    // Counted in memory, and in the index.
    expect(test.outbox.list.counts('')).toEqual(counts);
  });

  it('is searched by name, reference and client, without capitals, accents and punctuation, every word somewhere', async () => {
    const test = await openTestOutbox(await tempDir());
    const list = listOf(test);
    test.outbox.enqueue([
      queuedDocument('a', { name: 'Crédito Peñaloza.pdf', reference: '2026-0417', clientInfo: 'TRX-9' }),
      queuedDocument('b', { name: 'Pagaré.pdf', reference: '2026-0418', clientInfo: '17 104.030-5' }),
    ]);
    finish(test, 'a');
    const searches = ['credito', 'PENALOZA', '0417', 'trx-9', 'trx credito', ' 0417 ', 'loza.pdf', '20260417', 'Crédito Peñaloza.pdf'];
    for (const text of searches) expect([text, idsIn(list, { text })]).toEqual([text, ['a']]);
    for (const text of ['171040305', 'pagare']) expect(idsIn(list, { text })).toEqual(['b']);
    for (const text of ['0419', 'credito 0418', '0417 zzz']) expect(page(list, { text })).toMatchObject({ total: 0, items: [] });
    for (const text of ['', ' ', '2026'])
      expect(page(list, { text })).toMatchObject({ total: 2, counts: counted({ moving: 1, finished: 1 }) });
    expect(page(list, { text: '2026', group: 'finished' })).toMatchObject({ total: 1, counts: counted({ moving: 1, finished: 1 }) });
    expect(list.offset('b', { ...noFilter, text: 'pagare' })).toBe(0);
  });

  it('is read from its index alone, and its page without a sort', async () => {
    const { database, outbox } = await openTestOutbox(await tempDir());
    const asked: string[] = [];
    const prepare = database.sql.prepare.bind(database.sql);
    vi.spyOn(database.sql, 'prepare').mockImplementation((text) => {
      if (text.includes('job_list')) asked.push(text);
      return prepare(text);
    });
    outbox.enqueue([queuedDocument('a')]);
    for (const filter of [noFilter, { text: 'a 1', group: 'moving' as const }]) {
      outbox.list.ids(filter, { offset: 0, limit: 5 });
      outbox.list.counts(filter.text);
      outbox.list.offset('a', filter);
    }
    expect(asked).toHaveLength(8);
    for (const query of asked) {
      const values = query.match(/\?/g)?.map(() => 0) ?? [];
      const plan = prepare(`EXPLAIN QUERY PLAN ${query}`)
        .all(...values)
        .map(({ detail }) => String(detail));
      expect([query, plan]).toEqual([query, [expect.stringMatching(/^SEARCH job USING COVERING INDEX job_list/)]]);
    }
  });

  it('leaves out a document with a row that does not parse, and does not count it', async () => {
    const folder = await tempDir();
    const before = await openTestOutbox(folder);
    fill(before);
    before.database.sql.prepare("UPDATE job SET value = '{}' WHERE id = 'done'").run();
    before.database.close();
    const test = await openTestOutbox(folder);
    const list = listOf(test);
    expect(page(list)).toMatchObject({ total: 7 });
    expect(page(list)).toMatchObject({ total: 6, counts: counted({ blocked: 1, doubt: 1, failed: 1, moving: 2, finished: 1 }) });
    expect(test.outbox.quarantined()).toMatchObject([{ id: 'done' }]);
  });
});

describe('several documents', () => {
  it('are counted by what is possible with them; those that the queue does not have are passed over', async () => {
    const test = await openTestOutbox(await tempDir());
    fill(test);
    const list = listOf(test);
    expect(list.countActs([...inOrder, 'stranger'])).toEqual({ cancel: 2, retry: 2, deliver: 0, remove: 3, doubts: 1 });
    expect(list.jobs(['done', 'stranger', 'waits']).map(({ documentId }) => documentId)).toEqual(['done', 'waits']);
  });
});

describe('the summary', () => {
  it('reports the progress of the batches under way, also after a restart', async () => {
    const folder = await tempDir();
    const before = await openTestOutbox(folder);
    fill(before);
    finish(before, 'waits');
    before.outbox.enqueue([queuedDocument('lost', { batchId: 'lost' })]);
    before.outbox.move('fail', ['lost'], { problem: problem('file-missing', { name: 'lost.pdf' }) });
    const progress = { done: 4, total: 6, sending: 1, onlyBlocked: false };
    expect(listOf(before).summary()).toMatchObject({ queued: 1, progress });
    before.database.close();
    const test = await openTestOutbox(folder);
    expect(listOf(test).summary()).toMatchObject({ queued: 1, progress });
    test.outbox.move('doubt', ['sent']);
    expect(listOf(test).summary().progress).toMatchObject({ done: 5, sending: 0, onlyBlocked: true });
    test.outbox.move('cancel', ['blocked']);
    expect(listOf(test).summary()).toMatchObject({ queued: 0, progress: null });
  });

  it('is emitted when it has changed, not for each document, and not when the list has ended', async () => {
    const test = await openTestOutbox(await tempDir());
    const list = listOf(test);
    const emitted: QueueSummary[] = [];
    list.events.on('state', (summary) => emitted.push(summary));
    for (let n = 0; n < 50; n += 1) test.outbox.enqueue([queuedDocument(`d${n}`)]);
    await vi.waitFor(() => expect(emitted.at(-1)?.queued).toBe(50));
    expect(emitted.length).toBeLessThan(5);
    const before = emitted.length;
    test.outbox.change('d0', { providerDocumentId: 'p' });
    await wait(300);
    expect(emitted).toHaveLength(before);
    test.outbox.move('cancel', ['d0']);
    list.end();
    await wait(300);
    expect(emitted).toHaveLength(before);
  });
});
