/** The files within an XLSX, which is a ZIP. */
import { openZipReader } from '../../../../platform/files/read-zip.ts';
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

/** Names of parts are compared without regard to case (ECMA-376, part 2). @throws StationError `table-unreadable` */
export async function openZip(path: string): Promise<Workbook> {
  const zip = await openZipReader(path, workbookLimits, (name) => name.toLowerCase()).catch((thrown: unknown) => {
    throw zipProblem(path, thrown);
  });
  return {
    path,
    has: (name) => zip.sizeOf(name) !== null,
    async *read(name, limit) {
      const size = zip.sizeOf(name);
      if (size === null) throw unreadable(path, 'damaged-workbook');
      if (size > limit) throw unreadable(path, 'workbook-too-large');
      try {
        yield* zip.read(name);
      } catch (thrown) {
        throw zipProblem(path, thrown);
      }
    },
    close: () => zip.close(),
  };
}

/** What the library says may quote names of the file; for the clerk it is one thing, unless the disk is at fault. */
function zipProblem(path: string, thrown: unknown): unknown {
  const problem = readingProblem(path, thrown);
  return problem === thrown ? unreadable(path, 'damaged-workbook') : problem;
}
