/** Mends the head of an answer that undici would refuse, and its body with it: no header that the station reads is worth a document. */

const endOfHead = '\r\n\r\n';
/** The lines that HTTP allows (RFC 9110, section 5): a token, a colon, and a text without control characters. */
const header = /^[!#$%&'*+.^_`|~\dA-Za-z-]+:[\t -~\x80-\xff]*$/;
const folded = /\r?\n[ \t]+/g;
const isLength = /^content-length:/i;
const isGoodLength = /^[^:]+:[ \t]*\d+[ \t]*$/;

/**
 * Joins folded header lines (RFC 9112, section 5.2) and drops malformed ones. Returns the same bytes when all are good, and when the head
 * does not end within them.
 * @param begin the first bytes of an answer
 */
export function mendHead(begin: Buffer): Buffer {
  const end = begin.indexOf(endOfHead);
  if (end === -1 || begin.indexOf('HTTP/1.') !== 0) return begin;
  const text = begin.toString('latin1', 0, end);
  const [status = '', ...lines] = text.replace(folded, ' ').split('\r\n');
  const mended = [status, ...lines.filter((line) => header.test(line) && (!isLength.test(line) || isGoodLength.test(line)))].join('\r\n');
  return mended === text ? begin : Buffer.concat([Buffer.from(mended, 'latin1'), begin.subarray(end)]);
}
