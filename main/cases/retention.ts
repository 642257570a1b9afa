/** Which visits have had their time. Nothing goes without having been told of for a while. */
import { setImmediate } from 'node:timers/promises';
import type { CaseStore } from './case-store.ts';
import type { KeptCase } from './kept-case.ts';

const day = 86_400_000;
/** Days before its time is over from which a person is warned of a visit's removal, and the fewest days of that warning. */
export const warning = { before: 14, atLeast: 7 } as const;

export type Due = {
  /** Told from now on. */
  near: boolean;
  /** When it may go, milliseconds since 1970; null unless it is near. */
  removal: number | null;
};

/** @param days after the last change; 0 keeps for ever */
export function dueOf({ changedAt, warnedAt }: Pick<KeptCase, 'changedAt' | 'warnedAt'>, days: number, now: number): Due {
  const over = Date.parse(changedAt) + days * day;
  // A shorter time than the warning itself is told of from the beginning.
  if (days === 0 || now < over - warning.before * day) return { near: false, removal: null };
  const since = warnedAt === null ? now : Date.parse(warnedAt);
  return { near: true, removal: Math.max(over, since + warning.atLeast * day) };
}

export type RetentionParts = {
  visits: Pick<CaseStore, 'all' | 'find'>;
  days(): number;
  now(): Date;
  /** It is told of from now on. */
  warn(visit: KeptCase): void;
  isOpen(caseId: string): boolean;
  remove(caseId: string): Promise<void>;
  /** What belongs to no visit and was done with before then. */
  removeOthers(before: Date): Promise<void>;
};

const lookEvery = 3_600_000;
/** Visits that are looked at before others get their turn. */
const atOnce = 20;

/** Looks at all visits now and every hour. The answer ends it, after what is under way. */
export function startRetention(parts: RetentionParts): () => Promise<void> {
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
  { visits, days, now, warn, isOpen, remove, removeOthers }: RetentionParts,
  ended: () => boolean,
): Promise<void> {
  const ids = visits.all().flatMap((one) => (one.ok ? [one.value.id] : []));
  for (const [index, id] of ids.entries()) {
    if (index % atOnce === atOnce - 1) await setImmediate();
    if (ended()) return;
    // Read now: a removal takes a while, in which something may have happened in the next one.
    const visit = visits.find(id);
    if (!visit) continue;
    try {
      const at = now().getTime();
      const { near, removal } = dueOf(visit, days(), at);
      if (near && visit.warnedAt === null) warn(visit);
      else if (removal !== null && at >= removal && !isOpen(id)) await remove(id);
    } catch {
      // The visit stays, and so does what is told of it.
    }
  }
  const kept = days();
  if (kept > 0 && !ended()) await removeOthers(new Date(now().getTime() - kept * day)).catch(() => undefined);
}
