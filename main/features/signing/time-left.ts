/** How long sending may still take. Pure. */

/** Milliseconds that the pace is looked for: before an outage it says nothing. */
export const paceWindowMs = 10 * 60_000;

/** A document that was sent and has ended: when it was last sent, and when it ended; milliseconds. */
export type Ended = { batchId: string; from: number; to: number };

/** Milliseconds left for `left` documents at the pace of late; null while too little is known. */
export function timeLeft({ left, ended }: { left: number; ended: readonly Omit<Ended, 'batchId'>[] }, now: number): number | null {
  const recent = ended.filter(({ to }) => to > now - paceWindowMs);
  if (recent.length < 2) return null;
  const begun = Math.max(now - paceWindowMs, Math.min(...recent.map(({ from }) => from)));
  return ((now - begun) / recent.length) * left;
}
