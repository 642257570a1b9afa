/** Reads the files within an XLSX, which is a ZIP. */
import { openZipReader } from '../../../../../platform/files/read-zip.ts';
import { readingProblem, unreadable } from '../file-row.ts';

/**
 * Limits of a workbook: `sheet` and `part`, unpacked bytes of one file; `text`, characters of the texts that cells share, the only part
 * that is in memory as a whole; `entries`, number of files; `depth` of nested elements; `attributes` of one element; `cells` of a sheet,
 * empty ones before others included.
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
  /** Returns true when the workbook has that file. */
  has(name: string): boolean;
  /** Yields the unpacked bytes piece by piece. @throws StationError `table-unreadable` */
  read(name: string, limit: number): AsyncGenerator<Uint8Array>;
  close(): void;
};

/** Opens a workbook. Names of parts are compared without case (ECMA-376, part 2). @throws StationError `table-unreadable` */
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

/** Maps all errors but those of the disk to one problem: texts of the library may quote names of the file. */
function zipProblem(path: string, thrown: unknown): unknown {
  const problem = readingProblem(path, thrown);
  return problem === thrown ? unreadable(path, 'damaged-workbook') : problem;
}
