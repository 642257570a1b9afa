/**
 * Bodies that the page reads in parts: interception passes whole bodies only, and a browser closes its connection over one
 * of a hundred megabytes. The page's `fetch` (`page-script.ts`) requests the next part as it is read, and reports when it stops.
 */

/** On a request: the page can read in parts. On an answer: the id of its parts. */
export const streamHeader = 'x-host-stream';
/** Under the page's own origin, followed by the id, which cannot be guessed. */
export const partPath = '/.host-stream/';

/** Largest body, in bytes, that is sent whole. */
export const wholeBytes = 4 * 1024 * 1024;
const partBytes = 1024 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;
export type Part = { status: 200 | 204 | 404; body: Buffer };

export type BodyStreams = {
  /** Returns the id of the body's parts. */
  begin(body: ReadableStream<Uint8Array>): string;
  /** Returns the next part; 204 after the last. */
  next(id: string): Promise<Part>;
  /** The page stopped reading: ends the application's stream too. */
  stop(id: string): Promise<Part>;
  stopAll(): Promise<void>;
};

export function createBodyStreams(): BodyStreams {
  const readers = new Map<string, Reader>();
  const end = { status: 204, body: Buffer.alloc(0) } as const;
  const none = { status: 404, body: Buffer.alloc(0) } as const;

  async function stop(id: string): Promise<Part> {
    const reader = readers.get(id);
    readers.delete(id);
    await reader?.cancel();
    return end;
  }

  return {
    begin(body) {
      const id = crypto.randomUUID();
      readers.set(id, body.getReader());
      return id;
    },
    async next(id) {
      const reader = readers.get(id);
      if (reader === undefined) return none;
      const chunks: Uint8Array[] = [];
      let size = 0;
      while (size < partBytes) {
        const { done, value } = await reader.read();
        if (done) break;
        chunks.push(value);
        size += value.length;
      }
      if (size > 0) return { status: 200, body: Buffer.concat(chunks) };
      readers.delete(id);
      return end;
    },
    stop,
    stopAll: async () => void (await Promise.all([...readers.keys()].map(stop))),
  };
}
