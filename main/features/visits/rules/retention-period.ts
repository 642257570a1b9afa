/** Computes when a visit's retention period ends. A warning period always comes before the end. Pure. */

import { dayMs } from '../../../../shared/domain/day.ts';

/** Days of the warning. `before`: how long before the end of the period it starts; `atLeast`: its minimum length. */
export const warning = { before: 14, atLeast: 7 } as const;

/** `days`: after the last change, 0 for unlimited. `now`: milliseconds since 1970. */
export type RetentionTime = { days: number; now: number };

/** Returns a time, milliseconds since 1970: visits that last changed before it are near their removal. Null for unlimited retention. */
export const nearBefore = ({ days, now }: RetentionTime): number | null =>
  // In a period shorter than the warning, the warning starts with the visit.
  days === 0 ? null : now - (days - warning.before) * dayMs;

type Removal = {
  /** The warning starts now. */
  near: boolean;
  /** When the visit may be removed, milliseconds since 1970; null unless that is near. */
  removal: number | null;
};

/** `changedAt`, `warnedAt`: ISO 8601, UTC; `warnedAt` is null before the warning has started. */
export function removalOf({ changedAt, warnedAt }: { changedAt: string; warnedAt: string | null }, time: RetentionTime): Removal {
  const { days, now } = time;
  const over = Date.parse(changedAt) + days * dayMs;
  const before = nearBefore(time);
  if (before === null || Date.parse(changedAt) > before) return { near: false, removal: null };
  const since = warnedAt === null ? now : Date.parse(warnedAt);
  return { near: true, removal: Math.max(over, since + warning.atLeast * dayMs) };
}
