/** The same document under another id: opened once more, perhaps after a restart. */
import type { OutboxJob } from './outbox/outbox.ts';
import { isUnderWay } from './states.ts';

type Known = Pick<OutboxJob, 'id' | 'sha256' | 'clientInfo' | 'path' | 'reference'>;

/** The same bytes for the same client, under the same path or reference. Copies that the clerk numbered apart are documents of their own. */
export const isTwin = (job: Known, of: Known): boolean =>
  job.id !== of.id &&
  job.sha256 === of.sha256 &&
  job.clientInfo === of.clientInfo &&
  (job.path === of.path || job.reference === of.reference);

/**
 * Without those whose twin is signed, under way or in doubt, and of twins the first alone: each id was refused or
 * failed by itself, and sent again together they would be signed twice, with nobody the wiser.
 */
export function withoutTwins(wanted: readonly OutboxJob[], all: readonly OutboxJob[]): OutboxJob[] {
  const sent = all.filter(({ status, closed }) => status === 'signed' || isUnderWay(status) || (status === 'in-doubt' && closed === null));
  const bySha256 = Map.groupBy(sent, ({ sha256 }) => sha256);
  const alone: OutboxJob[] = [];
  for (const job of wanted) {
    const alike = bySha256.get(job.sha256) ?? [];
    if (alike.some((one) => isTwin(one, job))) continue;
    alone.push(job);
    bySha256.set(job.sha256, [...alike, job]);
  }
  return alone;
}
