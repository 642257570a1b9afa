/**
 * Decides whether a start sweeps: looks for encrypted files that belong to nothing. A sweep takes longer the more files there are, so it
 * is due after an end that was not orderly, and once a week for the leftovers of orderly runs (a copy that was replaced).
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

export type SweepSchedule = {
  /** This start sweeps. */
  isDue: boolean;
  /** Call it after the sweep. */
  done(): void;
  /** Call it at an orderly end of the run that has left no known file behind. */
  endOrderly(): void;
};

/** Milliseconds. */
const maxSweepInterval = 7 * 24 * 3_600_000;

const markSchema = z.object({ sweptAt: z.iso.datetime(), endedOrderly: z.boolean() });

/** After this call, the start that follows an end without `endOrderly` sweeps. @throws StationError `disk-full` */
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
