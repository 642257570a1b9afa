/**
 * Where the text of an answer's documents goes while it arrives: encrypted, so that no document stands in memory
 * whole or on disk in clear (design, sections 2.6 and 2.8), and on disk before anything else is done with it.
 */
import { StationError } from '../../../shared/errors.ts';
import type { IncomingContent, IncomingStore } from '../../provider/provider.ts';
import type { EncryptedFile, EncryptedFiles } from '../../store/encrypted-files.ts';

export type Incoming = IncomingStore & {
  /** What became of a content that this store opened and that was closed; null when there was no text. */
  encrypted(content: IncomingContent): Promise<EncryptedFile | null>;
};

/** @param owner the attempt whose answer it is */
export function openIncoming(files: EncryptedFiles, owner: string): Incoming {
  const finished = new WeakMap<IncomingContent, EncryptedFile>();
  return {
    async open() {
      const writer = await files.create('received', owner);
      const content: IncomingContent = {
        write: (text) => writer.write(Buffer.from(text, 'utf8')),
        async close() {
          if (!finished.has(content)) finished.set(content, await writer.finish());
        },
        discard: () => writer.discard(),
      };
      return content;
    },
    async encrypted(content) {
      const file = finished.get(content);
      if (!file) throw new StationError('internal', undefined, { message: 'content that was not closed, or of another store' });
      if (file.size > 0) return file;
      await files.remove(file);
      return null;
    },
  };
}
