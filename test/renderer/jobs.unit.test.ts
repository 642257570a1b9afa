import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let asked: string[][];
/** What main answers instead of at once. */
let answer: ((ids: string[]) => Promise<unknown>) | null;
const listeners = new Map<string, (payload: unknown) => void>();

beforeEach(() => {
  vi.resetModules();
  asked = [];
  answer = null;
  listeners.clear();
  const known = async (ids: string[]): Promise<unknown> => ids.map((documentId) => ({ documentId }));
  const invoke = {
    'signing.jobs': async ({ ids }: { ids: string[] }) => {
      asked.push(ids);
      return { ok: true, value: await (answer ?? known)(ids) };
    },
    'queue.state': async () => ({ ok: true, value: null }),
    'queue.summary': async () => ({ ok: true, value: null }),
  };
  const on = Object.fromEntries(
    ['signing.changed', 'signing.forgotten', 'queue.changed', 'queue.summary'].map((name) => [
      name,
      (listener: (payload: unknown) => void) => {
        listeners.set(name, listener);
        return () => listeners.delete(name);
      },
    ]),
  );
  vi.stubGlobal('window', { station: { invoke, on } });
});
afterEach(() => vi.unstubAllGlobals());

it('forgets the jobs that no view shows above a thousand, and loads them again when one does', async () => {
  const { loadJobsOf, useJobs } = await import('../support/doors/renderer/app.ts');
  const known = () => Object.keys(useJobs.getState().jobs);
  await loadJobsOf('list', ['first', 'second']);
  await loadJobsOf('page', ['of-page']);
  for (let day = 0; day < 30; day += 1)
    await loadJobsOf(
      'list',
      Array.from({ length: 200 }, (_, at) => `${day}-${at}`),
    );
  expect(known()).toHaveLength(1_000 + 1 + 200);
  expect(known()).toContain('of-page');
  expect(known()).not.toContain('first');
  expect(known()).toContain('28-0');

  asked = [];
  await loadJobsOf('list', ['first', '28-0']);
  expect(asked).toEqual([['first']]);
});

it('follows the jobs of the documents that a view shows, and no others; an event is newer than a pending answer', async () => {
  const { followJobs, loadJobsOf, useJobs } = await import('../support/doors/renderer/app.ts');
  followJobs();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  answer = () => promise;
  const loaded = loadJobsOf('list', ['a', 'b', 'c']);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  listeners.get('signing.changed')?.([
    { documentId: 'a', status: 'signed' },
    { documentId: 'other', status: 'signed' },
  ]);
  listeners.get('signing.forgotten')?.(['c']);
  resolve([
    { documentId: 'a', status: 'sending' },
    { documentId: 'b', status: 'queued' },
    { documentId: 'c', status: 'signed' },
  ]);
  await loaded;
  const { jobs } = useJobs.getState();
  expect(Object.values(jobs).map(({ documentId, status }) => `${documentId} ${status}`)).toEqual(['a signed', 'b queued']);
  listeners.get('signing.forgotten')?.(['a']);
  expect(Object.keys(useJobs.getState().jobs)).toEqual(['b']);
});

it('loads again what could not be loaded', async () => {
  const { loadJobsOf, useJobs } = await import('../support/doors/renderer/app.ts');
  answer = () => Promise.reject(new Error('no answer'));
  await expect(loadJobsOf('list', ['a'])).rejects.toThrow('no answer');
  answer = null;
  await loadJobsOf('list', ['a']);
  expect(Object.keys(useJobs.getState().jobs)).toEqual(['a']);
});
