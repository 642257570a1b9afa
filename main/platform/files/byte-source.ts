/** Bytes that are read in ranges, so that a large file is never in memory whole. Reads synchronously: for worker threads. */
import { freeMemory } from './free-memory.ts';

/** `length`: bytes. */
export type ByteSource = {
  readonly length: number;
  /** Returns the bytes from `start` to before `end`, fewer at the end of the source. They may be shared: they must not be changed. */
  range(start: number, end: number): Buffer;
  /** Yields the bytes of a range in order. A piece is valid until the next one is requested. */
  pieces(start: number, end: number): Iterable<Buffer>;
  /** The source that this one is the beginning of. */
  readonly whole?: ByteSource;
};

/** Bytes that are compared or searched together. */
const pieceBytes = 1024 * 1024;

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns a source of bytes in memory, without copying them; a source unchanged. */
export function sourceOf(bytes: Uint8Array | ByteSource): ByteSource {
  if (!(bytes instanceof Uint8Array)) return bytes;
  const all = bufferOf(bytes);
  const range = (start: number, end: number) => all.subarray(Math.max(0, start), Math.max(0, end));
  return { length: all.length, range, pieces: (start, end) => [range(start, end)] };
}

/** Returns the beginning of a source as a source. */
export function beginningOf(source: ByteSource, length: number): ByteSource {
  const end = Math.min(length, source.length);
  return {
    length: end,
    range: (start, to) => source.range(start, Math.min(to, end)),
    pieces: (start, to) => source.pieces(start, Math.min(to, end)),
    whole: source.whole ?? source,
  };
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

/** Yields the positions of a text, from `start` on, in order. */
export function* positionsOf(source: ByteSource, text: string, start: number): Generator<number> {
  const sought = Buffer.from(text, 'latin1');
  const overlap = sought.length - 1;
  let [from, before] = [start, Buffer.alloc(0)];
  for (const piece of source.pieces(start, source.length)) {
    // A text at the border begins in the bytes before the piece.
    const border = Buffer.concat([before, piece.subarray(0, overlap)]);
    for (let at = border.indexOf(sought); at !== -1; at = border.indexOf(sought, at + 1)) yield from - before.length + at;
    before = Buffer.from(piece.length >= overlap ? piece.subarray(piece.length - overlap) : border.subarray(-overlap));
    for (let at = piece.indexOf(sought); at !== -1; at = piece.indexOf(sought, at + 1)) yield from + at;
    from += piece.length;
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

/** `read` returns the chunk of a number, from 0: `chunkSize` bytes, the last one fewer, in memory of their own. */
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
    *pieces(start, end) {
      const last = Math.min(end, length);
      for (let number = Math.floor(start / chunkSize); number * chunkSize < last; number += 1) {
        const known = retained.get(number);
        const bytes = known ?? read(number);
        yield bytes.subarray(Math.max(0, start - number * chunkSize), last - number * chunkSize);
        if (known === undefined) freeMemory(bytes);
      }
    },
    range(start, end) {
      const [from, to] = [Math.max(0, start), Math.min(end, length)];
      if (from >= to) return Buffer.alloc(0);
      const [first, last] = [Math.floor(from / chunkSize), Math.floor((to - 1) / chunkSize)];
      if (first === last) return chunk(first).subarray(from - first * chunkSize, to - first * chunkSize);
      const whole = Buffer.allocUnsafe(to - from);
      for (let number = first; number <= last; number += 1) {
        const begin = number * chunkSize;
        // A long range does not displace the retained chunks.
        const known = retained.get(number) ?? (last - first > maxChunks / 4 ? null : chunk(number));
        const bytes = known ?? read(number);
        bytes.copy(whole, Math.max(0, begin - from), Math.max(0, from - begin), to - begin);
        if (known === null) freeMemory(bytes);
      }
      return whole;
    },
  };
}
