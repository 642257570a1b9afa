/** The documents that are open in the station: reading, hashing, facts, and their bytes for sending. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import pLimit from 'p-limit';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import { StationError } from '../../../shared/errors.ts';
import { type FoundFile, findFiles } from '../../platform/files/find-files.ts';
import { type BorrowedContent, createRecentContents, type RecentContents } from '../../platform/storage/recent-contents.ts';
import { offerPreview, type Preview } from './offer-preview.ts';
import { createPdfReader, type PdfReader, type Reading, readDocument } from './pdf-reader.ts';
import { matchReferences, readReferences, suggestReference } from './references.ts';
import { verifiedBytes } from './verified-bytes.ts';
import type { ViewerPatch } from './viewer-patch.ts';

export type OpenDocument = { document: StationDocument; path: string; patches: readonly ViewerPatch[] };

/** The bytes of a document that the page may show. */
export type ShownDocument = { path: string; size: number; patches: readonly ViewerPatch[] };

/** `preview`: the first document that is not read yet and that the page may show until it is. */
type ReadingProgress = { done: number; total: number; preview: { id: string; name: string } | null };

export type DocumentListEvents = { changed: [StationDocument[]]; reading: [ReadingProgress] };

export type DocumentList = {
  /**
   * Opens files and folders (their PDFs, not those of subfolders); a file that cannot be used is listed with its problem. Resolves
   * when all are read. `ids`: ids of all files, in the order of `paths`. `taken`: number of new ones that were read; a file
   * that is listed already (the same real path) is read again instead.
   */
  open(paths: readonly string[]): Promise<{ taken: number; ids: string[] }>;
  list(): StationDocument[];
  /** @throws StationError `document-unknown` */
  get(id: string): OpenDocument;
  /** Returns what the page may show, also while a large document is read. @throws StationError `document-unknown` */
  shown(id: string): ShownDocument;
  /** Reads the files again; skips ids that are no longer listed. */
  recheck(ids: readonly string[]): Promise<void>;
  /**
   * Skips every file whose reading has not begun. Returns the number of those that are not listed therefore; a file that was read before
   * stays as it was.
   */
  stopReading(): number;
  /**
   * Reads a protected document with the password that a person typed, which is not stored. Its permissions then decide whether it can be
   * sent.
   * @throws StationError `document-unknown`, `pdf-password-wrong`
   */
  unlock(id: string, password: string): Promise<void>;
  /** The documents of the last removals can be restored. */
  remove(ids: readonly string[]): void;
  /** Lists removed documents again, with their ids and at their places, and returns their ids. Skips files that were opened again since. */
  restore(ids: readonly string[]): string[];
  /**
   * Reads the bytes of a document from its file on demand and verifies them: only at their end is it known whether they are
   * unchanged since its opening.
   * @throws StationError `document-unknown` at once; while reading `file-missing`, `file-unreadable`, `path-too-long`, `file-changed`
   */
  read(id: string): AsyncIterable<Uint8Array>;
  /** Returns the content of a document that was opened a moment ago; null when it is not in memory, which it is once at most. */
  takeContent(id: string): BorrowedContent | null;
  /**
   * Reads a CSV of `file name, reference number` and matches it to the open documents by name.
   * @throws StationError `references-file-unreadable`
   */
  matchReferences(csvPath: string): Promise<{ matched: { documentId: string; reference: string }[]; unmatched: string[] }>;
  events: EventEmitter<DocumentListEvents>;
  /** Ends the reading threads. The process can also end without this call: idle threads do not prevent it. */
  close(): Promise<void>;
};

/** One entry of the list. `reading` is null until the file has been read once; until then the entry is not listed. */
type Entry = {
  id: string;
  /** Order in the list. */
  position: number;
  path: string;
  real: string;
  name: string;
  reference: string;
  reading: Reading | null;
  /** Of its reading; null before. */
  contentId: string | null;
  preview: Preview | null;
};

/** One reading of a file. */
type Task = { entry: Entry; problem: FoundFile['problem']; begun: boolean };

type State = {
  entries: Map<string, Entry>;
  /** Not ended yet. */
  tasks: Set<Task>;
  /** The documents of the last removals. */
  removals: Entry[][];
  nextPosition: number;
  events: EventEmitter<DocumentListEvents>;
  reader: PdfReader;
  /** Of opened files, by the ids of their readings. */
  contents: RecentContents<'opened'>;
  limit: ReturnType<typeof pLimit>;
  progress: { done: number; total: number };
  /** Of the next event, while one is due. */
  timer: NodeJS.Timeout | undefined;
};

/** Milliseconds between two events while files are read: the second for each document, since each event has the whole list. */
const announceEveryMs = 150;
const announceEveryMsEach = 2;

const maxConcurrentReads = 4;
const maxRemovals = 10;

/** @param reader closed with the list */
export function createDocumentList(reader: PdfReader = createPdfReader()): DocumentList {
  const state: State = {
    entries: new Map(),
    tasks: new Set(),
    removals: [],
    nextPosition: 0,
    events: new EventEmitter<DocumentListEvents>(),
    reader,
    contents: createRecentContents<'opened'>({ opened: 96 }),
    limit: pLimit(maxConcurrentReads),
    progress: { done: 0, total: 0 },
    timer: undefined,
  };
  const { entries, events } = state;
  return {
    open: (paths) => open(state, paths),
    list: () => list(state),
    get: (id) => get(state, id),
    shown: (id) => shown(state, id),
    recheck: (ids) => recheck(state, ids),
    stopReading: () => stopReading(state),
    unlock: (id, password) => unlock(state, id, password),
    remove: (ids) => remove(state, ids),
    restore: (ids) => restore(state, ids),
    read(id) {
      const { document, path } = get(state, id);
      return verifiedBytes(path, document);
    },
    takeContent: (id) => takeContent(state, id),
    async matchReferences(csvPath) {
      const named = [...entries.values()].map(({ id, path }) => ({ id, path }));
      return matchReferences(await readReferences(csvPath), named);
    },
    events,
    async close() {
      clearTimeout(state.timer);
      await state.reader.close();
    },
  };
}

function remove(state: State, ids: readonly string[]): void {
  const removed = [...new Set(ids)].flatMap((id) => state.entries.get(id) ?? []);
  for (const entry of removed) {
    state.entries.delete(entry.id);
    dropContent(state.contents, entry);
  }
  state.removals = [...state.removals, removed].slice(-maxRemovals);
  announce(state);
}

function restore(state: State, ids: readonly string[]): string[] {
  const { entries } = state;
  const listed = new Set([...entries.values()].map(({ real }) => real));
  const isWanted = ({ id, real }: Entry) => ids.includes(id) && !entries.has(id) && !listed.has(real);
  const restored = state.removals.flat().filter(isWanted);
  state.removals = state.removals.map((removed) => removed.filter(({ id }) => !ids.includes(id)));
  const ordered = [...entries.values(), ...restored].sort((a, b) => a.position - b.position);
  entries.clear();
  for (const entry of ordered) entries.set(entry.id, entry);
  announce(state);
  return restored.map(({ id }) => id);
}

const list = ({ entries }: State): StationDocument[] =>
  [...entries.values()].flatMap((entry) => (entry.reading === null ? [] : [toDocument(entry, entry.reading)]));

function announce(state: State): void {
  clearTimeout(state.timer);
  state.timer = undefined;
  state.events.emit('changed', list(state));
}

/** Announces one file at once, and many at intervals. */
function announceSoon(state: State): void {
  const { done, total } = state.progress;
  if (done === total) announce(state);
  else state.timer ??= setTimeout(announce, Math.max(announceEveryMs, announceEveryMsEach * list(state).length), state);
}

/** @param references those that are taken; the suggested one is added */
function addEntry(state: State, found: FoundFile, references: Set<string>): Entry {
  const { entries } = state;
  const name = basename(found.path);
  const reference = suggestReference(name, references);
  references.add(reference);
  const entry: Entry = {
    id: randomUUID(),
    position: state.nextPosition++,
    path: found.path,
    real: found.real,
    name,
    reference,
    reading: null,
    contentId: null,
    preview: null,
  };
  entries.set(entry.id, entry);
  return entry;
}

async function readListed(state: State, { entry, problem: known }: Task): Promise<void> {
  if (known !== null) {
    entry.reading = { size: 0, sha256: null, facts: null, problem: known, patches: [] };
    return;
  }
  if (entry.reading === null) await preview(state, entry);
  const { reading, contentId } = await readEntry(state, entry);
  if (!isUnlocked(entry.reading, reading)) Object.assign(entry, { reading, contentId });
  // A file that was missing may exist now, under its real path.
  entry.real = await realpath(entry.path).catch(() => entry.real);
}

async function readEntry(
  { contents, reader }: State,
  entry: Entry,
  password?: string,
): Promise<Pick<Entry, 'contentId'> & { reading: Reading }> {
  dropContent(contents, entry);
  const contentId = randomUUID();
  const retain = (bytes: number) => contents.begin('opened', contentId, bytes);
  return { contentId, reading: await readDocument(entry.path, reader, { password, retain }) };
}

async function preview(state: State, entry: Entry): Promise<void> {
  entry.preview = await offerPreview(entry.path);
  if (entry.preview !== null) announceReading(state);
}

function announceReading({ events, progress, entries }: State): void {
  const first = [...entries.values()].find((entry) => entry.reading === null && entry.preview !== null);
  events.emit('reading', { ...progress, preview: first === undefined ? null : { id: first.id, name: first.name } });
}

/** Reads files, with one progress for all concurrent calls. */
async function readAll(state: State, found: readonly Pick<Task, 'entry' | 'problem'>[]): Promise<void> {
  const { progress, limit } = state;
  const tasks = found.map((one): Task => ({ ...one, begun: false }));
  for (const task of tasks) state.tasks.add(task);
  if (progress.done === progress.total) Object.assign(progress, { done: 0, total: 0 });
  progress.total += tasks.length;
  announceReading(state);
  await Promise.all(
    tasks.map((task) =>
      limit(async () => {
        if (!state.tasks.has(task)) return; // stopped
        task.begun = true;
        await readListed(state, task).finally(() => state.tasks.delete(task));
        progress.done++;
        announceSoon(state);
        announceReading(state);
      }),
    ),
  );
}

function stopReading(state: State): number {
  const { entries, tasks, progress } = state;
  const waiting = [...tasks].filter(({ begun }) => !begun);
  for (const task of waiting) tasks.delete(task);
  // A file may have been opened twice.
  const isBeingRead = (entry: Entry) => [...tasks].some((task) => task.entry === entry);
  const left = new Set(waiting.map(({ entry }) => entry).filter((entry) => entry.reading === null && !isBeingRead(entry)));
  for (const { id } of left) entries.delete(id);
  progress.total -= waiting.length;
  announceSoon(state);
  announceReading(state);
  return left.size;
}

async function open(state: State, paths: readonly string[]): Promise<{ taken: number; ids: string[] }> {
  const ids = new Set<string>();
  const tasks: Pick<Task, 'entry' | 'problem'>[] = [];
  const added: Entry[] = [];
  const files = await findFiles(paths);
  const before = [...state.entries.values()];
  const byFile = new Map(before.map((entry) => [entry.real, entry]));
  const references = new Set(before.map(({ reference }) => reference));
  for (const found of files) {
    let entry = byFile.get(found.real);
    if (entry === undefined) {
      entry = addEntry(state, found, references);
      byFile.set(entry.real, entry);
      added.push(entry);
    }
    if (ids.has(entry.id)) continue;
    ids.add(entry.id);
    tasks.push({ entry, problem: found.problem });
  }
  await readAll(state, tasks);
  return { taken: added.filter(({ reading }) => reading !== null).length, ids: [...ids] };
}

async function recheck(state: State, ids: readonly string[]): Promise<void> {
  const known = [...new Set(ids)].flatMap((id) => state.entries.get(id) ?? []);
  const [folders, files] = [known.filter(isEmptyFolder), known.filter((entry) => !isEmptyFolder(entry))];
  await readAll(
    state,
    files.map((entry) => ({ entry, problem: null })),
  );
  // The PDFs that a formerly empty folder has now replace its entry.
  for (const entry of folders) state.entries.delete(entry.id);
  if (folders.length > 0)
    await open(
      state,
      folders.map((entry) => entry.path),
    );
}

function get({ entries }: State, id: string): OpenDocument {
  const entry = entries.get(id);
  if (!entry?.reading) throw new StationError('document-unknown');
  return { document: toDocument(entry, entry.reading), path: entry.path, patches: entry.reading.patches };
}

function takeContent({ entries, contents }: State, id: string): BorrowedContent | null {
  const entry = entries.get(id);
  if (!entry?.contentId) return null;
  const content = contents.borrow(entry.contentId, entry.path);
  dropContent(contents, entry);
  return content;
}

function dropContent(contents: State['contents'], { contentId }: Entry): void {
  if (contentId !== null) contents.drop(contentId);
}

function shown({ entries }: State, id: string): ShownDocument {
  const { path, reading, preview: shownBefore } = entries.get(id) ?? { path: '', reading: null, preview: null };
  if (reading !== null) return { path, size: reading.size, patches: reading.patches };
  if (shownBefore === null) throw new StationError('document-unknown');
  return { path, size: shownBefore.size, patches: [] };
}

async function unlock(state: State, id: string, password: string): Promise<void> {
  const entry = state.entries.get(id);
  if (!entry?.reading) throw new StationError('document-unknown');
  const { reading, contentId } = await state.limit(() => readEntry(state, entry, password));
  const why = reading.problem;
  if (why?.code === 'pdf-password-wrong') throw new StationError(why.code);
  Object.assign(entry, { reading, contentId });
  announce(state);
}

/** Whether the earlier reading of the same bytes used a password: its facts stay, since the password is not stored. */
const isUnlocked = (before: Reading | null, now: Reading): boolean =>
  now.problem?.code === 'pdf-password' && before?.sha256 === now.sha256 && (before.facts?.pages.length ?? 0) > 0;

const isEmptyFolder = (entry: Entry): boolean => entry.reading?.problem?.code === 'folder-empty';

const toDocument = ({ id, name, reference }: Entry, { patches: _, ...reading }: Reading): StationDocument => ({
  id,
  name,
  reference,
  ...reading,
});
