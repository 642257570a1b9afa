/** Whether a push could be stored now: the database answers in time, and accepts writes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { HubDatabase } from './database.ts';

const maxWaitMs = 2_000;

export async function canStore({ pool }: Pick<HubDatabase, 'pool'>): Promise<boolean> {
  const answer = pool.query("SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable").then(
    ({ rows }) => rows[0]?.writable === true,
    () => false,
  );
  return Promise.race([answer, pause(maxWaitMs, false, { ref: false })]);
}
