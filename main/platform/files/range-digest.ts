/** Digests of ranges of a file. Those that begin with the same bytes share the work: a signature covers the file from its start, like its copy. */
import { createHash, type Hash } from 'node:crypto';
import type { ByteSource } from './byte-source.ts';

/** Digests of the beginning of a source, by hash and number of bytes. */
const begun = new WeakMap<ByteSource, { name: string; end: number; hash: Hash }[]>();

/** Returns the digest of ranges of a source, one after the other. @param ranges from a byte to before another */
export function digestOfRanges(source: ByteSource, name: string, ranges: readonly (readonly [number, number])[]): Buffer {
  const whole = source.whole ?? source;
  const known = begun.get(whole) ?? [];
  begun.set(whole, known);
  let hash = createHash(name);
  for (const [index, [start, end]] of ranges.entries()) {
    const isBeginning = index === 0 && start === 0;
    const before = isBeginning ? known.findLast((one) => one.name === name && one.end <= end) : undefined;
    if (before !== undefined) hash = before.hash.copy();
    for (const piece of source.pieces(before?.end ?? start, end)) hash.update(piece);
    if (isBeginning && before?.end !== end) known.push({ name, end, hash: hash.copy() });
  }
  return hash.digest();
}
