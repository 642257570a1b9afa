/** Decides whether the page may show a file while it is still hashed and read, which takes seconds for a large one. */
import { open } from 'node:fs/promises';
import { assertReadableFile, endLength, headLength } from '../../platform/files/hash-file.ts';
import { shapeFault } from './file-shape.ts';

/** Smaller files are read before a person notices. */
const leastBytes = 8 * 1024 * 1024;

/** A file that the page may show, by the bytes that it has now. */
export type Preview = { size: number };

/**
 * Returns null for a file that is not to be shown: a small one, one that cannot be read or is no PDF by its ends, and one that may be
 * encrypted, since the viewer would ask for a password that reading may find unnecessary.
 */
export async function offerPreview(path: string): Promise<Preview | null> {
  try {
    await assertReadableFile(path);
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size < leastBytes) return null;
      const read = async (at: number, length: number) => (await file.read(Buffer.alloc(length), 0, length, at)).buffer;
      const [head, tail] = [await read(0, endLength), await read(size - endLength, endLength)];
      if (shapeFault({ size, head: head.subarray(0, headLength), tail }) !== null) return null;
      // A linearized file has a trailer at its beginning, too.
      return head.includes('/Encrypt') || tail.includes('/Encrypt') ? null : { size };
    } finally {
      await file.close();
    }
  } catch {
    // Reading the document names the problem.
    return null;
  }
}
