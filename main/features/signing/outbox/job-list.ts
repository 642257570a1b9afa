/** Reads the list of the queue from the index `job_list` alone: it has the groups, their order and the search text. */
import { countsOf } from '../../../../shared/domain/counts.ts';
import { type GroupCounts, groups, type QueueFilter } from '../../../../shared/domain/signing/queue-list.ts';
import type { Condition } from '../../../platform/storage/list-page.ts';
import { typedCondition } from '../../../platform/storage/search-text.ts';
import type { Sql, SqlValue } from '../../../platform/storage/sql.ts';

const list = 'job INDEXED BY job_list';
const place = 'list_group, list_order, position';

export type JobList = {
  /** Returns the ids of the documents that match, in the order of the list; without `page` all of them. */
  ids(filter: QueueFilter, page?: { offset: number; limit: number }): string[];
  /** Returns the number of documents with the typed text in each group. */
  counts(text: string): GroupCounts;
  /** Returns how many documents precede one in the list of a filter; null when it is not in that list. */
  offset(id: string, filter: QueueFilter): number | null;
};

export function openJobList(sql: Sql): JobList {
  const read = (query: string, { where, values }: Condition, ...more: SqlValue[]) =>
    sql.prepare(query.replace('$where', where)).all(...values, ...more);
  return {
    ids: (filter, { offset, limit } = { offset: 0, limit: -1 }) =>
      read(`SELECT id FROM ${list} WHERE $where ORDER BY ${place} LIMIT ? OFFSET ?`, matching(filter), limit, offset).map(({ id }) =>
        String(id),
      ),
    counts(text) {
      const rows = read(
        `SELECT list_group, count(*) AS count FROM ${list} WHERE $where GROUP BY list_group`,
        matching({ text, group: 'all' }),
      );
      const found = new Map(rows.map((row) => [Number(row.list_group), Number(row.count)]));
      return countsOf(groups, (group) => found.get(groups.indexOf(group)) ?? 0);
    },
    offset(id, filter) {
      const [at] = read(`SELECT ${place} FROM ${list} WHERE $where AND id = ?`, matching(filter), id);
      if (at === undefined) return null;
      const own = [at.list_group, at.list_order, at.position] as number[];
      const [before] = read(`SELECT count(*) AS count FROM ${list} WHERE $where AND (${place}) < (?, ?, ?)`, matching(filter), ...own);
      return Number(before?.count);
    },
  };
}

function matching({ text, group }: QueueFilter): Condition {
  const typed = typedCondition(text);
  if (group === 'all') return { where: `list_group >= 0 AND (${typed.where})`, values: typed.values };
  return { where: `list_group = ? AND (${typed.where})`, values: [groups.indexOf(group), ...typed.values] };
}
