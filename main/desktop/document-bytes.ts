/**
 * Streams the bytes of an open document from disk, whole or by range. Only documents of the list have an address, which is
 * their id: the page never gets a path.
 */

import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ShownDocument, ViewerPatch } from '../features/documents/documents.ts';
import { byteAnswer } from './byte-answer.ts';

/** Answers one request for an open document; 410 when the file is missing or has another size than when it was opened. */
export async function answerDocument({ path, size: openedSize, patches }: ShownDocument, request: Request): Promise<Response> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return new Response(null, { status: 410 });
  let streaming = false;
  try {
    const { size } = await file.stat();
    if (size !== openedSize) return new Response(null, { status: 410 });

    const appended = patches.filter(({ at }) => at >= size);
    const whole = size + appended.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const { status, headers, range } = byteAnswer(request, whole);
    if (status === 416) return new Response(null, { status, headers });
    headers.set('Content-Type', 'application/pdf');
    if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });

    streaming = true;
    // Node cannot read an empty range: for one behind the file's end its last byte is read and left out.
    const stream = file.createReadStream({ start: Math.min(range.start, size - 1), end: Math.min(range.end, size - 1) });
    const shown = patches.length === 0 ? stream : Readable.from(patched(stream, range, size, patches));
    return new Response(Readable.toWeb(shown, { type: 'bytes' }) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
  } finally {
    // A stream closes its file itself, also when the page stops reading early.
    if (!streaming) await file.close();
  }
}

/** Answers one request for a file that is in memory. */
export function answerBytes(bytes: Uint8Array, request: Request): Response {
  const { status, headers, range } = byteAnswer(request, bytes.length);
  if (status === 416) return new Response(null, { status, headers });
  headers.set('Content-Type', 'application/pdf');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  return new Response(new Uint8Array(bytes.subarray(range.start, range.end + 1)), { status, headers });
}

/** Yields the bytes of the range, patched. Each part has its own memory, which the response takes over. */
async function* patched(
  stream: AsyncIterable<Buffer>,
  range: { start: number; end: number },
  size: number,
  patches: readonly ViewerPatch[],
): AsyncGenerator<Uint8Array> {
  let at = Math.min(range.start, size - 1);
  for await (const chunk of stream) {
    for (const patch of patches) if (patch.at < size) chunk.set(...overlapOf(patch, at, chunk.length));
    const from = Math.max(range.start - at, 0);
    at += chunk.length;
    if (from < chunk.length) yield new Uint8Array(chunk.subarray(from));
  }
  const appended = Buffer.concat(patches.filter(({ at: where }) => where >= size).map(({ bytes }) => bytes));
  const rest = appended.subarray(Math.max(range.start - size, 0), Math.max(range.end + 1 - size, 0));
  if (rest.length > 0) yield new Uint8Array(rest);
}

/** Returns the part of a patch in a chunk that begins at `at`, and its place there. */
function overlapOf(patch: ViewerPatch, at: number, length: number): [Uint8Array, number] {
  const part = patch.bytes.subarray(Math.max(at - patch.at, 0), Math.max(at + length - patch.at, 0));
  return [part, part.length === 0 ? 0 : Math.max(patch.at - at, 0)];
}
