/** Users, passwords and tokens of the service on a real disk, with a clock that the test sets. */
import { onTestFinished } from 'vitest';
import { someDataKeys } from './data-keys.ts';
import { createSealer, type DataKeys, openDatabase } from './doors/storage.ts';
import { type Access, openAccess, type TokenAnswer } from './doors/web-service.ts';
import { tempDir } from './temp-dir.ts';

export const minute = 60_000;
/** Address that asks. */
export const here = '127.0.0.1';

/** Opened anew by `reopen`, as after a restart. */
export async function accessDesk() {
  const dataDir = await tempDir();
  const keys = await someDataKeys();
  const clock = { at: Date.parse('2026-03-02T08:00:00.123Z'), minutes: 20 };
  const open = (under: DataKeys) => {
    const database = openDatabase(dataDir);
    const parts = { database, sealer: createSealer(under), now: () => new Date(clock.at), minutes: () => clock.minutes };
    return { database, access: openAccess(parts) };
  };
  const now = { ...open(keys), dataDir, keys, clock, reopen };
  function reopen(under = keys): Access {
    now.database.close();
    Object.assign(now, open(under));
    return now.access;
  }
  onTestFinished(() => now.database.close());
  return now;
}
type AccessDesk = Awaited<ReturnType<typeof accessDesk>>;

/** The token that must have been issued. */
export const issued = (answer: TokenAnswer) => {
  if (answer.kind !== 'issued') throw new Error(answer.kind);
  return answer;
};
/** How many there are in a table. */
export const rows = ({ database }: AccessDesk, table: string) =>
  Number(database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
