/** Reads a body to the last byte that arrived: what came before the line broke counts. */
import { finished, type Readable } from 'node:stream';

/** Bytes that may wait to be used. Beyond these the line is not read on. */
const maxWaiting = 1024 * 1024;

/**
 * A stream that fails throws away what it has read and not yet handed out, which may be the end of a signed
 * document; here the failure is thrown after that. A caller that stops early ends the body.
 */
export async function* allThatCame(body: Readable): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let size = 0;
  let over: { failure: Error | null } | null = null;
  let news = Promise.withResolvers<void>();
  const tell = (): void => {
    news.resolve();
    news = Promise.withResolvers();
  };
  body.on('data', (bytes: Uint8Array) => {
    waiting.push(bytes);
    size += bytes.length;
    if (size > maxWaiting) body.pause();
    tell();
  });
  finished(body, (failure) => {
    over = { failure: failure ?? null };
    tell();
  });
  const end = (): typeof over => over;
  try {
    for (;;) {
      const bytes = waiting.shift();
      if (bytes) {
        size -= bytes.length;
        if (size <= maxWaiting) body.resume();
        yield bytes;
        continue;
      }
      const ended = end();
      if (ended?.failure) throw ended.failure;
      if (ended) return;
      await news.promise;
    }
  } finally {
    body.destroy();
  }
}
