/** Reads the files in a ZIP, each unpacked piece by piece. */
import { type Entry, openPromise } from 'yauzl';

export type ZipReader = {
  /** Returns the size in bytes of the unpacked file as the ZIP states it; null for no such file. `read` fails when the real size differs. */
  sizeOf(name: string): number | null;
  /** Unpacks a file. @throws the errors of `openZipReader`, and an error for no such file */
  read(name: string): AsyncGenerator<Uint8Array>;
  close(): void;
};

/**
 * Opens a ZIP.
 * @param limits `entries`: maximum number of files
 * @param keyOf returns the same key for names of the same file
 * @throws the library's error, which may quote names of the file, or the system's
 */
export async function openZipReader(path: string, limits: { entries: number }, keyOf = (name: string) => name): Promise<ZipReader> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > limits.entries) throw new Error('too many entries');
    await new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: Entry) => {
        entries.set(keyOf(entry.fileName), entry);
        zip.readEntry();
      });
      zip.on('end', resolve).on('error', reject);
      zip.readEntry();
    });
  } catch (thrown) {
    zip.close();
    throw thrown;
  }
  return {
    sizeOf: (name) => entries.get(keyOf(name))?.uncompressedSize ?? null,
    async *read(name) {
      const entry = entries.get(keyOf(name));
      if (entry === undefined) throw new Error('no such entry');
      const stream = await zip.openReadStreamPromise(entry);
      try {
        for await (const chunk of stream) yield chunk as Uint8Array;
      } finally {
        stream.destroy();
      }
    },
    close: () => zip.close(),
  };
}
