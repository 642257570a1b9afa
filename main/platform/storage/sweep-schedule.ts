/**
 * When the start looks for encrypted files that belong to nothing. That takes longer the more files there are, so that it happens
 * after an end that was not orderly, and once a week for what an orderly run leaves (a copy that was replaced).
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

export type SweepSchedule = {
  /** Whether this start looks. */
  isDue: boolean;
  /** It has looked. */
  done(): void;
  /** The run ends in order, and has left nothing that it knows of. */
  endOrderly(): void;
};

/** Milliseconds. */
const maxSweepInterval = 7 * 24 * 3_600_000;

const markSchema = z.object({ sweptAt: z.iso.datetime(), endedOrderly: z.boolean() });

/** From now on a run that ends in any other way is swept up by the next start. @throws StationError `disk-full` */
export function openSweepSchedule(database: Database, now: () => Date = () => new Date()): SweepSchedule {
  const marks = openJsonRows(database, 'sweep', markSchema);
  const before = marks.get('files');
  const age = before === null ? Number.POSITIVE_INFINITY : now().getTime() - Date.parse(before.sweptAt);
  const isDue = !before?.endedOrderly || age < 0 || age > maxSweepInterval;
  /** Null while a sweep is due. */
  let sweptAt = isDue ? null : (before?.sweptAt ?? null);
  if (before?.endedOrderly) marks.put('files', { ...before, endedOrderly: false });
  return {
    isDue,
    done() {
      sweptAt = now().toISOString();
    },
    endOrderly() {
      if (sweptAt !== null) marks.put('files', { sweptAt, endedOrderly: true });
    },
  };
}
