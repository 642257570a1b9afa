/** Users, passwords and tokens of the web service on a real disk, with a clock that the test sets. */

import { type Access, openAccess, type TokenAnswer } from '../doors/web-service.ts';
import { openTestDatabase } from '../storage/data-keys.ts';
import { tempDir } from '../temp-dir.ts';

export const minute = 60_000;
/** The client's address. */
export const here = '127.0.0.1';

/** `reopen` opens it again, as after a restart. */
export async function openTestAccess() {
  const dataDir = await tempDir();
  const clock = { at: Date.parse('2026-03-02T08:00:00.123Z'), minutes: 20 };
  const open = () => {
    const database = openTestDatabase(dataDir);
    const access = openAccess({ database, now: () => new Date(clock.at), minutes: () => clock.minutes });
    return { database, access };
  };
  const now = { ...open(), dataDir, clock, reopen };
  function reopen(): Access {
    now.database.close();
    Object.assign(now, open());
    return now.access;
  }
  return now;
}
export type TestAccess = Awaited<ReturnType<typeof openTestAccess>>;

/** Returns the answer, which must be a token. */
export const issued = (answer: TokenAnswer) => {
  if (answer.kind !== 'issued') throw new Error(answer.kind);
  return answer;
};
/** Number of rows of a table. */
export const rows = ({ database }: TestAccess, table: string) =>
  Number(database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
