/**
 * Detects that one of the two databases was rolled back: it is older than at the end of an earlier run, since a copy of it or of its log
 * was put back. At an orderly end, both store the number of the last transaction of the encrypted one.
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

export type RollbackCheck = {
  /** Which one is older than at the end of an earlier run; null for neither. */
  older: 'database' | 'settings' | null;
  /** Stores the number at an orderly end of the run. @throws StationError `disk-full` */
  endOrderly(): void;
};

/** @throws StationError `disk-full` */
export function openRollbackCheck(database: Database, settings: Database): RollbackCheck {
  const [own, other] = [database, settings].map((one) => openJsonRows(one, 'end', z.object({ commits: z.number().int() })));
  const select = database.sql.prepare('SELECT number FROM last_commit');
  const commits = () => Number(select.get()?.number ?? 0);
  const ended = other?.get('station')?.commits;
  // Settings without the number are new, as is reported.
  const areSettingsOlder = ended !== undefined && ended < (own?.get('station')?.commits ?? 0);
  const older = commits() < (ended ?? 0) ? 'database' : areSettingsOlder ? 'settings' : null;
  function endOrderly(): void {
    const end = { commits: commits() };
    // In this order: an end in between makes neither look older.
    other?.put('station', end);
    own?.put('station', end);
  }
  // Reported once: the next run compares with these databases.
  if (older !== null) endOrderly();
  return { older, endOrderly };
}
