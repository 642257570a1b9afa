/** Derives places, sections and the selection from the rows of the list. Pure. */

import { maxPageRows } from '../../../../shared/domain/max-page-rows.ts';
import type { QueueState } from '../../../../shared/domain/signing/queue.ts';
import { type Group, groupOf, groups, orderOf, type QueueFilter } from '../../../../shared/domain/signing/queue-list.ts';
import type { SigningJob } from '../../../../shared/domain/signing/signing.ts';
import type { Merged } from '../../../state/page-rows.ts';

/** `id`: the document's id. */
export type QueueRow = SigningJob & { id: string };

export const rowOf = (job: SigningJob): QueueRow => ({ ...job, id: job.documentId });

export const belongs = (job: SigningJob, { group }: Pick<QueueFilter, 'group'>): boolean => {
  const own = groupOf(job);
  return own !== null && (group === 'all' || own === group);
};

/** Compares as main orders the list; 0 for documents that it orders by the time of queueing. */
function compare(a: SigningJob, b: SigningJob): number {
  const place = (job: SigningJob) => groups.indexOf(groupOf(job) ?? 'finished');
  return place(a) - place(b) || orderOf(a) - orderOf(b);
}

/**
 * Returns the list with reported rows, each in its place if that is between listed rows. `unsure`: main has to be asked, since some
 * document moved from or to rows that this page has not read, or may not contain the search text.
 */
export function withUpdates(
  { items, total, first }: { items: readonly QueueRow[]; total: number; first: number },
  changed: readonly QueueRow[],
  filter: QueueFilter,
): Merged<QueueRow> {
  const latest = new Map(changed.map((row) => [row.id, row]));
  const [top, bottom] = [items[0], items.at(-1)];
  const isEnd = first + items.length >= total;
  const isWhole = first === 0 && isEnd;
  const isWithin = (row: QueueRow) => {
    const isAfterTop = first === 0 || (top !== undefined && compare(top, row) < 0);
    return isAfterTop && (isEnd || (bottom !== undefined && compare(row, bottom) < 0));
  };

  const known = new Set(items.map(({ id }) => id));
  const isSettled = (row: QueueRow, now: QueueRow) => belongs(now, filter) && compare(row, now) === 0;
  const still = items.flatMap((row) => {
    const now = latest.get(row.id);
    if (!now) return [row];
    return isSettled(row, now) ? [now] : [];
  });
  const stays = new Set(still.map(({ id }) => id));
  const moved = [...latest.values()].filter(({ id }) => !stays.has(id));
  const placed = moved.filter((row) => belongs(row, filter) && isWithin(row) && (known.has(row.id) || filter.text.trim() === ''));
  const left = moved.filter((row) => known.has(row.id) && !belongs(row, filter)).length;
  const come = isWhole ? placed.filter(({ id }) => !known.has(id)).length : 0;
  const room = Math.max(items.length, maxPageRows);
  return {
    items: [...still, ...placed].sort(compare).slice(0, room),
    total: total - left + come,
    unsure: moved.length > 0 && (!isWhole || filter.text.trim() !== ''),
  };
}

export type Section = { group: Group; rows: readonly QueueRow[] };

/** Returns the groups that have rows, in the order of the screen. */
export function sectionsOf(items: readonly QueueRow[]): Section[] {
  const byGroup = Map.groupBy(items, groupOf);
  return groups.flatMap((group) => {
    const rows = byGroup.get(group);
    return rows ? [{ group, rows }] : [];
  });
}

/**
 * Returns the selection after the rows have changed; when none of it is left, the row after the first removed one, or the last.
 * `isFurther`: whether an unlisted document may be among rows that this page has not read.
 */
export function selectionAfter(
  before: readonly string[],
  now: readonly string[],
  selected: ReadonlySet<string>,
  isFurther: (id: string) => boolean,
): ReadonlySet<string> {
  const listed = new Set(now);
  const left = [...selected].filter((id) => listed.has(id) || isFurther(id));
  if (left.length > 0) return left.length === selected.size ? selected : new Set(left);
  const at = before.findIndex((id) => selected.has(id));
  const next = before.slice(Math.max(at, 0)).find((id) => listed.has(id)) ?? now.at(at === -1 ? 0 : -1);
  return next === undefined ? new Set() : new Set([next]);
}

/** The connection state as the top bar shows it. */
export type ConnectionShown = 'paused' | QueueState['connection']['state'];
export const connectionShown = (queue: QueueState): ConnectionShown => (queue.paused ? 'paused' : queue.connection.state);
