import { once } from 'node:events';
import { isUnderWay } from '../doors/domain.ts';
import type { TestStation } from '../station.ts';

/** Resolves when no document of the batch is queued or being sent. */
export async function batchFinished({ signing }: Pick<TestStation, 'signing'>, batchId: string | null | undefined): Promise<void> {
  const isOpen = () => signing.openJobs().some((job) => job.batchId === batchId && isUnderWay(job.status));
  while (isOpen()) await once(signing.events, 'changed');
}
