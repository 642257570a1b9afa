/**
 * The bytes of an open document, streamed from disk, whole or by range. Only documents of the list have an
 * address, and it is their id: the page never learns a path.
 */
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { OpenDocument } from '../documents/document-list.ts';
import { byteAnswer } from './byte-answer.ts';

/** Answers one request for an open document; 410 when the file is gone or is no longer the size it was opened with. */
export async function answerDocument({ document, path }: OpenDocument, request: Request): Promise<Response> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return new Response(null, { status: 410 });
  let streaming = false;
  try {
    const { size } = await file.stat();
    if (size !== document.size) return new Response(null, { status: 410 });

    const { status, headers, range } = byteAnswer(request, size);
    if (status === 416) return new Response(null, { status, headers });
    headers.set('Content-Type', 'application/pdf');
    if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });

    streaming = true;
    const stream = file.createReadStream(range);
    return new Response(Readable.toWeb(stream, { type: 'bytes' }) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
  } finally {
    // A stream closes its file itself, also when the page stops reading early.
    if (!streaming) await file.close();
  }
}
