/** Counts for a report: the rows of each table, and the documents and screenings by state. */
import { z } from 'zod';
import { outcomeSchema, screeningStateSchema } from '../../../shared/domain/screening/screening.ts';
import { documentStatusSchema } from '../../../shared/domain/signing/signing.ts';
import type { Database } from '../../platform/storage/database.ts';

const counted = z.object({ count: z.number() });
const statusRow = counted.extend({ status: documentStatusSchema });
const screeningRow = counted.extend({ state: screeningStateSchema, outcome: outcomeSchema.nullable() });

export type StateCounts = {
  /** By status. */
  documents: Record<string, number>;
  /** By state, and by outcome where there is one. */
  screenings: Record<string, number>;
  /** By table. */
  rows: Record<string, number>;
};

/** A row of a status that is unknown, as damage makes it, is not counted by state. */
export function countStates({ sql }: Pick<Database, 'sql'>): StateCounts {
  const documents = sql.prepare('SELECT status, count(*) AS count FROM job GROUP BY status').all();
  const screenings = sql.prepare('SELECT state, outcome, count(*) AS count FROM screening GROUP BY state, outcome').all();
  const tables = sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name").all();
  const count = (name: string) => Number(sql.prepare(`SELECT count(*) AS count FROM "${name}"`).get()?.count);
  return {
    documents: Object.fromEntries(documents.flatMap((row) => statusRow.safeParse(row).data ?? []).map((row) => [row.status, row.count])),
    screenings: Object.fromEntries(
      screenings
        .flatMap((row) => screeningRow.safeParse(row).data ?? [])
        .map(({ state, outcome, count: rows }) => [outcome === null ? state : `${state} ${outcome}`, rows]),
    ),
    rows: Object.fromEntries(tables.map(({ name }) => [String(name), count(String(name))])),
  };
}
