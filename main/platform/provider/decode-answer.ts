/**
 * Decodes an answer that was compressed, which a provider or a proxy may do unasked (RFC 9110, 8.4 and 12.5.3). The first bytes decide, as
 * far as they can: servers leave the header out, or leave it when they have decoded the body.
 */
import { finished, pipeline, Readable, type Transform } from 'node:stream';
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
  const codings = (contentEncoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  let source = body;
  const decoded = new Readable({
    read: () => void source.resume(),
    // Whoever reads gets the error, and whoever stops reading ends the answer.
    destroy(error, done) {
      body.destroy();
      done(error);
    },
  });
  // The body may break while no one reads it.
  decoded.on('error', () => undefined);
  feed(maxCodings);
  return decoded;

  /** Hands out the bytes of the source, or those of its decoder. */
  function feed(left: number): void {
    const from = source;
    let head: Buffer | null = Buffer.alloc(0);
    const stop = finished(from, (error) => {
      if (head !== null && head.length > 0) decoded.push(head);
      if (error) decoded.destroy(error);
      else decoded.push(null);
    });
    from.on('data', take);

    function take(chunk: Buffer): void {
      const bytes = head === null || head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head !== null && bytes.length < minHead) {
        head = bytes;
        return;
      }
      const decoder = head === null || left === 0 ? null : decoderOf(bytes, codings.pop());
      head = null;
      if (decoder === null) {
        if (!decoded.push(bytes)) from.pause();
        return;
      }
      stop();
      from.off('data', take);
      from.pause();
      from.unshift(bytes);
      source = pipeline(from, decoder, () => undefined);
      feed(left - 1);
    }
  }
}

function decoderOf(head: Buffer, coding: string | undefined): Transform | null {
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
