/** Parts as the bytes of a ZIP, one after the other and piece by piece. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Part } from './parts.ts';

/** A regular file that everybody may read. */
const mode = 0o100644;
/** What is packed already is not worth the time; but every tool can take what is packed and not measured before. */
const levels = { text: 6, media: 1 } as const;

/** The same parts and time give the same bytes. Errors of the parts are handed on as they are. */
export async function* zipBytes(parts: readonly Part[], mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let failed: unknown = null;
  let current: Readable | null = null;
  const fail = (thrown: unknown) => {
    failed ??= thrown;
    output.destroy();
  };
  zip.on('error', fail);
  for (const { name, kind, size, read } of parts) {
    zip.addReadStreamLazy(name, { mtime, mode, size, compressionLevel: levels[kind] }, (use) => {
      current = Readable.from(read(), { objectMode: false });
      current.on('error', fail);
      use(null, current);
    });
  }
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } catch (thrown) {
    throw failed ?? thrown;
  } finally {
    // Nobody takes the rest any more: the source is closed.
    (current as Readable | null)?.destroy();
  }
  if (failed !== null) throw failed;
}
