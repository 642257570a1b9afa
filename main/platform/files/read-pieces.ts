/** Reads a file in order, piece by piece, into one buffer. */
import { open } from 'node:fs/promises';

const pieceBytes = 256 * 1024;

/**
 * Yields the bytes of a file. Each piece is valid until the next one is requested: they share their memory. Unlike that of a stream, the
 * file is certainly closed at the end; Windows does not replace an open file.
 * @param first bytes of the first piece, when the others are to begin behind a header
 */
export async function* readPieces(path: string, size = pieceBytes, first = size): AsyncGenerator<Buffer> {
  const handle = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.max(size, first));
    for (let length = first; ; length = size) {
      const { bytesRead } = await handle.read(buffer, 0, length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
