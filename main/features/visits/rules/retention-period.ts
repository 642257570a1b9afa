/** Computes when a visit's retention period is over, never without a warning period first; pure. */

export const day = 86_400_000;
/** `before`: days before the end of the period at which the warning of a visit's removal starts; `atLeast`: the fewest days of that warning. */
export const warning = { before: 14, atLeast: 7 } as const;

/** `days`: after the last change, 0 for unlimited. `now`: milliseconds since 1970. */
export type RetentionTime = { days: number; now: number };

/** Returns the time of the last change, milliseconds since 1970, up to which visits are near their removal; null for unlimited retention. */
export const nearBefore = ({ days, now }: RetentionTime): number | null =>
  // In a period shorter than the warning, the warning starts with the visit.
  days === 0 ? null : now - (days - warning.before) * day;

type Removal = {
  /** The warning starts now. */
  near: boolean;
  /** When the visit may be removed, milliseconds since 1970; null unless that is near. */
  removal: number | null;
};

export function removalOf({ changedAt, warnedAt }: { changedAt: string; warnedAt: string | null }, time: RetentionTime): Removal {
  const { days, now } = time;
  const over = Date.parse(changedAt) + days * day;
  const before = nearBefore(time);
  if (before === null || Date.parse(changedAt) > before) return { near: false, removal: null };
  const since = warnedAt === null ? now : Date.parse(warnedAt);
  return { near: true, removal: Math.max(over, since + warning.atLeast * day) };
}
