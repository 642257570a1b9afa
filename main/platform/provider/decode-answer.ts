/**
 * Decodes an answer that was compressed, which a provider or a proxy may do unasked (RFC 9110, 8.4 and 12.5.3). The first bytes decide, as
 * far as they can: servers leave the header out, or leave it when they have decoded the body.
 */
import { finished, PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';

/** Bytes that decide, and the number of codings that a body may have. */
const [minHead, maxCodings] = [4, 3];
/** Bytes that are looked at for whether they are text. */
const maxText = 512;

/**
 * Returns the decoded body at once, before a byte of it is there: a stream of events may have none for a long time. It fails when the body
 * is cut off or not in its coding, and has the bytes of the body when that is not compressed, or in a way that the station does not know.
 */
export function decodeAnswer(body: Readable, contentEncoding: string | undefined): Readable {
  const decoded = new PassThrough();
  // Whoever reads gets the error, and whoever stops reading ends the answer.
  decoded.once('close', () => body.destroy());
  void throughDecoders(body, contentEncoding).then((whole) =>
    decoded.destroyed ? whole.destroy() : pipeline(whole, decoded, () => undefined),
  );
  return decoded;
}

/** Never rejects. */
async function throughDecoders(body: Readable, contentEncoding: string | undefined): Promise<Readable> {
  const codings = (contentEncoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  let decoded = body;
  for (let count = 0; count < maxCodings; count += 1) {
    const { head, whole } = await peek(decoded);
    const decoder = decoderOf(head, codings.pop());
    if (decoder === null) return whole;
    decoded = pipeline(whole, decoder, () => undefined);
  }
  return decoded;
}

function decoderOf(head: Buffer, coding: string | undefined): Transform | null {
  if (head.length < minHead) return null;
  if (head.readUInt16BE() === 0x1f8b) return createGunzip();
  if (head.readUInt32BE() === 0x28b52ffd) return createZstdDecompress();
  // The header of zlib (RFC 1950, 2.2), with which no text begins.
  if (head[0] === 0x78 && head.readUInt16BE() % 31 === 0) return createInflate();
  if ((coding !== 'deflate' && coding !== 'br') || isText(head.subarray(0, maxText))) return null;
  return coding === 'br' ? createBrotliDecompress() : createInflateRaw();
}

/** Whether bytes are those of an answer in clear, and not of a coding that has no mark of its own. */
function isText(head: Buffer): boolean {
  try {
    return /^\s*[{[)"<][^\p{Cc}]*$/u.test(
      new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }).replaceAll(/[\t\r\n]/g, ' '),
    );
  } catch {
    return false;
  }
}

/** Returns the first bytes of a body, which are still part of `whole`; fewer only when it has no more. */
function peek(body: Readable): Promise<{ head: Buffer; whole: Readable }> {
  const { promise, resolve } = Promise.withResolvers<{ head: Buffer; whole: Readable }>();
  let head: Buffer = Buffer.alloc(0);
  // Nothing may be put back into a body that has ended.
  const stop = finished(body, (error) => settle(error ? body : Readable.from(head.length === 0 ? [] : [head])));
  body.on('readable', look);
  return promise;

  function look(): void {
    for (let chunk: Buffer | null = body.read(); chunk !== null; chunk = body.read()) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < minHead) continue;
      body.unshift(head);
      settle(body);
      return;
    }
  }
  function settle(whole: Readable): void {
    body.off('readable', look);
    stop();
    resolve({ head, whole });
  }
}
