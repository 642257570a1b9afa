/** The files within an XLSX, which is a ZIP. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { readingProblem, unreadable } from '../table-problems.ts';

/**
 * What one workbook may be: bytes of one file in it once unpacked, and how many files there are; how deep elements may be nested, and how many attributes
 * one may have; cells of a sheet, with the empty ones before others. Only texts that cells
 * share stand in memory (`text`, in characters); a sheet is read as it comes.
 */
export const workbookLimits = {
  sheet: 2 ** 31,
  part: 16 * 2 ** 20,
  text: 2 ** 27,
  entries: 10_000,
  depth: 64,
  attributes: 256,
  cells: 2 ** 24,
};

export type Workbook = {
  path: string;
  /** Whether there is such a file in it. */
  has(name: string): boolean;
  /** Unpacked, piece by piece. @throws StationError `table-unreadable` */
  read(name: string, limit: number): AsyncGenerator<Uint8Array>;
  close(): void;
};

/** @throws StationError `table-unreadable` */
export async function openZip(path: string): Promise<Workbook> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((thrown: unknown) => {
    throw zipProblem(path, thrown);
  });
  const entries = await entriesOf(zip).catch((thrown: unknown) => {
    zip.close();
    throw zipProblem(path, thrown);
  });
  return {
    path,
    has: (name) => entries.has(name.toLowerCase()),
    read: (name, limit) => unpacked(path, zip, entries.get(name.toLowerCase()), limit),
    close: () => zip.close(),
  };
}

/** By name in lower case: names of parts are compared without regard to case (ECMA-376, part 2). */
function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > workbookLimits.entries) return Promise.reject(new Error('too many entries'));
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.toLowerCase(), entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries)).on('error', reject);
    zip.readEntry();
  });
}

async function* unpacked(path: string, zip: ZipFile, entry: Entry | undefined, limit: number): AsyncGenerator<Uint8Array> {
  if (entry === undefined) throw unreadable(path, 'damaged-workbook');
  // The size that is written there is held against what comes while it is unpacked.
  if (entry.uncompressedSize > limit) throw unreadable(path, 'workbook-too-large');
  try {
    const stream = await zip.openReadStreamPromise(entry);
    try {
      for await (const chunk of stream) yield chunk;
    } finally {
      stream.destroy();
    }
  } catch (thrown) {
    throw zipProblem(path, thrown);
  }
}

/** What the library says may quote names of the file; for the clerk it is one thing, unless the disk is at fault. */
function zipProblem(path: string, thrown: unknown): unknown {
  const problem = readingProblem(path, thrown);
  return problem === thrown ? unreadable(path, 'damaged-workbook') : problem;
}
