/**
 * Notices a database that is older than at the end of an earlier run: a copy of it, or of its log, was put back. `settings.sqlite` has
 * the number of its last transaction then.
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

export type RollbackCheck = {
  isOlder: boolean;
  /** The run ends in order. @throws StationError `disk-full` */
  endOrderly(): void;
};

/** @throws StationError `disk-full` */
export function openRollbackCheck(database: Database, settings: Database): RollbackCheck {
  const marks = openJsonRows(settings, 'end', z.object({ commits: z.number().int() }));
  const select = database.sql.prepare('SELECT number FROM last_commit');
  const commits = () => Number(select.get()?.number ?? 0);
  const isOlder = commits() < (marks.get('station')?.commits ?? 0);
  const endOrderly = () => marks.put('station', { commits: commits() });
  // Reported once: from now on this is the database.
  if (isOlder) endOrderly();
  return { isOlder, endOrderly };
}
