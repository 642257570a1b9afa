/** JSON rows of the database, parsed by their schema whenever they are read. */
import { z } from 'zod';
import { problem } from '../../../shared/errors.ts';
import type { Database } from './database.ts';

/** The rows of one kind, in the order in which they were first put. */
export type JsonRows<T> = {
  all(): T[];
  get(id: string): T | null;
  put(id: string, value: T): void;
  /** Harmless when there is no such row. */
  remove(id: string): void;
};

const rowSchema = z.object({ id: z.string(), value: z.string() });

/**
 * Opens the rows of one kind. Moves a row that does not parse to `quarantine`, unchanged and with the reason, reports it in the database's
 * notices (cause `row`), and returns the other rows.
 */
export function openJsonRows<T>(database: Database, kind: string, schema: z.ZodType<T>): JsonRows<T> {
  const { sql } = database;
  const selectAll = sql.prepare('SELECT id, value FROM json_row WHERE kind = ? ORDER BY rowid');
  const selectOne = sql.prepare('SELECT id, value FROM json_row WHERE kind = ? AND id = ?');
  const upsert = sql.prepare('INSERT INTO json_row (kind, id, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  const remove = sql.prepare('DELETE FROM json_row WHERE kind = ? AND id = ?');
  const quarantine = sql.prepare('INSERT INTO quarantine (kind, id, value, reason, at) VALUES (?, ?, ?, ?, ?)');

  /** Parsed values by id: a run over a list reads the same settings for each of its rows. */
  const known = new Map<string, { text: string; value: T }>();

  const read = (row: Record<string, unknown>): T[] => {
    const { id, value } = rowSchema.parse(row);
    const before = known.get(id);
    const parsed = before?.text === value ? { ok: true as const, value: before.value } : parseRow(schema, value);
    if (parsed.ok) {
      known.set(id, { text: value, value: parsed.value });
      // A copy, so that a change by one caller does not reach the next one.
      return [structuredClone(parsed.value)];
    }
    database.transaction(() => {
      quarantine.run(kind, id, value, parsed.reason, new Date().toISOString());
      remove.run(kind, id);
    });
    database.report(problem('settings-unreadable', { cause: 'row', kind, id }), false);
    return [];
  };

  return {
    all: () => selectAll.all(kind).flatMap(read),
    get: (id) => selectOne.all(kind, id).flatMap(read)[0] ?? null,
    put: (id, value) => void database.transaction(() => upsert.run(kind, id, JSON.stringify(value))),
    remove(id) {
      known.delete(id);
      database.transaction(() => remove.run(kind, id));
    },
  };
}

/** Parses a value. The reason names the invalid members, never their contents. */
function parseRow<T>(schema: z.ZodType<T>, text: string): { ok: true; value: T } | { ok: false; reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, reason: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join('; ') };
}
