/** The tables `job` and `attempt`: columns that queries use, and the rest as JSON. */
import { z } from 'zod';
import { problemOf, StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { searchText } from '../../../platform/storage/search-text.ts';
import type { SqlRow, SqlStatement } from '../../../platform/storage/sql.ts';
import { isSettled } from '../rules/states.ts';
import { type Attempt, checkedAttempt, checkedJob, type OutboxJob } from './job.ts';
import { placeInList } from './job-view.ts';

/** A job and its place in the queue. */
export type PlacedJob = { position: number; job: OutboxJob };

type Table<T> = {
  /** Prepares a query: `clause` follows `FROM`. It quarantines rows that do not parse. */
  select(clause: string): (...values: string[]) => T[];
  insert(value: T): void;
  /** Writes only the columns that change, so that their indexes stay untouched. `before`: the present row. */
  update(value: T, before: T): void;
  remove(id: string): void;
};

type ColumnValue = string | number | null;
/** A value and the values of its columns. */
type Split<T> = { value: T; columns: readonly [string, ...ColumnValue[]] };

type Kind<T> = {
  name: 'job' | 'attempt';
  columns: readonly ['id', ...string[]];
  /** Splits a value into its columns and the rest. `before`: the present row. */
  split(value: T, before?: Split<T>): { columns: Split<T>['columns']; rest: unknown };
  join(row: SqlRow, rest: object): T;
};

/** Returns the search text. Reuses the present one if possible: folding it takes half of the time of a change. */
function searchTextOf({ name, reference, clientInfo }: OutboxJob, before: Split<PlacedJob> | undefined): ColumnValue {
  const old = before?.value.job;
  const isSame = old?.name === name && old.reference === reference && old.clientInfo === clientInfo;
  return (isSame ? before?.columns.at(-1) : null) ?? searchText([name], [reference, clientInfo]);
}

const jobKind: Kind<PlacedJob> = {
  name: 'job',
  columns: [
    'id',
    'position',
    'batch_id',
    'account',
    'visit_id',
    'sha256',
    'signed_sha256',
    'status',
    'at_rest',
    'queued_at',
    'changed_at',
    'list_group',
    'list_order',
    // The last one: see `searchTextOf`.
    'search_text',
  ],
  split({ position, job }, before) {
    const { id, batchId, account, visitId, sha256, signedSha256, status, queuedAt, changedAt, ...rest } = job;
    const { group, order } = placeInList(job);
    const listed = [group, order, searchTextOf(job, before)];
    const atRest = Number(isAtRest(job));
    return {
      columns: [id, position, batchId, account, visitId, sha256, signedSha256, status, atRest, queuedAt, changedAt, ...listed],
      rest,
    };
  },
  join({ position, ...row }, rest) {
    const { id, account, sha256, status } = row;
    const named = { batchId: row.batch_id, visitId: row.visit_id, signedSha256: row.signed_sha256 };
    const times = { queuedAt: row.queued_at, changedAt: row.changed_at };
    return { position: Number(position), job: checkedJob({ ...rest, id, account, sha256, status, ...named, ...times }) };
  },
};

/** Whether the station has nothing left to do with a job automatically. The job then has no encrypted file, and is in the list. */
export function isAtRest(job: OutboxJob): boolean {
  const { status, original, received, removed } = job;
  if (removed || original !== null || received.some(({ encrypted }) => encrypted !== null)) return false;
  return status === 'signed' || status === 'cancelled' || isSettled(job);
}

const attemptKind: Kind<Attempt> = {
  name: 'attempt',
  columns: ['id', 'started_at', 'ended_at', 'outcome'],
  split: ({ id, startedAt, endedAt, outcome, ...rest }) => ({ columns: [id, startedAt, endedAt, outcome], rest }),
  join: ({ id, started_at: startedAt, ended_at: endedAt, outcome }, rest) => checkedAttempt({ ...rest, id, startedAt, endedAt, outcome }),
};

export type Quarantined = { kind: string; id: string; at: string };

const quarantinedSchema = z.object({ kind: z.string(), id: z.string(), at: z.string() });

/** `quarantined`: rows that do not parse, moved into the table `quarantine` unchanged; `moved` is called for each. */
export function openJobTables(database: Database, now: () => Date, moved: () => void) {
  const { sql } = database;
  const moveToQuarantine = sql.prepare('INSERT INTO quarantine (kind, id, value, reason, at) VALUES (?, ?, ?, ?, ?)');
  /** Rows that stay in their table because the disk is full: the station starts all the same, and the next start moves them. */
  const unmoved: Quarantined[] = [];

  function openTable<T extends object>({ name, columns, split, join }: Kind<T>): Table<T> {
    const written = [...columns, 'value'];
    const insert = sql.prepare(`INSERT INTO ${name} (${written.join(', ')}) VALUES (${written.map(() => '?').join(', ')})`);
    const updates = new Map<string, SqlStatement>();
    /** Columns of the values that were written in this run: the next change compares with them. */
    const columnsOf = new WeakMap<T, Split<T>['columns']>();
    function updateOf(changed: readonly string[]): SqlStatement {
      const set = changed.map((column) => `${column} = ?`).join(', ');
      const update = updates.get(set) ?? sql.prepare(`UPDATE ${name} SET ${set} WHERE id = ?`);
      updates.set(set, update);
      return update;
    }
    const remove = sql.prepare(`DELETE FROM ${name} WHERE id = ?`);
    function quarantine(row: SqlRow, reason: string): void {
      const [id, at] = [String(row.id), now().toISOString()];
      try {
        database.transaction(() => {
          moveToQuarantine.run(name, id, JSON.stringify(row), reason, at);
          remove.run(id);
        });
        moved();
      } catch (thrown) {
        if (problemOf(thrown).code !== 'disk-full') throw thrown;
        if (!unmoved.some((one) => one.kind === name && one.id === id)) unmoved.push({ kind: name, id, at });
      }
    }
    return {
      select(clause) {
        const query = sql.prepare(`SELECT ${written.map((column) => `${name}.${column}`).join(', ')} FROM ${name} ${clause}`);
        return (...values) =>
          query.all(...values).flatMap((row) => {
            try {
              return [join(row, Object(JSON.parse(String(row.value))))];
            } catch (thrown) {
              quarantine(row, thrown instanceof StationError ? thrown.message : 'not JSON');
              return [];
            }
          });
      },
      insert(value) {
        const { columns: own, rest } = split(value);
        insert.run(...own, JSON.stringify(rest));
      },
      update(value, before) {
        const old = columnsOf.get(before) ?? split(before).columns;
        const { columns: own, rest } = split(value, { value: before, columns: old });
        const changed = columns.flatMap((column, index) => (own[index] === old[index] ? [] : [{ column, to: own[index] ?? null }]));
        const update = updateOf([...changed.map(({ column }) => column), 'value']);
        const { changes } = update.run(...changed.map(({ to }) => to), JSON.stringify(rest), own[0]);
        if (changes === 0) throw new StationError('internal', undefined, { message: `no row of ${name} to update` });
        columnsOf.set(value, own);
      },
      remove: (id) => void remove.run(id),
    };
  }

  const listed = sql.prepare("SELECT kind, id, at FROM quarantine WHERE kind IN ('job', 'attempt') ORDER BY number");
  return {
    jobs: openTable(jobKind),
    attempts: openTable(attemptKind),
    quarantined: (): Quarantined[] => [...listed.all().map((row) => quarantinedSchema.parse(row)), ...unmoved],
  };
}
