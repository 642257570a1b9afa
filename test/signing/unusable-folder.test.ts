/** A data folder that cannot be written to while the station runs. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { testWith } from '../support/runner/need.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { makeReadOnly } from '../support/storage/mounts.ts';
import { until } from '../support/waiting.ts';

testWith('small file system')('nothing is sent while its answer could not be stored, and all of it afterwards', async () => {
  const station = withSigningActions(await buildStation());
  station.queue.pause();
  const ids = await station.contracts('a');
  await station.send(ids);
  const undo = makeReadOnly(join(station.dataDir, 'encrypted'));
  station.queue.resume();
  await until(() => ['queued', 'sending'].includes(station.states(ids).join()), false);
  expect(station.states(ids)).toEqual(['queued data-folder-unusable']);
  expect(station.jobsOf(ids)[0]?.problem?.detail).toEqual({ cause: 'EROFS', context: 'file', name: 'encrypted' });
  expect(station.calls()).toEqual([]);
  undo();
  station.queue.wake();
  await until(() => station.states(ids), ['signed']);
  expect(station.calls()).toHaveLength(1);
});
