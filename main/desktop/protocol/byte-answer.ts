/** Answers with bytes, whole or one range of them (RFC 9110, section 14): a viewer needs no more. */

type ByteRange = { start: number; end: number };

/**
 * Returns the range of `size` bytes that a `Range` header requests, both ends included. `whole` without a header, or for one that may
 * be ignored (another unit, several ranges, no range); `unsatisfiable` requires 416.
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

export type ByteAnswer = { status: 200 | 206 | 416; headers: Headers; range: ByteRange };

/** Returns status, headers and range of the answer. */
export function byteAnswer(request: Request, size: number): ByteAnswer {
  const asked = parseByteRange(request.headers.get('range'), size);
  if (asked === 'unsatisfiable') {
    return { status: 416, headers: new Headers({ 'Content-Range': `bytes */${size}` }), range: { start: 0, end: -1 } };
  }
  const { start, end } = asked === 'whole' ? { start: 0, end: size - 1 } : asked;
  const headers = new Headers({ 'Accept-Ranges': 'bytes', 'Content-Length': String(end - start + 1) });
  if (asked !== 'whole') headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
  return { status: asked === 'whole' ? 200 : 206, headers, range: { start, end } };
}
