/** Head of an answer that gives bytes whole or by range (RFC 9110, section 14). */
import { type ByteRange, parseByteRange } from './byte-range.ts';

export type ByteAnswer = { status: 200 | 206 | 416; headers: Headers; range: ByteRange };

/** What a request gets of `size` bytes. `longest`: a range is answered with so many bytes at most; the page asks on. */
export function byteAnswer(request: Request, size: number, longest = Number.POSITIVE_INFINITY): ByteAnswer {
  const asked = parseByteRange(request.headers.get('range'), size);
  if (asked === 'unsatisfiable') {
    return { status: 416, headers: new Headers({ 'Content-Range': `bytes */${size}` }), range: { start: 0, end: -1 } };
  }
  const start = asked === 'whole' ? 0 : asked.start;
  const end = asked === 'whole' ? size - 1 : Math.min(asked.end, start + longest - 1);
  const headers = new Headers({ 'Accept-Ranges': 'bytes', 'Content-Length': String(end - start + 1) });
  if (asked !== 'whole') headers.set('Content-Range', `bytes ${start}-${end}/${size}`);
  return { status: asked === 'whole' ? 200 : 206, headers, range: { start, end } };
}
