/**
 * Streams the bytes of an open document from disk, whole or by range. Only documents of the list have an address, which is
 * their id: the page never gets a path.
 */

import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { acceptsPieces, type Piece, parsePieces, pieceLength } from '../../../shared/domain/pieces.ts';
import type { ShownDocument, ViewerPatch } from '../../features/documents/documents.ts';
import { byteAnswer } from './byte-answer.ts';

/** Answers one request for an open document; 410 when the file is missing or has another size than when it was opened. */
export async function answerDocument({ path, size: openedSize, patches }: ShownDocument, request: Request): Promise<Response> {
  // A named pipe that took its place: opening it waits for its other end.
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const file = isFile ? await open(path, 'r').catch(() => null) : null;
  if (file === null) return new Response(null, { status: 410 });
  let streaming = false;
  try {
    const { size } = await file.stat();
    if (size !== openedSize) return new Response(null, { status: 410 });

    const appended = patches.filter(({ at }) => at >= size);
    const whole = size + appended.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const pieces = parsePieces(request.headers.get('range'), whole);
    if (pieces === 'unsatisfiable') return new Response(null, { status: 416 });
    if (pieces !== null) return await answerPieces(file, pieces, { size, patches });
    const { status, headers, range } = byteAnswer(request, whole);
    if (status === 416) return new Response(null, { status, headers });
    headers.set('Content-Type', 'application/pdf');
    headers.set('Accept-Ranges', acceptsPieces);
    if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });

    streaming = true;
    const { start, end } = insideFile(range, size);
    const stream = file.createReadStream({ start, end });
    const shown = patches.length === 0 ? stream : Readable.from(patched(stream, range, size, patches)).on('close', () => stream.destroy());
    return new Response(Readable.toWeb(shown, { type: 'bytes' }) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
  } finally {
    // A stream closes its file itself, also when the page stops reading early.
    if (!streaming) await file.close();
  }
}

/** Node cannot read an empty range: for one behind the file's end its last byte is read and left out. */
const insideFile = ({ start, end }: Piece, size: number): Piece => ({ start: Math.min(start, size - 1), end: Math.min(end, size - 1) });

async function answerPieces(file: FileHandle, pieces: readonly Piece[], { size, patches }: Omit<ShownDocument, 'path'>): Promise<Response> {
  const parts: Uint8Array[] = [];
  for (const piece of pieces) {
    const inside = insideFile(piece, size);
    const bytes = Buffer.alloc(pieceLength(inside));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, inside.start);
    if (bytesRead < bytes.length) return new Response(null, { status: 410 });
    if (patches.length === 0) parts.push(bytes);
    else for await (const part of patched(Readable.from([bytes]), piece, size, patches)) parts.push(part);
  }
  const whole = Buffer.concat(parts);
  return new Response(whole, { status: 206, headers: { 'Content-Type': 'application/pdf', 'Content-Length': String(whole.length) } });
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
