/** The body of a documents response: a JSON array of base64 strings, generated while it is sent. Pure. */
import { encodeBase64 } from '../../../platform/json/base64-stream.ts';
import { DamagedFile } from '../../../platform/keychain/encrypted-stream.ts';

/** `size` in bytes; `read` gives the content in order, and is called once. */
export type BodyDocument = { size: number; read(): AsyncIterable<Uint8Array> };

/** Characters of base64 with padding (RFC 4648, section 4). */
const encodedSize = (size: number): number => 4 * Math.ceil(size / 3);

/** Bytes of the whole body. */
export const bodySize = (sizes: readonly number[]): number =>
  2 + Math.max(0, sizes.length - 1) + sizes.reduce((sum, size) => sum + 2 + encodedSize(size), 0);

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

/** @throws DamagedFile for content with a different size than stated, and errors of reading */
export async function* jsonBody(documents: readonly BodyDocument[]): AsyncGenerator<Buffer> {
  yield ascii('[');
  for (const [at, { size, read }] of documents.entries()) {
    yield ascii(at === 0 ? '"' : ',"');
    yield* encodeBase64(ofSize(read(), size));
    yield ascii('"');
  }
  yield ascii(']');
}

/** The Content-Length is sent before: the content must have exactly `size` bytes. */
async function* ofSize(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const piece of content) {
    seen += piece.byteLength;
    if (seen > size) break;
    yield piece;
  }
  if (seen !== size) throw new DamagedFile('published');
}
