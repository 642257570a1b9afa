/** Removes visits after their retention period. */

import { setImmediate } from 'node:timers/promises';
import { dayMs } from '../../../shared/domain/day.ts';
import { pendingCount, type RemovalDeps, removeVisit } from './remove-visit.ts';
import { type RetentionTime, removalOf } from './rules/retention-period.ts';
import type { VisitContext } from './visit-context.ts';
import type { VisitRow } from './visit-repository.ts';

export type RetentionDeps = {
  visits: { nearRemoval(time: RetentionTime): string[]; find(id: string): VisitRow | null };
  days(): number;
  now(): Date;
  /** Returns the visits in which something may have happened since a time, by the order of the log; ms since 1970. */
  changedSince(time: number): ReadonlySet<string>;
  /** The period starts again now. */
  renew(visit: VisitRow): void;
  /** The warning starts now. */
  warn(visit: VisitRow): void;
  /** Whether part of the visit is pending. */
  isOpen(visitId: string): boolean;
  remove(visitId: string): Promise<void>;
  /** Removes what belongs to no visit and ended before that time. */
  removeOthers(before: Date): Promise<void>;
};

const checkIntervalMs = 3_600_000;
/** The number of visits that are checked before the loop yields. */
const batchSize = 20;

/** Checks the visits that are near their removal now and every hour. The returned function stops it after the current visit. */
export function startRetention(context: VisitContext, removal: RemovalDeps): () => Promise<void> {
  const deps = retentionDeps(context, removal);
  let checking: Promise<void> = Promise.resolve();
  let ended = false;
  const check = () => {
    checking = checking.then(() => applyRetention(deps, () => ended));
  };
  check();
  const timer = setInterval(check, checkIntervalMs).unref();
  return () => {
    ended = true;
    clearInterval(timer);
    return checking;
  };
}

function retentionDeps(context: VisitContext, removal: RemovalDeps): RetentionDeps {
  const { visits, outbox, ledger, database, audit, now, trustedNow, notify } = context;
  return {
    visits,
    days: context.retentionDays,
    now: trustedNow,
    changedSince: (time) => audit.subjectsSince(new Date(time), trustedNow()),
    renew(visit) {
      visits.put({ ...visit, changedAt: trustedNow().toISOString(), warnedAt: null });
      notify();
    },
    warn(visit) {
      visits.put({ ...visit, warnedAt: now().toISOString() });
      notify();
    },
    isOpen: (id) => pendingCount(context, removal, id) > 0,
    remove: (id) => removeVisit(context, removal, id, { by: '', why: 'retention' }),
    async removeOthers(before) {
      ledger.markBefore(before, (id) => outbox.job(id) !== null);
      await ledger.eraseMarked();
      await removal.serviceItems.expire(before).finally(() => database.scrub());
    },
  };
}

/** Makes one pass. What fails for a visit (a full disk) is tried again in the next pass, and does not stop the others. Never rejects. */
export async function applyRetention(
  { visits, days, now, changedSince, renew, warn, isOpen, remove, removeOthers }: RetentionDeps,
  ended: () => boolean,
): Promise<void> {
  const time = { days: days(), now: now().getTime() };
  const ids = visits.nearRemoval(time);
  let changed: ReadonlySet<string> | null = null;
  for (const [index, id] of ids.entries()) {
    if (index % batchSize === batchSize - 1) await setImmediate();
    if (ended()) return;
    // Read now: a removal takes a while, in which the next visit may have changed.
    const visit = visits.find(id);
    if (!visit) continue;
    try {
      const at = now().getTime();
      const { near, removal } = removalOf(visit, { days: days(), now: at });
      if (near && visit.warnedAt === null) warn(visit);
      else if (removal !== null && at >= removal && !isOpen(id)) {
        changed ??= changedSince(time.now - time.days * dayMs);
        // A clock that was behind gave its last change the time of long ago.
        if (changed.has(id)) renew(visit);
        else await remove(id);
      }
    } catch {
      // The visit and its warning stay.
    }
  }
  const period = days();
  if (period > 0 && !ended()) await removeOthers(new Date(now().getTime() - period * dayMs)).catch(() => undefined);
}
