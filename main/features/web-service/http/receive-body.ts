/** Receives request bodies: admits them into memory by their size, reads them at a minimum pace, and decompresses them. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MIMEType, promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { freeMemory } from '../../../platform/files/free-memory.ts';
import { isCharset, statedCharset } from '../../../platform/json/body-encoding.ts';
import type { AdmissionLimits, Limits } from './limits.ts';
import { busy, Refusal } from './refusal.ts';

type Place = {
  /** Resolves once the body may be read. @throws Refusal 503 when it waited too long, or too many wait */
  admitted: Promise<void>;
  /** Releases the place, also while it waits. Safe to repeat. */
  leave(): void;
};

type Waiting = { size: number; admit(): void; refuse(): void };

export function createAdmission(limits: AdmissionLimits): (bytes: number) => Place {
  const waiting = new Set<Waiting>();
  let reserved = 0;

  const fits = (size: number): boolean => reserved + size <= limits.bytes;
  function admitNext(): void {
    for (const one of waiting) {
      // In order of arrival, so that a large body is not starved.
      if (!fits(one.size)) return;
      one.admit();
    }
  }

  return (bytes) => {
    // A body larger than the limit is admitted alone.
    const size = Math.min(bytes, limits.bytes);
    let isReserved = false;
    const reserve = (): void => {
      reserved += size;
      isReserved = true;
    };
    const leave = (): void => {
      if (!isReserved) return;
      isReserved = false;
      reserved -= size;
      admitNext();
    };
    if (waiting.size === 0 && fits(size)) {
      reserve();
      return { admitted: Promise.resolve(), leave };
    }
    if (waiting.size >= limits.calls) return { admitted: Promise.reject(busy('too many bodies at once')), leave };
    const { promise: admitted, resolve, reject } = Promise.withResolvers<void>();
    const end = (): void => {
      clearTimeout(timer);
      waiting.delete(mine);
    };
    const mine: Waiting = {
      size,
      admit() {
        end();
        reserve();
        resolve();
      },
      refuse() {
        end();
        reject(busy('too many bodies at once'));
        admitNext();
      },
    };
    const timer = setTimeout(mine.refuse, limits.time);
    waiting.add(mine);
    return { admitted, leave: () => (waiting.has(mine) ? mine.refuse() : leave()) };
  };
}

/**
 * A body that breaks off or stops before its stated length is whole when it is JSON: senders count its characters, or what it was before
 * its compression.
 * @throws Refusal 413 for more than `maxBytes`, 408 for any other body that breaks off or comes too slowly: it is not stored
 */
export function readBody(request: IncomingMessage, maxBytes: number, pace: Limits['pace']): Promise<Buffer> {
  const tooLarge = () => new Refusal(413, 'the body is too large');
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBytes) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let length = 0;
    const stopPace = keepPace(
      pace,
      () => length,
      () => endEarly('the body comes too slowly'),
    );
    const end = (then: () => void): void => {
      stopPace();
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      then();
    };
    const endEarly = (why: string): void =>
      end(async () => {
        const body = joined(chunks, length);
        if (await isWhole(body, request.headers['content-encoding'], maxBytes)) resolve(body);
        else reject(new Refusal(408, why));
      });
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) end(() => reject(tooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = (): void => end(() => resolve(joined(chunks, length)));
    const onClose = (): void => endEarly('the body broke off');
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    request.once(halfClosed, () => {
      onClose();
      // Else Node ends the connection, without the answer, when the request is destroyed.
      request.complete = true;
      request.push(null);
      request.resume();
    });
  });
}

/** The event of a request whose caller ended its side of the connection within the body. */
export const halfClosed = 'half-closed';

async function isWhole(body: Buffer, contentEncoding: string | undefined, maxBytes: number): Promise<boolean> {
  try {
    return typeof JSON.parse(new TextDecoder().decode(await decompressBody(body, contentEncoding, maxBytes))) === 'object';
  } catch {
    return false;
  }
}

/** Frees the chunks, unless one is the whole body. */
function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [first, ...more] = chunks;
  if (first !== undefined && more.length === 0) return first;
  const whole = Buffer.concat(chunks, length);
  chunks.forEach(freeMemory);
  return whole;
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the rest and discards it: a connection that is closed with unread bytes is reset, and the answer may be lost with
 * it. Resolves with true when all of it came.
 */
export function discardBody(request: IncomingMessage, { bytes, time }: Limits['unwanted']): Promise<boolean> {
  if (request.readableEnded) return Promise.resolve(true);
  if (request.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    let left = bytes;
    const timer = setTimeout(() => end(false), time);
    const end = (all: boolean): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      if (!all) request.pause();
      resolve(all);
    };
    const onData = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) end(false);
    };
    const onEnd = (): void => end(true);
    const onClose = (): void => end(false);
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose).resume();
  });
}

/** Calls `tooSlow` once when `count` grows too little within one period. Returns a function that stops the check. */
export function keepPace({ bytes, every }: Limits['pace'], count: () => number, tooSlow: () => void): () => void {
  let before = count();
  const timer = setInterval(() => {
    const now = count();
    if (now - before >= bytes) {
      before = now;
      return;
    }
    clearInterval(timer);
    tooSlow();
  }, every);
  return () => clearInterval(timer);
}

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

/** What is stated for no compression: its names, those of mail, and in place of `charset` the name of one, such as `UTF-8`. */
const isNoCompression = (coding: string): boolean =>
  ['', 'identity', 'none', '7bit', '8bit', 'binary'].includes(coding) || isCharset(coding);

const compressionsOf = (contentEncoding = ''): string[] =>
  contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !isNoCompression(coding));

/** @param maxBytes of the decompressed body @throws CodingFault; `unknown` also for a body that is compressed more than once */
export async function decompressBody(body: Buffer, contentEncoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const [coding, ...more] = compressionsOf(contentEncoding);
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

export const formType = 'application/x-www-form-urlencoded';

/** Requires a form without compression, in UTF-8, ISO-8859-1 or windows-1252. @throws Refusal 415 */
export function requireForm(headers: IncomingHttpHeaders): void {
  const type = parse(headers['content-type']);
  const charset = (type?.params.get('charset') ?? '').trim().toLowerCase();
  if (type?.essence !== formType || !(isUtf8Name(charset) || statedCharset(headers['content-type']) === 'windows-1252'))
    throw new Refusal(415, `the content type must be ${formType}`);
  if (compressionsOf(headers['content-encoding']).length > 0) throw new Refusal(415, 'the body must not be compressed');
}

const isUtf8Name = (charset: string): boolean => ['', 'utf-8', 'utf8'].includes(charset);

function parse(text: string | undefined): MIMEType | null {
  try {
    return new MIMEType(text ?? '');
  } catch {
    return null; // no media type
  }
}
