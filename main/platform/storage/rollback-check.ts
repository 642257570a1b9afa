/**
 * Detects that the database was rolled back: it is older than at the end of an earlier run, since a copy of it or of its log was put back.
 * `settings.sqlite` has the number of the last transaction of that run.
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

export type RollbackCheck = {
  /** The database is older than at the end of an earlier run. */
  isOlder: boolean;
  /** Stores the number at an orderly end of the run. @throws StationError `disk-full` */
  endOrderly(): void;
};

/** @throws StationError `disk-full` */
export function openRollbackCheck(database: Database, settings: Database): RollbackCheck {
  const marks = openJsonRows(settings, 'end', z.object({ commits: z.number().int() }));
  const select = database.sql.prepare('SELECT number FROM last_commit');
  const commits = () => Number(select.get()?.number ?? 0);
  const isOlder = commits() < (marks.get('station')?.commits ?? 0);
  const endOrderly = () => marks.put('station', { commits: commits() });
  // Reported once: the next run compares with this database.
  if (isOlder) endOrderly();
  return { isOlder, endOrderly };
}
