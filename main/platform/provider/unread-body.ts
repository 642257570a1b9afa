/** Saves the body of an answer that cannot be read, since it may have signed documents in a form that is not expected. */
import { freeMemory } from '../files/free-memory.ts';
import { shortestDocument } from '../json/base64.ts';
import { encodeBase64 } from '../json/base64-stream.ts';
import type { IncomingContent, IncomingStore } from '../storage/incoming.ts';

/** Bytes before those that could not be read. */
const maxBehind = 64 * 1024;
export type UnreadBody = {
  /** The chunks, for one reader, which may end early. */
  chunks: AsyncIterable<Uint8Array>;
  /**
   * Stores the bytes from those that were read last to the end of the body, or to `maxBytes`, as base64; null for a body that is too short
   * to have a document. Errors of the body end it. @throws what the store throws
   */
  store(incoming: IncomingStore, maxBytes: number): Promise<IncomingContent | null>;
  /** Ends the body. */
  close(): Promise<void>;
};

export function createUnreadBody(body: AsyncGenerator<Uint8Array>): UnreadBody {
  const last: Uint8Array[] = [];
  let size = 0;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { value, done } = await body.next();
      if (done) return;
      last.push(value);
      size += value.length;
      for (let [first] = last; first && size - first.length - value.length >= maxBehind; [first] = last) {
        size -= first.length;
        last.shift();
        // Its reader has asked for later ones.
        freeMemory(first);
      }
      yield value;
    }
  }

  async function* rest(maxBytes: number): AsyncGenerator<Uint8Array> {
    yield* last;
    let left = maxBytes - size;
    try {
      for await (const bytes of body) {
        yield bytes.subarray(0, left);
        left -= bytes.length;
        if (left <= 0) return;
      }
    } catch {
      // What arrived is stored.
    }
  }

  return {
    chunks: chunks(),
    async store(incoming, maxBytes) {
      let content: IncomingContent | null = null;
      let pending = '';
      for await (const piece of encodeBase64(rest(maxBytes))) {
        pending += piece.toString('latin1');
        if (pending.length < shortestDocument && content === null) continue;
        content ??= await incoming.open();
        await content.write(pending);
        pending = '';
      }
      await content?.close();
      return content;
    },
    close: async () => void (await body.return(undefined)),
  };
}
