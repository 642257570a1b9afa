/** Decodes an answer that was compressed, which a provider or a proxy may do unasked (RFC 9110, 8.4 and 12.5.3). */
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Returns the decoded body, which fails when it is cut off or not in its coding; the body itself when it is not compressed, or in a way
 * that the station does not know, or several times, as no honest server does.
 */
export function decodeAnswer(body: Readable, contentEncoding: string | undefined): Readable {
  const codings = (contentEncoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const [coding = '', ...more] = codings.filter((one) => one !== '' && one !== 'identity');
  const decoder = more.length === 0 ? decoders.get(coding)?.() : undefined;
  // Whoever reads gets the error.
  return decoder === undefined ? body : pipeline(body, decoder, () => undefined);
}
