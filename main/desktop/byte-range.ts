/** HTTP byte ranges (RFC 9110, section 14), as far as a viewer needs them: one range. */

export type ByteRange = { start: number; end: number };

/**
 * The range that a `Range` header asks of `size` bytes, both ends included. `whole` when there is no
 * header or one that may be ignored (another unit, several ranges, nonsense); `unsatisfiable` asks for 416.
 */
export function parseByteRange(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
