/** Writes a ZIP piece by piece, one part after the other. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** `text` compresses well; `media` (pictures, video and PDFs) hardly, and encrypted bytes not at all. */
export type ZipPartKind = 'text' | 'media' | 'encrypted';

export type ZipPart = {
  name: string;
  kind: ZipPartKind;
  /** Bytes; null for a part that is made while the ZIP is written. */
  size: number | null;
  read(): AsyncIterable<Uint8Array>;
};

/** A regular file that everyone may read. */
const mode = 0o100644;
/** `media` is compressed too: not every tool reads an uncompressed part whose size is unknown before it. */
const levels: Record<ZipPartKind, number> = { text: 6, media: 1, encrypted: 0 };

/** Returns the bytes of a ZIP: the same for the same parts and time. Reads each part once, in order; passes its errors unchanged. */
export async function* zipBytes(parts: Iterable<ZipPart>, mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const { bytes, fail } = outputOf(zip);
  let current: Readable | null = null;
  for (const { name, kind, size, read } of parts) {
    zip.addReadStreamLazy(name, { mtime, mode, ...(size !== null && { size }), compressionLevel: levels[kind] }, (use) => {
      current = Readable.from(read(), { objectMode: false });
      current.on('error', fail);
      use(null, current);
    });
  }
  zip.end();
  try {
    yield* bytes();
  } finally {
    // A consumer that ends early leaves the source open.
    (current as Readable | null)?.destroy();
  }
}

/** Returns the bytes of a ZIP, which are read while its parts are added, and `fail`, which ends them with the error of a part. */
export function outputOf(zip: ZipFile): { bytes(): AsyncGenerator<Uint8Array>; fail(thrown: unknown): void } {
  const output = zip.outputStream as Readable;
  let failed: unknown = null;
  const fail = (thrown: unknown): void => {
    failed ??= thrown;
    output.destroy();
  };
  zip.on('error', fail);
  return {
    async *bytes() {
      try {
        for await (const chunk of output) yield chunk as Uint8Array;
      } catch (thrown) {
        throw failed ?? thrown;
      }
      if (failed !== null) throw failed;
    },
    fail,
  };
}
