/** Mends the head of an answer that undici would refuse, and its body with it: no header that the station reads is worth a document. */

/** The lines that HTTP allows (RFC 9110, section 5): a token, a colon, and a text without control characters. */
const header = /^[!#$%&'*+.^_`|~\dA-Za-z-]+:[\t -~\x80-\xff]*$/;
const folded = /\r?\n[ \t]+/g;
const lastLineEnds = /\r?\n\r?\n$/;
const isLength = /^content-length:/i;
const isGoodLength = /^[^:]+:[ \t]*\d{1,15}[ \t]*$/;
const isChunked = /^transfer-encoding:.*\bchunked[ \t]*$/i;
const isIdentity = /^transfer-encoding:[ \t]*identity[ \t]*$/i;

/** Returns the index behind the empty line that ends a head; 0 when it does not end within these bytes. A line may end with LF alone. */
export function endOfHead(begin: Buffer): number {
  const ends = ['\n\r\n', '\n\n'].flatMap((end) => (begin.includes(end) ? [begin.indexOf(end) + end.length] : []));
  return ends.length === 0 ? 0 : Math.min(...ends);
}

/**
 * Joins folded header lines (RFC 9112, section 5.2), and drops malformed ones and lengths that contradict each other or the form of the body
 * (section 6.3): without a length, it ends with the connection. Returns the same bytes when all are good, and when the head does not end
 * within them.
 * @param begin the first bytes of an answer
 */
export function mendHead(begin: Buffer): Buffer {
  const end = endOfHead(begin);
  if (end === 0 || begin.indexOf('HTTP/1.') !== 0) return begin;
  const text = begin.toString('latin1', 0, end);
  const [status = '', ...received] = text.replace(lastLineEnds, '').replace(folded, ' ').split(/\r?\n/);
  const lines = received.filter((line) => header.test(line) && !isIdentity.test(line) && (!isLength.test(line) || isGoodLength.test(line)));
  const lengths = new Set(lines.filter((line) => isLength.test(line)).map((line) => Number(line.slice(line.indexOf(':') + 1))));
  const isCertain = lengths.size === 1 && !lines.some((line) => isChunked.test(line));
  const certain = isCertain ? lines.findIndex((line) => isLength.test(line)) : -1;
  const good = lines.filter((line, at) => !isLength.test(line) || at === certain);
  const mended = `${[status, ...good].join('\r\n')}\r\n\r\n`;
  return mended === text ? begin : Buffer.concat([Buffer.from(mended, 'latin1'), begin.subarray(end)]);
}
