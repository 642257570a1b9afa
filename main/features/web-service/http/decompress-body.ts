/** Decompresses bodies (`Content-Encoding`) up to a limit, so that no small body becomes a large one. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const zlib: Decompress = promisify(inflate);
const raw: Decompress = promisify(inflateRaw);
const gzip: Decompress = promisify(gunzip);

/** Accepts `deflate` without its zlib header: many senders omit it, against RFC 9110 (section 8.4.1.2). */
const deflate: Decompress = (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? zlib : raw)(body, options);

const decompressors = new Map<string, Decompress>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', promisify(brotliDecompress)],
]);

/** For the header `Accept-Encoding`. */
export const readCodings = 'gzip, deflate, br';

/** Why a body cannot be decompressed. */
export class CodingFault extends Error {
  readonly kind: 'unknown' | 'broken' | 'too-large';

  constructor(kind: CodingFault['kind']) {
    super(`coding: ${kind}`);
    this.kind = kind;
  }
}

/** @param maxBytes of the decompressed body @throws CodingFault; `unknown` also for a body that is compressed more than once */
export async function decompressBody(body: Buffer, contentEncoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const codings = (contentEncoding ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  const [coding, ...more] = codings.filter((one) => one !== '' && one !== 'identity');
  if (coding === undefined) return body;
  const decompress = more.length === 0 ? decompressors.get(coding) : undefined;
  if (!decompress) throw new CodingFault('unknown');
  try {
    return await decompress(body, { maxOutputLength: maxBytes });
  } catch (thrown) {
    const isTooLarge = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE';
    throw new CodingFault(isTooLarge ? 'too-large' : 'broken');
  }
}
