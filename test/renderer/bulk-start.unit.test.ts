import { afterAll, expect, it, vi } from 'vitest';
import type { Run, TablePreview } from '../support/doors/domain.ts';
import { draftOf, start, useBulk } from '../support/doors/renderer/bulk.ts';

const started = Promise.withResolvers<unknown>();
vi.stubGlobal('window', { station: { invoke: { 'bulk.start': () => started.promise }, on: {} } });
afterAll(() => vi.unstubAllGlobals());

const draft = (fileId: string) => draftOf({ fileId, mapping: { empty: [] } } as unknown as TablePreview, { concurrency: 1, perMinute: 0 });

it('a file that is chosen while the run of another is started stays in preparation', async () => {
  useBulk.setState({ draft: draft('first'), drafting: true });
  const starting = start();
  useBulk.setState({ draft: draft('second') });
  started.resolve({ ok: true, value: { id: 'run' } as Run });
  await starting;
  expect(useBulk.getState()).toMatchObject({ draft: { preview: { fileId: 'second' }, starting: false }, drafting: true, openRun: null });

  useBulk.setState({ draft: draft('first') });
  await start();
  expect(useBulk.getState()).toMatchObject({ draft: null, drafting: false, openRun: 'run' });
});
