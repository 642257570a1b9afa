/**
 * The form in which the hub stores a pushed body: a text of base64 is in it as the bytes that it encodes, a quarter less to encrypt and
 * store. Unpacked, it is the body as received, byte for byte.
 *
 * It begins with the number of these texts. Two lengths for each follow: of the body's bytes before the text, and of the bytes that the text
 * encodes. All these numbers are of the form UInt32BE. The bytes follow, text by text, and then the body's last bytes.
 */
import type { PushBody } from '../main/features/records/records.ts';
import { encodeBase64 } from '../main/platform/json/base64-stream.ts';
import { DamagedFile } from '../main/platform/keychain/encrypted-stream.ts';

type LongTexts = PushBody['json']['longTexts'];
type DecodedText = LongTexts[number] & { bytes: Buffer };

/** @param longTexts of the body. @returns parts that share the memory of both */
export function packBody(body: Buffer, longTexts: LongTexts): Buffer[] {
  const texts = longTexts.filter(
    (one): one is DecodedText => one.bytes !== null && isUsualBase64(body.subarray(one.start + 1, one.end - 1), one.bytes),
  );
  const head = Buffer.allocUnsafe(4 + 8 * texts.length);
  const parts: Buffer[] = [head];
  let from = 0;
  let at = head.writeUInt32BE(texts.length);
  for (const { start, end, bytes } of texts) {
    // Its quotes are not part of the text.
    const before = body.subarray(from, start + 1);
    at = head.writeUInt32BE(before.length, at);
    at = head.writeUInt32BE(bytes.length, at);
    parts.push(before, bytes);
    from = end - 1;
  }
  return [...parts, body.subarray(from)];
}

/** Whether encoding the bytes gives the text again: in the standard alphabet, padded, without bits that stand for nothing. */
function isUsualBase64(text: Buffer, bytes: Buffer): boolean {
  const lastGroup = bytes.toString('base64', bytes.length - (bytes.length % 3 || 3));
  return text.toString('latin1', text.length - 4) === lastGroup && !text.includes('-') && !text.includes('_');
}

/** Yields the body. @throws DamagedFile, also while reading, and the errors of `packed` */
export async function* unpackBody(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const bytes = createTaker(packed);
  try {
    const count = (await bytes.whole(4)).readUInt32BE();
    const lengths = await bytes.whole(8 * count);
    for (let at = 0; at < lengths.length; at += 8) {
      yield* bytes.take(lengths.readUInt32BE(at));
      yield* encodeBase64(bytes.take(lengths.readUInt32BE(at + 4)));
    }
    yield* bytes.rest();
  } finally {
    await packed.return(undefined);
  }
}

function createTaker(source: AsyncGenerator<Buffer>) {
  let current: Buffer = Buffer.alloc(0);
  async function* take(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0; ) {
      if (current.length === 0) {
        const next = await source.next();
        if (next.done) throw new DamagedFile();
        current = next.value;
      }
      const piece = current.subarray(0, missing);
      current = current.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
  return {
    take,
    whole: async (length: number): Promise<Buffer> => Buffer.concat(await Array.fromAsync(take(length))),
    async *rest(): AsyncGenerator<Buffer> {
      yield current;
      yield* source;
    },
  };
}
