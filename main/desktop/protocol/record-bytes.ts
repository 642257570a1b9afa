/**
 * Streams a record's picture, video or document from its encrypted file, whole or by range. A kind that the page does not show is sent
 * as an attachment, so that it is never run or drawn as another kind.
 */
import { shownMediaTypes } from '../../../shared/domain/records/shown-media.ts';
import { byteAnswer } from './byte-answer.ts';

/** `size` in bytes; `mime` by the first bytes, null for another kind; both ends of a range are included. */
export type RecordContent = { size: number; mime: string | null; range(start: number, end: number): AsyncIterable<Uint8Array> };

/**
 * Answers 410 when the beginning cannot be opened; damage after it breaks off the answer. A video is sent to the end of the requested range:
 * outside http, Chromium takes the length of an answer for the rest of the file, whatever `Content-Range` says.
 */
export async function answerRecordFile({ size, mime, range: read }: RecordContent, request: Request): Promise<Response> {
  const { status, headers, range } = byteAnswer(request, size);
  if (status === 416) return new Response(null, { status, headers });
  if (shownMediaTypes.has(mime)) headers.set('Content-Type', mime ?? '');
  else {
    headers.set('Content-Type', 'application/octet-stream');
    headers.set('Content-Disposition', 'attachment');
  }
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const pieces = read(range.start, range.end)[Symbol.asyncIterator]();
  try {
    return new Response(streamOf(await pieces.next(), pieces), { status, headers });
  } catch {
    return new Response(null, { status: 410 }); // missing or damaged: the record says which
  }
}

/** Reads one piece at a time, at the page's pace; closes the file when the page stops reading. */
function streamOf(first: IteratorResult<Uint8Array, unknown>, pieces: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next: IteratorResult<Uint8Array, unknown> | null = first;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = next ?? (await pieces.next());
        next = null;
        if (done) controller.close();
        else controller.enqueue(Uint8Array.from(value));
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
