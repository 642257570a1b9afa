/** Counts what SQLite is asked to do, by whatever code of this process, at the driver. */
import { basename } from 'node:path';
import Sqlite from 'better-sqlite3-multiple-ciphers';
import { onTestFinished, vi } from 'vitest';
import { openSql } from '../doors/storage.ts';

type Driver = { prepare(text: string): Statement; exec(text: string): unknown; readonly name: string };
type Statement = { readonly source: string; readonly database: Driver };
export type SqlUse = {
  /** With a single space for any white space. */
  text: string;
  /** How often it was executed. */
  times: number;
  /** Rows that it returned or changed, all times together. */
  rows: number;
};

/** Until the test ends. */
export function watchSql() {
  const probe = openSql(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  const prototype = Sqlite.prototype as unknown as Driver;
  let uses = new Map<string, SqlUse>();
  const count = ({ name }: Driver, text: string, times: number, rows: number) => {
    if (!/^(station|settings)\.sqlite$/.test(basename(name))) return;
    const plain = text.trim().replaceAll(/\s+/g, ' ');
    const use = uses.get(plain) ?? { text: plain, times: 0, rows: 0 };
    uses.set(plain, { ...use, times: use.times + times, rows: use.rows + rows });
  };
  const rowsIn: Record<string, (result: never) => number> = {
    run: ({ changes }: { changes: number }) => changes,
    get: (row: unknown) => (row === undefined ? 0 : 1),
    all: (rows: unknown[]) => rows.length,
  };
  const { prepare, exec } = prototype;
  vi.spyOn(prototype, 'prepare').mockImplementation(function (this: Driver, text) {
    count(this, text, 0, 0);
    return prepare.call(this, text);
  });
  vi.spyOn(prototype, 'exec').mockImplementation(function (this: Driver, text) {
    for (const part of text.split(';')) count(this, part, 1, 0);
    return exec.call(this, text);
  });
  for (const [name, rows] of Object.entries(rowsIn)) {
    const execute = statements[name];
    vi.spyOn(statements, name).mockImplementation(function (this: Statement, ...values: unknown[]) {
      const result = Reflect.apply(execute, this, values);
      count(this.database, this.source, 1, rows(result as never));
      return result;
    });
  }
  const { iterate } = statements;
  vi.spyOn(statements, 'iterate').mockImplementation(function* (this: Statement, ...values: unknown[]) {
    count(this.database, this.source, 1, 0);
    for (const row of Reflect.apply(iterate, this, values) as Iterable<unknown>) {
      count(this.database, this.source, 0, 1);
      yield row;
    }
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    /** What was prepared or executed since the last call. */
    take(): SqlUse[] {
      const taken = [...uses.values()];
      uses = new Map();
      return taken;
    },
  };
}
