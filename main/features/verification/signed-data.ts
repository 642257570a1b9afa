/**
 * Separates the certificates and the revocation lists of a CMS signature from its other members (RFC 5652, 5.1) without decoding them:
 * decoding takes longer than all else in a check, and documents of a batch have the same certificates, which are remembered by their bytes.
 */

export type SplitSignedData = {
  /** The same ContentInfo without certificates and lists. */
  rest: Buffer;
  /** DER of each certificate, and of each revocation list. */
  certificates: Buffer[];
  lists: Buffer[];
};

/** One value of BER: `content` to `contentEnd` are its content, `start` to `end` all of it. */
type Value = { tag: number; start: number; content: number; contentEnd: number; end: number };

const sequence = 0x30;
const [context0, context1] = [0xa0, 0xa1];
/** Deeper values are made to exhaust a reader. */
const maxDepth = 32;

/** @param bytes a ContentInfo; bytes after it are ignored. @throws Error when it is no ContentInfo with SignedData */
export function splitSignedData(bytes: Buffer): SplitSignedData {
  const info = valueAt(bytes, 0, 0);
  const [contentType, wrapped, ...more] = valuesIn(bytes, info);
  if (info.tag !== sequence || contentType === undefined || wrapped?.tag !== context0 || more.length > 0) throw new Error('no ContentInfo');
  const [signedData, ...others] = valuesIn(bytes, wrapped);
  if (signedData?.tag !== sequence || others.length > 0) throw new Error('no SignedData');
  const members = valuesIn(bytes, signedData);
  const certificates = members.find(({ tag }) => tag === context0);
  const lists = members.find(({ tag }) => tag === context1);
  const raw = ({ start, end }: Value) => bytes.subarray(start, end);
  const sequencesIn = (set: Value | undefined) =>
    set === undefined
      ? []
      : valuesIn(bytes, set)
          .filter(({ tag }) => tag === sequence)
          .map(raw);
  const left = members.filter((member) => member !== certificates && member !== lists).map(raw);
  return {
    rest: encoded(sequence, [raw(contentType), encoded(context0, [encoded(sequence, left)])]),
    certificates: sequencesIn(certificates),
    lists: sequencesIn(lists),
  };
}

/** @throws Error for a value that does not end within the bytes, or is too deep */
function valueAt(bytes: Buffer, start: number, depth: number): Value {
  if (depth > maxDepth) throw new Error('too deep');
  const tag = byteAt(bytes, start);
  let at = start + 1;
  if ((tag & 0x1f) === 0x1f) while (byteAt(bytes, at++) >= 0x80);
  const first = byteAt(bytes, at);
  at += 1;
  if (first === 0x80) {
    const content = at;
    while (byteAt(bytes, at) !== 0 || byteAt(bytes, at + 1) !== 0) at = valueAt(bytes, at, depth + 1).end;
    return { tag, start, content, contentEnd: at, end: at + 2 };
  }
  const size = first < 0x80 ? 0 : first - 0x80;
  // Six bytes are the most that a number of JavaScript can have.
  if (size > 6 || at + size > bytes.length) throw new Error('no length');
  const content = at + size;
  const end = content + (size === 0 ? first : bytes.readUIntBE(at, size));
  if (end > bytes.length) throw new Error('longer than the bytes');
  return { tag, start, content, contentEnd: end, end };
}

function valuesIn(bytes: Buffer, { content, contentEnd }: Value): Value[] {
  const within = bytes.subarray(0, contentEnd);
  const values: Value[] = [];
  for (let at = content; at < contentEnd; at = values.at(-1)?.end ?? contentEnd) values.push(valueAt(within, at, 0));
  return values;
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Error('longer than the bytes');
  return byte;
}

/** Encodes a value with a definite length. */
function encoded(tag: number, parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, { length }) => sum + length, 0);
  const size = length < 0x80 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8);
  const head = Buffer.alloc(2 + size);
  head[0] = tag;
  head[1] = size === 0 ? length : 0x80 + size;
  if (size > 0) head.writeUIntBE(length, 2, size);
  return Buffer.concat([head, ...parts]);
}
