/** Records how SQLite executes the queries of the code under test. */
import type { Database, Sql } from '../doors/storage.ts';

/** @returns a database like this one, and the plan of each query that was prepared on it, by its text */
export function watchPlans(database: Database): { database: Database; plans(): Map<string, string> } {
  const texts = new Set<string>();
  const sql = new Proxy(database.sql, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...values: Parameters<Sql['prepare']>) => {
        if (name === 'prepare') texts.add(values[0]);
        return Reflect.apply(member, target, values);
      };
    },
  });
  const plan = (text: string): string =>
    database.sql
      .prepare(`EXPLAIN QUERY PLAN ${text.replaceAll('?', 'NULL')}`)
      .all()
      .map(({ detail }) => detail)
      .join('; ');
  return { database: { ...database, sql }, plans: () => new Map([...texts].map((text) => [text, plan(text)])) };
}
