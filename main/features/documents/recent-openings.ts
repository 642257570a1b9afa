/**
 * What was opened last, so that it can be opened again. Names of files and folders may be those of customers: they are only in the
 * encrypted database, for at most 30 days.
 */

import { EventEmitter } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { compareTexts } from '../../../shared/domain/compare-texts.ts';
import { dayMs } from '../../../shared/domain/day.ts';
import type { RecentOpening } from '../../../shared/domain/documents/document.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { openJsonRows } from '../../platform/storage/json-rows.ts';
import type { DocumentList } from './document-list.ts';

export type RecentOpenings = {
  /** Opens files and folders, and stores them as one opening. */
  open(paths: readonly string[]): Promise<{ taken: number }>;
  /** Latest first. */
  list(): RecentOpening[];
  /** Opens them again; files that are missing are listed with that problem. @throws StationError `recent-missing` when all are */
  reopen(id: string): Promise<{ taken: number }>;
  /** Forgets one opening, or with null all of them. */
  forget(id: string | null): void;
  events: EventEmitter<{ changed: [RecentOpening[]] }>;
};

const maxOpenings = 10;
const maxDays = 30;
/** An opening of more paths is not stored. */
const maxPaths = 1_000;

const rowSchema = z.object({ id: z.string(), at: z.string(), isFolder: z.boolean(), paths: z.array(z.string()).min(1) });
type Row = z.infer<typeof rowSchema>;

export type RecentOpeningsDeps = { database: Database; documents: Pick<DocumentList, 'open'>; now: () => Date };

export function openRecentOpenings({ database, documents, now }: RecentOpeningsDeps): RecentOpenings {
  const rows = openJsonRows(database, 'recent', rowSchema);
  const events = new EventEmitter<{ changed: [RecentOpening[]] }>();

  function current(): Row[] {
    const since = new Date(now().getTime() - maxDays * dayMs).toISOString();
    const latest = rows.all().sort((a, b) => compareTexts(b.at, a.at));
    return latest.filter(({ at }, index) => at >= since && index < maxOpenings);
  }

  /** A full disk prevents neither a start nor an opening: what stays is not listed, and is removed the next time. */
  function removeOld(): void {
    const stays = new Set(current().map(({ id }) => id));
    try {
      for (const { id } of rows.all()) if (!stays.has(id)) rows.remove(id);
    } catch {
      // Other parts of the station say that the disk is full.
    }
  }

  const list = () => current().map(toView);
  const changed = () => void events.emit('changed', list());

  async function remember(paths: readonly string[]): Promise<void> {
    if (paths.length === 0 || paths.length > maxPaths) return;
    const [first = ''] = paths;
    const isFolder = paths.length === 1 && ((await stat(first).catch(() => null))?.isDirectory() ?? false);
    const same = current().find((row) => row.paths.join('\n') === paths.join('\n'));
    const id = same?.id ?? crypto.randomUUID();
    rows.put(id, { id, at: now().toISOString(), isFolder, paths: [...paths] });
    removeOld();
    changed();
  }

  async function open(paths: readonly string[]): Promise<{ taken: number }> {
    const [opened] = await Promise.all([
      documents.open(paths),
      // A full disk does not prevent an opening.
      remember(paths).catch(() => undefined),
    ]);
    return opened;
  }

  removeOld();
  return {
    open,
    list,
    async reopen(id) {
      const row = current().find((one) => one.id === id);
      if (!row) throw new StationError('recent-missing', { name: '' });
      const found = await Promise.all(row.paths.map((path) => stat(path).catch(() => null)));
      if (found.every((one) => one === null)) throw new StationError('recent-missing', { name: toView(row).name });
      return open(row.paths);
    },
    forget(id) {
      for (const row of id === null ? rows.all() : [{ id }]) rows.remove(row.id);
      changed();
    },
    events,
  };
}

function toView({ id, isFolder, paths }: Row): RecentOpening {
  const [first = ''] = paths;
  return { id, isFolder, name: basename(first), folder: dirname(first), more: paths.length - 1 };
}
