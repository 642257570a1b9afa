/** Which visits have had their time; pure. Nothing goes without having been told of for a while. */
import type { KeptCase } from './kept-case.ts';

const day = 86_400_000;
/** Days before its time is over from which a visit is told of, and the fewest that it is told of before it goes. */
export const told = { before: 14, atLeast: 7 } as const;

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
  if (days === 0 || now < over - told.before * day) return { near: false, removal: null };
  const since = warnedAt === null ? now : Date.parse(warnedAt);
  return { near: true, removal: Math.max(over, since + told.atLeast * day) };
}

export type RetentionParts = {
  all(): KeptCase[];
  days(): number;
  now(): Date;
  /** It is told of from now on. */
  warn(visit: KeptCase): void;
  isOpen(caseId: string): boolean;
  remove(caseId: string): Promise<void>;
};

const lookEvery = 3_600_000;

/** Looks at all visits now and every hour. What cannot be done (a full disk) is tried again then. The answer ends it, after what is under way. */
export function startRetention(parts: RetentionParts): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  const look = () => {
    looking = looking.then(() => lookOnce(parts)).catch(() => undefined);
  };
  look();
  const timer = setInterval(look, lookEvery).unref();
  return () => {
    clearInterval(timer);
    return looking;
  };
}

/** @throws what `warn` and `remove` throw */
export async function lookOnce({ all, days, now, warn, isOpen, remove }: RetentionParts): Promise<void> {
  for (const visit of all()) {
    const at = now().getTime();
    const { near, removal } = dueOf(visit, days(), at);
    if (near && visit.warnedAt === null) warn(visit);
    else if (removal !== null && at >= removal && !isOpen(visit.id)) await remove(visit.id);
  }
}
