/** What a file is, by what is in it: names lie. */
import { open } from 'node:fs/promises';
import type { ExportFormat } from '../../../../shared/domain/bulk-screening.ts';
import { readingProblem, unreadable } from './table-problems.ts';

const zip = Buffer.from('PK\u0003\u0004', 'latin1');
/** Compound files: Excel 97-2003, and workbooks with a password. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** @throws StationError `table-unreadable` */
export async function fileFormat(path: string): Promise<ExportFormat> {
  const start = await firstBytes(path, 8);
  if (start.equals(compound)) throw unreadable(path, 'old-excel');
  return start.subarray(0, zip.length).equals(zip) ? 'xlsx' : 'csv';
}

/** Fewer when the file is shorter. @throws StationError `table-unreadable` */
export async function firstBytes(path: string, length: number): Promise<Buffer> {
  try {
    const handle = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await handle.read(buffer, 0, length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    throw readingProblem(path, thrown);
  }
}
