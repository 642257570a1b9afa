/** Bytes that are read in ranges, so that a large file is never in memory whole. Reads synchronously: for worker threads. */

/** `length`: bytes. */
export type ByteSource = {
  readonly length: number;
  /** Returns the bytes from `start` to before `end`, fewer at the end of the source. They may be shared: they must not be changed. */
  range(start: number, end: number): Buffer;
  /** The source that this one is the beginning of. */
  readonly whole?: ByteSource;
};

/** Bytes of one piece when many are read in order. */
const pieceBytes = 1024 * 1024;

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns a source of bytes in memory, without copying them; a source unchanged. */
export function sourceOf(bytes: Uint8Array | ByteSource): ByteSource {
  if (!(bytes instanceof Uint8Array)) return bytes;
  const all = bufferOf(bytes);
  return { length: all.length, range: (start, end) => all.subarray(Math.max(0, start), Math.max(0, end)) };
}

/** Returns the beginning of a source as a source. */
export function beginningOf(source: ByteSource, length: number): ByteSource {
  const end = Math.min(length, source.length);
  return { length: end, range: (start, to) => source.range(start, Math.min(to, end)), whole: source.whole ?? source };
}

/** Yields the bytes of a range in order. A piece is valid until the next one is requested. */
export function* piecesOf(source: ByteSource, start = 0, end = source.length): Generator<Buffer> {
  const last = Math.min(end, source.length);
  for (let at = start; at < last; at += pieceBytes) yield source.range(at, Math.min(at + pieceBytes, last));
}

/** Whether two ranges have the same bytes. */
export function isSameRange(
  one: ByteSource,
  [start, end]: readonly [number, number],
  other: ByteSource,
  [from, to]: readonly [number, number],
): boolean {
  if (end - start !== to - from) return false;
  if ((one.whole ?? one) === (other.whole ?? other) && start === from) return true;
  for (let at = 0; at < end - start; at += pieceBytes) {
    const size = Math.min(pieceBytes, end - start - at);
    if (Buffer.compare(one.range(start + at, start + at + size), other.range(from + at, from + at + size)) !== 0) return false;
  }
  return true;
}

/** Yields the positions of a text, which may overlap, in order. */
export function* positionsOf(source: ByteSource, text: string): Generator<number> {
  const sought = Buffer.from(text, 'latin1');
  for (let from = 0; from < source.length; from += pieceBytes) {
    // Together with the next bytes, in which a text at the border ends.
    const piece = source.range(from, from + pieceBytes + sought.length - 1);
    for (let at = piece.indexOf(sought); at !== -1; at = piece.indexOf(sought, at + 1)) yield from + at;
  }
}

/** Returns the last position of a text; -1 for none. */
export function lastPositionOf(source: ByteSource, text: string): number {
  const sought = Buffer.from(text, 'latin1');
  for (let end = source.length, size = 64 * 1024; end > 0; end -= size, size = pieceBytes) {
    const from = Math.max(0, end - size);
    const at = source.range(from, end + sought.length - 1).lastIndexOf(sought);
    if (at !== -1) return from + at;
  }
  return -1;
}

/** `read` returns the chunk of a number, from 0: `chunkSize` bytes, the last one fewer. */
export type Chunks = { length: number; chunkSize: number; read(number: number): Buffer };

/** Chunks that stay in memory after they were read. */
const maxChunks = 48;

/** Returns a source that reads whole chunks, and retains those that were read last. */
export function chunkedSource({ length, chunkSize, read }: Chunks): ByteSource {
  // In the order of their last use.
  const retained = new Map<number, Buffer>();
  const chunk = (number: number): Buffer => {
    const found = retained.get(number) ?? read(number);
    retained.delete(number);
    retained.set(number, found);
    if (retained.size > maxChunks) retained.delete(retained.keys().next().value ?? -1);
    return found;
  };
  return {
    length,
    range(start, end) {
      const [from, to] = [Math.max(0, start), Math.min(end, length)];
      if (from >= to) return Buffer.alloc(0);
      const [first, last] = [Math.floor(from / chunkSize), Math.floor((to - 1) / chunkSize)];
      if (first === last) return chunk(first).subarray(from - first * chunkSize, to - first * chunkSize);
      const whole = Buffer.allocUnsafe(to - from);
      for (let number = first; number <= last; number += 1) {
        const begin = number * chunkSize;
        // A long range does not displace the retained chunks.
        const bytes = retained.get(number) ?? (last - first > maxChunks / 4 ? read(number) : chunk(number));
        bytes.copy(whole, Math.max(0, begin - from), Math.max(0, from - begin), to - begin);
      }
      return whole;
    },
  };
}
