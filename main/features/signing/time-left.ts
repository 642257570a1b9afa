/** Estimates the remaining time of sending. Pure. */

/** Period in milliseconds from which the pace is computed: the pace before an outage says nothing. */
export const paceWindowMs = 10 * 60_000;

/** A sent document that has ended. `from`: time of its latest sending; `to`: time of its end; milliseconds. */
export type Ended = { batchId: string; from: number; to: number };

/** Returns the milliseconds for `left` documents at the recent pace; null while too few have ended. */
export function timeLeft({ left, ended }: { left: number; ended: readonly Omit<Ended, 'batchId'>[] }, now: number): number | null {
  const recent = ended.filter(({ to }) => to > now - paceWindowMs);
  if (recent.length < 2) return null;
  const begun = Math.max(now - paceWindowMs, Math.min(...recent.map(({ from }) => from)));
  return ((now - begun) / recent.length) * left;
}
