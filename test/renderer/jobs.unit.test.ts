import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let asked: string[][];

beforeEach(() => {
  vi.resetModules();
  asked = [];
  const invoke = {
    'signing.jobs': async ({ ids }: { ids: string[] }) => {
      asked.push(ids);
      return { ok: true, value: ids.map((documentId) => ({ documentId })) };
    },
  };
  vi.stubGlobal('window', { station: { invoke } });
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
