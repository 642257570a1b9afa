/** Reads JSON that is in a text, and escapes that JSON does not have, while an answer arrives. */

/** A whole escape, one that may go on behind the text, or a backslash that begins none. */
const mayBeEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|(?:u[0-9a-fA-F]{0,3})?$|)/g;
const isWhole = (found: string): boolean => /^\\(?:["\\/bfnrt]|u.{4})$/.test(found);

/**
 * Yields the bytes with each backslash that begins no escape doubled, as in `C:\temp`: a text would end there otherwise, and what is behind
 * it would be lost.
 */
export async function* withoutBadEscapes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let partial = '';
  for await (const chunk of chunks) {
    if (partial === '' && !chunk.includes(0x5c)) {
      yield chunk;
      continue;
    }
    const text = partial + Buffer.from(chunk).toString('latin1');
    partial = '';
    const repaired = text.replaceAll(mayBeEscape, (found, at: number) => {
      if (isWhole(found)) return found;
      if (at + found.length < text.length) return `\\${found}`;
      partial = found;
      return '';
    });
    if (repaired !== '') yield Buffer.from(repaired, 'latin1');
  }
  if (partial !== '') yield Buffer.from(`\\${partial}`, 'latin1');
}

/** The begin of a text whose content is an object or a list, and one that may become that. */
const [quoted, mayBeQuoted] = [/^"(?:\s|\\[nrt])*[{[]/, /^"(?:\s|\\[nrt]?)*$/];
/** Bytes before the content that are looked through. */
const maxHead = 1024;

/** Yields the JSON that a text has for an answer that is a JSON text, such as `"{\"Uid\":…}"`, and any other answer unchanged. */
export async function* withoutQuotes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  let read: ((chunk: Uint8Array) => Uint8Array) | null = null;
  for await (const chunk of chunks) {
    if (read === null) head = Buffer.concat([head, chunk]);
    const begin = head.subarray(0, maxHead).toString('latin1');
    if (read === null && begin.length < maxHead && mayBeQuoted.test(begin)) continue;
    const isFirst = read === null;
    read ??= quoted.test(begin) ? createUnquoting() : (bytes) => bytes;
    yield read(isFirst ? head : chunk);
  }
  if (read === null) yield head;
}

const piece = /\\u([0-9a-fA-F]{4})|\\(?:u[0-9a-fA-F]{0,3})?$|\\([\s\S])|"/g;
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Returns a reader of the chunks of a JSON text, which returns its content, and what is behind its last quote. */
function createUnquoting(): (chunk: Uint8Array) => Uint8Array {
  const decoder = new TextDecoder();
  /** The part of an escape, or of a character in two escapes, that is not whole. */
  let [partial, half] = ['', ''];
  let place: 'before' | 'within' | 'behind' = 'before';
  return (chunk) => {
    if (place === 'behind') return chunk;
    const text = partial + decoder.decode(chunk, { stream: true });
    partial = '';
    let content = half;
    let from = place === 'before' ? 1 : 0;
    for (const { 0: found, 1: code, 2: sign = '', index } of text.matchAll(piece)) {
      if (index < from) continue;
      content += text.slice(from, index);
      from = index + found.length;
      if (found === '"') place = 'behind';
      else if (code !== undefined) content += String.fromCharCode(Number.parseInt(code, 16));
      else if (sign === '') partial = found;
      else content += controls[sign] ?? sign;
      if (place === 'behind') break;
    }
    if (place === 'before') place = 'within';
    content += text.slice(from);
    half = /[\ud800-\udbff]$/.exec(content)?.[0] ?? '';
    return Buffer.from(half === '' ? content : content.slice(0, -1));
  };
}
