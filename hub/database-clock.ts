/**
 * The clock of PostgreSQL, as all replicas read it, whatever their own clocks say: what one of them writes by it (a token, a code, a count
 * of wrong passwords) is for the others to compare. Times of rows, whose order counts, are taken within their statements.
 */
import type pg from 'pg';

export type DatabaseClock = { now(): Date; close(): void };

const readMs = 60_000;

/** Reads the clock now and every minute, and counts from there by a monotonic clock. @throws the error of the first reading */
export async function openDatabaseClock(client: Pick<pg.ClientBase, 'query'>): Promise<DatabaseClock> {
  /** Milliseconds from the beginning of this process to the times of PostgreSQL. */
  let offset = 0;
  const read = async (): Promise<void> => {
    const asked = performance.now();
    const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const [row] = rows;
    if (row) offset = row.at.getTime() - (asked + performance.now()) / 2;
  };
  await read();
  // Without an answer, it counts on.
  const timer = setInterval(() => void read().catch(() => undefined), readMs).unref();
  return { now: () => new Date(offset + performance.now()), close: () => clearInterval(timer) };
}
