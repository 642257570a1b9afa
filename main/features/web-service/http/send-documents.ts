/** Sends an array of documents while they are read (design, section 2.8), at the caller's pace but not below a minimum. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { PublishedAnswer } from '../publishing/answers.ts';
import type { Call } from './call.ts';
import type { Limits } from './limits.ts';
import { keepPace } from './pace.ts';

export function sendDocuments(reply: FastifyReply, answer: PublishedAnswer, call: Call, { pace }: Limits): FastifyReply {
  const { raw } = reply;
  const { socket } = raw;
  // At any end of the call: the last byte, a disconnected caller, an unreadable document.
  call.atEnd((complete) => answer.finished(complete && raw.statusCode === 200));
  const stop = keepPace(
    pace,
    () => socket?.bytesWritten ?? 0,
    () => raw.destroy(),
  );
  call.atEnd(stop);
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-length', answer.size)
    .send(Readable.from(ofAnnouncedSize(answer)));
}

/** Checks the announced size: a caller would read surplus bytes as the beginning of the next answer. */
async function* ofAnnouncedSize({ body, size }: PublishedAnswer): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of body) {
    sent += piece.length;
    if (sent > size) break;
    yield piece;
  }
  if (sent !== size) throw new Error('the answer is not as long as it was said to be');
}
