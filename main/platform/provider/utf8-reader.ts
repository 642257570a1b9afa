/** Turns the bytes of an answer into UTF-8, whatever its character encoding, while they arrive. */
import { isUtf8 } from 'node:buffer';
import { lengthAt, repaired, statedCharset, utf16Of } from '../json/body-encoding.ts';

export type Utf8Reader = {
  /** Yields valid UTF-8. Errors of `chunks` pass through. */
  decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Whether some bytes were of no known encoding, so that their characters are a guess. */
  isUncertain(): boolean;
};

/**
 * UTF-16 is recognised by its first two bytes.
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
    const utf16 = hasBegun ? null : utf16Of(bytes);
    if (utf16 !== null) stated = new TextDecoder(utf16);
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

/** Returns the index at which a character begins whose last bytes have not come yet; the length without one. */
function wholeEnd(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at--) {
    const byte = bytes[at] ?? 0;
    if ((byte & 0xc0) !== 0x80) return at + lengthAt(byte) > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}
