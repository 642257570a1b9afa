/** A document that a person settled does not wait any more: neither its visit nor the count of visits says so. */
import { expect, test, vi } from 'vitest';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { withVisitActions } from '../support/visits/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

test('a visit whose document in doubt was closed with a note waits for no one', async () => {
  const station = withVisitActions(withSigningActions(await buildStation()));
  station.rules({});
  const visitId = station.visit({ name: 'Ana Ruiz', transaction: 'TX-9' });
  const ids = await station.contracts('a');
  station.provider.misbehave('sign', { drop: 'before-answer' });
  const { batchId } = await station.signing.send({ documents: station.entries(ids), visitId });
  await batchFinished(station, batchId);
  const waiting = () => [station.view(visitId).waiting, station.visits.state().waiting];
  await vi.waitFor(() => expect(waiting()).toEqual([1, 1]), longWait);

  station.queue.close(ids[0] ?? '', 'done on paper');
  expect(waiting()).toEqual([0, 0]);
  expect(station.visits.page({ text: '', show: 'waiting' }, 0, 10).items).toEqual([]);
  expect(station.view(visitId).documents).toMatchObject([{ status: 'in-doubt', closed: { note: 'done on paper' } }]);

  // Sent again, it is open again.
  station.queue.pause();
  expect(await station.queue.retry(ids, { resend: true })).toEqual(ids);
  expect(waiting()).toEqual([1, 1]);
});
