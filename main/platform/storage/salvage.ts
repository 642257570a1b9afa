/** Copies the readable rows of a damaged database into a new one, row by row (design, section 2.10). */
import type { Sql, SqlRow, SqlValue } from './sql.ts';

/**
 * Tables that are not copied. The index of the sent ledger: the start then reads the ledger from its beginning, with the calls of lost
 * documents. The enrolment at the hub: the start then makes all visits and publications due again. The rows that a new database has stay,
 * too: triggers count the copied rows, and no entry of the sent ledger is known.
 */
const notCopied = ['sent_document', 'hub_enrolment'];
/**
 * Where rows of these are lost, no event of the hub is known any more: a lost record can be of any of them, and the hub sends what is unknown
 * here again. Records that are here are recognised by their content.
 */
const received = ['identity_record', 'inbox_item'];
/** Rows that are read at a time while nothing is damaged. */
const batchSize = 500;
/**
 * Row numbers that are tried one by one after damage: more than one damaged inner page can hide. A damaged first page hides all numbers of
 * rows that were removed, too.
 */
const maxTries = 30_000;

/**
 * Pages are authenticated, so that a row that can be read is a row that the station wrote.
 * @param from is only read
 * @param to has the same tables, empty
 * @returns number of copied rows
 */
export function salvage(from: Sql, to: Sql): number {
  let rows = 0;
  const damaged: string[] = [];
  for (const { name } of to.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()) {
    const table = String(name);
    if (notCopied.includes(table)) continue;
    const columns = to
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map((row) => String(row.name));
    const insert = to.prepare(
      `INSERT OR IGNORE INTO ${table} (rowid, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
    );
    for (const { number_of_row: number, ...row } of readable(from, table, columns, () => damaged.push(table)))
      rows += insert.run(number as SqlValue, ...columns.map((column) => row[column] as SqlValue)).changes;
  }
  if (received.some((one) => damaged.includes(one))) to.prepare('UPDATE hub_event SET is_known = 0').run();
  // The next start then sweeps, and takes this file for the original.
  to.prepare("DELETE FROM json_row WHERE kind IN ('sweep', 'file')").run();
  restoreLinks(to);
  return rows;
}

/** Restores the links between attempts and documents, which attempts have too, where the table of links was damaged. */
function restoreLinks(to: Sql): void {
  if (!to.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'attempt_document'").get()) return;
  to.exec(`
    INSERT OR IGNORE INTO attempt_document (attempt_id, document_id)
    SELECT attempt.id, document.value ->> 'id' FROM attempt, json_each(attempt.value, '$.documents') AS document
    WHERE json_valid(attempt.value)`);
}

/** Reads the rows of a table that are not in a damaged page; none when the description of the table is damaged. */
function* readable(from: Sql, table: string, columns: readonly string[], onDamage: () => void): Generator<SqlRow> {
  const select = `SELECT rowid AS number_of_row, ${columns.join(', ')} FROM ${table}`;
  const read = <T>(work: () => T): T | 'damaged' => {
    try {
      return work();
    } catch {
      onDamage();
      return 'damaged';
    }
  };
  const scan = read(() => from.prepare(`${select} WHERE rowid > ? ORDER BY rowid LIMIT ${batchSize}`));
  if (scan === 'damaged') return;
  const next = from.prepare(`${select} WHERE rowid >= ? ORDER BY rowid LIMIT 1`);
  let last = 0;
  for (;;) {
    const batch = read(() => scan.all(last));
    if (batch !== 'damaged') {
      yield* batch;
      if (batch.length < batchSize) return;
      last = Number(batch.at(-1)?.number_of_row);
      continue;
    }
    const row = nextReadable(last, (number) => read(() => next.get(number)));
    if (row === undefined) return;
    yield row;
    last = Number(row.number_of_row);
  }
}

/**
 * Returns the first row behind the damage; undefined when nothing is.
 * @param from reads the first row at or after a number
 */
function nextReadable(last: number, from: (number: number) => SqlRow | undefined | 'damaged'): SqlRow | undefined {
  let damaged = last;
  while (damaged < last + maxTries) {
    const row = from(damaged + 1);
    if (row !== 'damaged') return row;
    damaged += 1;
  }
  // In growing steps to where something can be read, and back to where that begins.
  let step = maxTries;
  while (from(damaged + step) === 'damaged') {
    damaged += step;
    step *= 2;
    if (damaged + step > Number.MAX_SAFE_INTEGER) return undefined;
  }
  while (step > 1) {
    const half = Math.floor(step / 2);
    if (from(damaged + half) === 'damaged') {
      damaged += half;
      step -= half;
    } else step = half;
  }
  const row = from(damaged + 1);
  return row === 'damaged' ? undefined : row;
}
