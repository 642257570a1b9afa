/** How far sending has come, and how long it may still take. Pure. */
import { isHeldByRules, isMoving } from './job-status.ts';
import type { Jobs } from './store.ts';

/** How far back the pace is looked for: before an outage it says nothing. */
const window = 10 * 60_000;

export type Progress = {
  done: number;
  total: number;
  /** Ids of what is not sent yet. */
  waiting: string[];
  /** How many are being sent. */
  sending: number;
  /** Of those that were sent and have ended: when they were last sent, and when they ended. */
  sent: { from: string; to: string }[];
};

/** How far the batches have come that still have documents on their way; null when none has. */
export function progressOf(jobs: Jobs): Progress | null {
  const all = Object.values(jobs);
  const active = new Set(all.filter(isMoving).map((job) => job.batchId));
  if (active.size === 0) return null;
  const members = all.filter((job) => active.has(job.batchId));
  return {
    done: members.filter((job) => !isMoving(job)).length,
    total: members.length,
    waiting: members.filter((job) => job.status === 'queued').map((job) => job.documentId),
    sending: members.filter((job) => job.status === 'sending').length,
    sent: members.flatMap((job) => (isMoving(job) || job.lastAttemptAt === null ? [] : [{ from: job.lastAttemptAt, to: job.changedAt }])),
  };
}

/** Whether nothing is left to be sent but what the rules hold. */
export const onlyHeld = ({ sending, waiting }: Progress, jobs: Jobs): boolean =>
  sending === 0 &&
  waiting.every((id) => {
    const job = jobs[id];
    return job !== undefined && isHeldByRules(job);
  });

/** Milliseconds left at the pace of late; null while too little is known. */
export function timeLeft({ done, total, sent }: Pick<Progress, 'done' | 'total' | 'sent'>, now: number): number | null {
  const recent = sent.filter(({ to }) => Date.parse(to) > now - window);
  if (recent.length < 2) return null;
  const begun = Math.max(now - window, Math.min(...recent.map(({ from }) => Date.parse(from))));
  return ((now - begun) / recent.length) * (total - done);
}
