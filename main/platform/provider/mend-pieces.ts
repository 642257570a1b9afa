/** Mends a body in pieces (RFC 9112, section 7.1) that undici would refuse: servers put blanks behind the size of a piece, or end its line with LF. */

const lf = 0x0a;
const sizeLine = /^[\t ]*([\da-f]{1,12})[\t ]*(?:;.*)?$/i;
/** Characters of a line; a longer one is none. */
const maxLine = 4096;

/** Returns a function that takes the bytes of the body as they come; it returns the same bytes when nothing is to be mended. */
export function createPieceMender(): (bytes: Buffer) => Buffer {
  /** Bytes of the piece that are still to come. */
  let left = 0;
  /** What of a line has come; its kind, and null behind the last size and after a line that is none: the rest stays as it is. */
  let line = '';
  let kind: 'size' | 'end-of-piece' | null = 'size';

  /** Takes a whole line without its LF, and returns what is to be in its place. */
  function mended(text: string): string {
    const plain = text.replace(/\r$/, '');
    if (kind === 'end-of-piece' && plain === '') {
      kind = 'size';
      return '\r\n';
    }
    const size = kind === 'size' ? sizeLine.exec(plain)?.[1] : undefined;
    left = Number.parseInt(size ?? '0', 16);
    kind = left > 0 ? 'end-of-piece' : null;
    return size === undefined ? `${text}\n` : `${size}\r\n`;
  }

  return (bytes) => {
    if (kind === null) return bytes;
    const parts: Buffer[] = [];
    let at = 0;
    /** Whether the parts so far are the bytes so far: few bodies need a copy. */
    let isSame = line === '';
    while (at < bytes.length) {
      const end = kind === null ? bytes.length : Math.min(at + left, bytes.length);
      if (end > at) {
        parts.push(bytes.subarray(at, end));
        left -= kind === null ? 0 : end - at;
        at = end;
        continue;
      }
      const feed = bytes.indexOf(lf, at);
      line += bytes.toString('latin1', at, feed === -1 ? bytes.length : feed);
      at = feed === -1 ? bytes.length : feed + 1;
      if (feed === -1 && line.length <= maxLine) continue;
      if (feed === -1) kind = null;
      const text = feed === -1 ? line : mended(line);
      isSame &&= feed === -1 || text === `${line}\n`;
      parts.push(Buffer.from(text, 'latin1'));
      line = '';
    }
    return isSame && line === '' ? bytes : Buffer.concat(parts);
  };
}
