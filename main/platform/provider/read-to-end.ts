/** Reads a body to the last byte that arrived, also when the connection breaks after it. */
import { finished, type Readable } from 'node:stream';

/** Bytes that may be buffered. Beyond these the body is paused. */
const maxBufferedBytes = 1024 * 1024;

/**
 * A stream that fails drops what it has read and not yet handed out, which may be the end of a signed document; here the
 * error is thrown after that. A caller that stops early destroys the body.
 */
export async function* readToEnd(body: Readable): AsyncGenerator<Uint8Array> {
  const buffered: Uint8Array[] = [];
  let size = 0;
  let end: { failure: Error | null } | null = null;
  let changed = Promise.withResolvers<void>();
  const notify = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  body.on('data', (bytes: Uint8Array) => {
    buffered.push(bytes);
    size += bytes.length;
    if (size > maxBufferedBytes) body.pause();
    notify();
  });
  finished(body, (failure) => {
    end = { failure: failure ?? null };
    notify();
  });
  const ended = (): typeof end => end;
  try {
    for (;;) {
      const bytes = buffered.shift();
      if (bytes) {
        size -= bytes.length;
        if (size <= maxBufferedBytes) body.resume();
        yield bytes;
        continue;
      }
      const isEnd = ended();
      if (isEnd?.failure) throw isEnd.failure;
      if (isEnd) return;
      await changed.promise;
    }
  } finally {
    body.destroy();
  }
}
