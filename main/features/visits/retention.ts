/** Removes visits after their retention period, never without a warning period first. */
import { setImmediate } from 'node:timers/promises';
import type { VisitRow } from './visit-row.ts';

export const day = 86_400_000;
/** Days before its time is over from which a person is warned of a visit's removal, and the fewest days of that warning. */
export const warning = { before: 14, atLeast: 7 } as const;

export type Due = {
  /** The warning starts now. */
  near: boolean;
  /** When the visit may be removed, milliseconds since 1970; null unless that is near. */
  removal: number | null;
};

/** `days`: after the last change, 0 keeps for ever. `now`: milliseconds since 1970. */
export type RetentionTime = { days: number; now: number };

/** Visits that changed last by then are near their removal: milliseconds since 1970; null when visits are kept for ever. */
export const nearBefore = ({ days, now }: RetentionTime): number | null =>
  // A shorter time than the warning itself is told of from the beginning.
  days === 0 ? null : now - (days - warning.before) * day;

export function dueOf({ changedAt, warnedAt }: Pick<VisitRow, 'changedAt' | 'warnedAt'>, time: RetentionTime): Due {
  const { days, now } = time;
  const over = Date.parse(changedAt) + days * day;
  const before = nearBefore(time);
  if (before === null || Date.parse(changedAt) > before) return { near: false, removal: null };
  const since = warnedAt === null ? now : Date.parse(warnedAt);
  return { near: true, removal: Math.max(over, since + warning.atLeast * day) };
}

export type RetentionDeps = {
  visits: { nearRemoval(time: RetentionTime): string[]; find(id: string): VisitRow | null };
  days(): number;
  now(): Date;
  /** The warning starts now. */
  warn(visit: VisitRow): void;
  isOpen(visitId: string): boolean;
  remove(visitId: string): Promise<void>;
  /** What belongs to no visit and was done with before then. */
  removeOthers(before: Date): Promise<void>;
};

const lookEvery = 3_600_000;
/** The number of visits that are checked before the loop yields. */
const atOnce = 20;

/** Checks the visits that are near their removal now and every hour. The returned function stops it after the current pass. */
export function startRetention(parts: RetentionDeps): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  let ended = false;
  const look = () => {
    looking = looking.then(() => lookOnce(parts, () => ended));
  };
  look();
  const timer = setInterval(look, lookEvery).unref();
  return () => {
    ended = true;
    clearInterval(timer);
    return looking;
  };
}

/** What cannot be done with one (a full disk) is tried again at the next look, and keeps no other from its turn. Never rejects. */
export async function lookOnce(
  { visits, days, now, warn, isOpen, remove, removeOthers }: RetentionDeps,
  ended: () => boolean,
): Promise<void> {
  const ids = visits.nearRemoval({ days: days(), now: now().getTime() });
  for (const [index, id] of ids.entries()) {
    if (index % atOnce === atOnce - 1) await setImmediate();
    if (ended()) return;
    // Read now: a removal takes a while, in which something may have happened in the next one.
    const visit = visits.find(id);
    if (!visit) continue;
    try {
      const at = now().getTime();
      const { near, removal } = dueOf(visit, { days: days(), now: at });
      if (near && visit.warnedAt === null) warn(visit);
      else if (removal !== null && at >= removal && !isOpen(id)) await remove(id);
    } catch {
      // The visit stays, and so does what is told of it.
    }
  }
  const kept = days();
  if (kept > 0 && !ended()) await removeOthers(new Date(now().getTime() - kept * day)).catch(() => undefined);
}
