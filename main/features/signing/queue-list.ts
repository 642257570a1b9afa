/** The list of the queue on the screen: its pages, the actions possible with several documents, and the progress of sending. */

import { EventEmitter } from 'node:events';
import { countsOf } from '../../../shared/domain/counts.ts';
import { isBlockedByRules, isUnderWay } from '../../../shared/domain/signing/job-status.ts';
import {
  type ActCounts,
  countActs,
  countOf,
  type GroupCounts,
  groupOf,
  groups,
  type QueueFilter,
} from '../../../shared/domain/signing/queue-list.ts';
import type { Progress, QueuePage, QueuePageRequest, QueueSummary } from '../../../shared/domain/signing/queue-list-schemas.ts';
import type { SigningJob } from '../../../shared/domain/signing/signing.ts';
import { createThrottledPublisher } from '../../platform/runtime/throttled-publisher.ts';
import type { OutboxJob } from './outbox/job.ts';
import { viewOf } from './outbox/job-view.ts';
import type { Outbox } from './outbox/outbox.ts';

export type QueueList = {
  page(request: QueuePageRequest): QueuePage;
  /** Returns the ids of all documents that match, in the order of the list. */
  ids(filter: QueueFilter): string[];
  /** Returns how many documents precede one in the list of a filter; null when it is not in that list. */
  offset(documentId: string, filter: QueueFilter): number | null;
  /** Returns the jobs of those documents that are in the queue. */
  jobs(documentIds: readonly string[]): SigningJob[];
  countActs(documentIds: readonly string[]): ActCounts;
  summary(): QueueSummary;
  /** Emits `state` a few times a second at most, when the summary has changed. */
  events: EventEmitter<{ state: [QueueSummary] }>;
};

type QueueListDeps = { outbox: Outbox; now: () => number };

/** Call `notify` when documents have left the queue; the outbox reports those that changed. */
export function createQueueList({ outbox, now }: QueueListDeps): QueueList & { notify(): void; end(): void } {
  const events = new EventEmitter<{ state: [QueueSummary] }>();
  /** Documents that ended in this run, by id: the pace is computed from these alone. */
  const ended = new Map<string, Ended>();

  /** Counts the jobs of each group. Jobs at rest are finished. */
  function groupCounts(): GroupCounts {
    const counts = countsOf(groups);
    for (const job of outbox.openJobs()) {
      const group = groupOf(viewOf(job));
      if (group) counts[group] += 1;
    }
    counts.finished += outbox.restingCount();
    return counts;
  }

  function progress(): Progress | null {
    const open = outbox.openJobs();
    const moving = open.filter(({ status }) => isUnderWay(status));
    if (moving.length === 0) return null;
    for (const [id, { to }] of ended) if (to <= now() - paceWindowMs) ended.delete(id);
    const active = new Set(moving.map(({ batchId }) => batchId));
    const members = open.filter(({ batchId }) => active.has(batchId)).length + outbox.restingOfBatches([...active]);
    const [done, total] = [members - moving.length, members];
    return {
      done,
      total,
      sending: moving.filter(({ status }) => status === 'sending').length,
      onlyBlocked: moving.every(isBlockedByRules),
      left: timeLeft({ left: moving.length, ended: [...ended.values()].filter(({ batchId }) => active.has(batchId)) }, now()),
    };
  }

  const summary = (): QueueSummary => ({
    groups: groupCounts(),
    queued: outbox.openJobs().filter(({ status }) => status === 'queued').length,
    progress: progress(),
  });

  const publisher = createThrottledPublisher(events, summary);
  outbox.onChange((jobs) => {
    for (const job of jobs) note(job);
    publisher.notify();
  });

  function note({ id, batchId, status, lastAttempt, changedAt }: OutboxJob): void {
    if (isUnderWay(status) || lastAttempt === null) ended.delete(id);
    else ended.set(id, { batchId, from: Date.parse(lastAttempt.at), to: Date.parse(changedAt) });
  }

  const jobs = (ids: readonly string[]): SigningJob[] => ids.flatMap((id) => outbox.job(id) ?? []).map(viewOf);

  return {
    page({ filter, offset, limit }) {
      const counts = filter.text.trim() === '' ? groupCounts() : outbox.list.counts(filter.text);
      return { total: countOf(counts, filter.group), counts, items: jobs(outbox.list.ids(filter, { offset, limit })) };
    },
    ids: (filter) => outbox.list.ids(filter),
    offset: (id, filter) => outbox.list.offset(id, filter),
    jobs,
    countActs: (ids) => countActs(jobs(ids)),
    summary,
    events,
    notify: publisher.notify,
    end: publisher.end,
  };
}

/** Period in milliseconds from which the pace is computed: the pace before an outage says nothing. */
const paceWindowMs = 10 * 60_000;

/** A sent document that has ended. `from`: time of its latest sending; `to`: time of its end; milliseconds. */
type Ended = { batchId: string; from: number; to: number };

/** Returns the milliseconds for `left` documents at the recent pace; null while too few have ended. */
export function timeLeft({ left, ended }: { left: number; ended: readonly Omit<Ended, 'batchId'>[] }, now: number): number | null {
  const recent = ended.filter(({ to }) => to > now - paceWindowMs);
  if (recent.length < 2) return null;
  const begun = Math.max(now - paceWindowMs, Math.min(...recent.map(({ from }) => from)));
  return ((now - begun) / recent.length) * left;
}
