/** Turns the bytes of an answer into UTF-8, whatever its character encoding, while they arrive. */
import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';

export type Utf8Reader = {
  /** Yields valid UTF-8. Errors of `chunks` pass through. */
  decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Whether some bytes were of no known encoding, so that their characters are a guess. */
  isUncertain(): boolean;
};

/**
 * UTF-16 is recognised by its first two bytes, since JSON begins with ASCII: `charset=utf-16` leaves the order of the bytes open.
 * Bytes that are UTF-8 stay as they are, also against the stated charset. From the first that are not, the stated charset counts; without a
 * known one, each such byte is read as windows-1252, which has a character for every byte, so that none is lost.
 * @param contentType of the answer; undefined without one
 */
export function createUtf8Reader(contentType: string | undefined): Utf8Reader {
  const charset = statedCharset(contentType);
  let uncertain = false;
  let hasBegun = false;
  let stated: TextDecoder | null = null;
  let rest: Uint8Array = Buffer.alloc(0);

  const decodeStated = (decoder: TextDecoder, bytes: Uint8Array, isEnd: boolean): Uint8Array => {
    const text = decoder.decode(bytes, { stream: !isEnd });
    uncertain ||= text.includes('\ufffd');
    return Buffer.from(text);
  };
  const decodePiece = (chunk: Uint8Array, isEnd: boolean): Uint8Array => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    rest = Buffer.alloc(0);
    if (!hasBegun && bytes.length < 2 && !isEnd) {
      rest = Buffer.from(bytes);
      return Buffer.alloc(0);
    }
    if (!hasBegun) stated = utf16Decoder(bytes);
    hasBegun = true;
    if (stated) return decodeStated(stated, bytes, isEnd);
    const end = isEnd ? bytes.length : wholeEnd(bytes);
    const whole = bytes.subarray(0, end);
    rest = Buffer.from(bytes.subarray(end));
    if (isUtf8(whole)) return whole;
    if (charset === null) {
      uncertain = true;
      return repaired(whole);
    }
    rest = Buffer.alloc(0);
    stated = new TextDecoder(charset);
    return decodeStated(stated, bytes, isEnd);
  };

  return {
    async *decode(chunks) {
      for await (const chunk of chunks) yield* nonEmpty(decodePiece(chunk, false));
      yield* nonEmpty(decodePiece(Buffer.alloc(0), true));
    },
    isUncertain: () => uncertain,
  };
}

const nonEmpty = (bytes: Uint8Array): Uint8Array[] => (bytes.length > 0 ? [bytes] : []);

/** By the byte order mark, or the zero byte of a sign of ASCII; null for other text. */
function utf16Decoder([first, second]: Uint8Array): TextDecoder | null {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return new TextDecoder('utf-16be');
  return (first === 0xff && second === 0xfe) || (first !== 0 && second === 0) ? new TextDecoder('utf-16le') : null;
}

/** The encoding's own name, such as `windows-1252` for `iso-8859-1`; null for none, an unknown one, UTF-8, and UTF-16 (see above). */
function statedCharset(contentType: string | undefined): string | null {
  try {
    const { encoding } = new TextDecoder(new MIMEType(contentType ?? '').params.get('charset')?.trim() ?? '');
    return encoding.startsWith('utf-') ? null : encoding;
  } catch {
    return null;
  }
}

/** Bytes of the character that begins with this one; 1 for what begins none. */
const lengthAt = (byte: number): number => (byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? (byte < 0xf0 ? 3 : 1) : byte >= 0xc2 ? 2 : 1);

/** Returns the index at which a character begins whose last bytes have not come yet; the length without one. */
function wholeEnd(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at--) {
    const byte = bytes[at] ?? 0;
    if ((byte & 0xc0) !== 0x80) return at + lengthAt(byte) > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

const windows1252 = new TextDecoder('windows-1252');

function repaired(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let valid = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes[at] ?? 0);
    if (isUtf8(bytes.subarray(at, at + length))) {
      at += length;
      continue;
    }
    pieces.push(bytes.subarray(valid, at), Buffer.from(windows1252.decode(bytes.subarray(at, at + 1))));
    at++;
    valid = at;
  }
  return Buffer.concat([...pieces, bytes.subarray(valid)]);
}
