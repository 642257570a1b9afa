/** Builds the list of open documents. */

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import pLimit from 'p-limit';
import type { StationDocument } from '../../../shared/domain/document.ts';
import { StationError } from '../../../shared/errors.ts';
import { type FoundFile, findFiles } from '../../platform/files/find-files.ts';
import { verifiedBytes } from './content.ts';
import type { DocumentList, DocumentListEvents, OpenDocument } from './document-list.ts';
import { createFactsReader, type FactsLimits } from './facts-reader.ts';
import { type Reading, readDocument } from './read-document.ts';
import { matchReferences, readReferences } from './references-csv.ts';
import { suggestReference } from './suggest-reference.ts';

/** One entry of the list; `reading` is null until the file has been read once, and the entry is not shown until then. */
type Line = { id: string; path: string; real: string; name: string; reference: string; reading: Reading | null };

/** Milliseconds between two events while files are read. */
const announceEvery = 150;

const readAtOnce = 4;

export function createDocumentList(options: { limits?: FactsLimits } = {}): DocumentList {
  const lines = new Map<string, Line>();
  const events = new EventEmitter<DocumentListEvents>();
  const reader = createFactsReader(options.limits);
  const limit = pLimit(readAtOnce);
  const progress = { done: 0, total: 0 };
  let announcement: NodeJS.Timeout | undefined;

  const list = () => [...lines.values()].flatMap((line) => (line.reading === null ? [] : [documentOf(line, line.reading)]));

  function announce(): void {
    clearTimeout(announcement);
    announcement = undefined;
    events.emit('changed', list());
  }

  /** Announces one file at once, and many at intervals, since each event has the whole list. */
  function announceSoon(): void {
    if (progress.done === progress.total) announce();
    else announcement ??= setTimeout(announce, announceEvery);
  }

  function add(found: FoundFile): Line {
    const name = basename(found.path);
    const reference = suggestReference(name, new Set([...lines.values()].map((line) => line.reference)));
    const line: Line = { id: randomUUID(), path: found.path, real: found.real, name, reference, reading: null };
    lines.set(line.id, line);
    return line;
  }

  async function readLine(line: Line, known: FoundFile['problem'] = null): Promise<void> {
    if (known === null) {
      const reading = await readDocument(line.path, reader);
      if (!isUnlocked(line.reading, reading)) line.reading = reading;
      // A file that was missing may exist now, under its real path.
      line.real = await realpath(line.path).catch(() => line.real);
    } else {
      line.reading = { size: 0, sha256: null, facts: null, problem: known, patches: [] };
    }
  }

  /** Reads files, with one progress for all readings under way. */
  async function readAll(tasks: readonly (() => Promise<void>)[]): Promise<void> {
    if (progress.done === progress.total) Object.assign(progress, { done: 0, total: 0 });
    progress.total += tasks.length;
    events.emit('reading', { ...progress });
    await Promise.all(
      tasks.map((task) =>
        limit(async () => {
          await task();
          progress.done++;
          events.emit('reading', { ...progress });
          announceSoon();
        }),
      ),
    );
  }

  async function open(paths: readonly string[]): Promise<{ taken: number; ids: string[] }> {
    const ids = new Set<string>();
    const tasks: (() => Promise<void>)[] = [];
    let taken = 0;
    for (const found of await findFiles(paths)) {
      let line = [...lines.values()].find((one) => one.real === found.real);
      if (line === undefined) {
        line = add(found);
        taken++;
      }
      if (ids.has(line.id)) continue;
      ids.add(line.id);
      const chosen = line;
      tasks.push(() => readLine(chosen, found.problem));
    }
    await readAll(tasks);
    return { taken, ids: [...ids] };
  }

  async function recheck(ids: readonly string[]): Promise<void> {
    const known = [...new Set(ids)].flatMap((id) => lines.get(id) ?? []);
    const [folders, files] = [known.filter(isEmptyFolder), known.filter((line) => !isEmptyFolder(line))];
    await readAll(files.map((line) => () => readLine(line)));
    // The PDFs that a formerly empty folder has now replace its entry.
    for (const line of folders) lines.delete(line.id);
    if (folders.length > 0) await open(folders.map((line) => line.path));
  }

  function get(id: string): OpenDocument {
    const line = lines.get(id);
    if (!line?.reading) throw new StationError('document-unknown');
    return { document: documentOf(line, line.reading), path: line.path, patches: line.reading.patches };
  }

  return {
    open,
    list,
    get,
    recheck,
    async unlock(id, password) {
      const line = lines.get(id);
      if (!line?.reading) throw new StationError('document-unknown');
      const reading = await limit(() => readDocument(line.path, reader, password));
      const why = reading.problem;
      if (why?.code === 'pdf-password-wrong') throw new StationError(why.code);
      line.reading = reading;
      announce();
    },
    remove(ids) {
      for (const id of ids) lines.delete(id);
      announce();
    },
    read(id) {
      const { document, path } = get(id);
      return verifiedBytes(path, document);
    },
    async matchReferences(csvPath) {
      const named = [...lines.values()].map(({ id, path }) => ({ id, path }));
      return matchReferences(await readReferences(csvPath), named);
    },
    events,
    async close() {
      clearTimeout(announcement);
      await reader.close();
    },
  };
}

/** Whether the earlier reading of the same bytes used a password: its facts stay, since the password is not stored. */
const isUnlocked = (before: Reading | null, now: Reading): boolean =>
  now.problem?.code === 'pdf-password' && before?.sha256 === now.sha256 && (before.facts?.pages.length ?? 0) > 0;

const isEmptyFolder = (line: Line): boolean => line.reading?.problem?.code === 'folder-empty';

function documentOf({ id, name, reference }: Line, { patches: _, ...reading }: Reading): StationDocument {
  return { id, name, reference, ...reading };
}
