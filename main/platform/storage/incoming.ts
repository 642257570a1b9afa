/**
 * Decodes and encrypts the texts of an answer's documents while they arrive, so that no document is in memory whole, on disk in clear or on
 * disk twice (design, sections 2.6 and 2.8), and each is on disk before anything else uses it.
 */
import { StationError } from '../../../shared/errors.ts';
import { freeMemory } from '../files/free-memory.ts';
import { createPlainBase64, encodeBase64 } from '../json/base64-stream.ts';
import type { EncryptedFile, EncryptedFiles, EncryptedWriter } from './encrypted-files.ts';

/**
 * Where long base64 texts go while an answer arrives: one sink per text, opened before its reference is known, since members
 * come in any order. Pieces are the text of the JSON string, undecoded.
 */
export type IncomingStore = { open(): Promise<IncomingContent> };
export type IncomingContent = {
  write(text: string): Promise<void>;
  /** Ends the text. */
  close(): Promise<void>;
  /** Removes what was written; may be called after `close`. */
  discard(): Promise<void>;
};

/** The contents of an answer. */
export type Incoming = IncomingStore & {
  /** Returns the file of a content that this store opened and that was closed; null when there was no text. `prepare` stores its row. */
  encrypted(content: IncomingContent): EncryptedFile | null;
  /** Syncs the names of these files; `store` writes their rows, as a part of the current transaction. */
  prepare(files: readonly EncryptedFile[]): Promise<{ store(): void }>;
};

export type IncomingTexts = IncomingStore & {
  /** Returns the file of a content that this store opened and that was closed; null when there was no text. */
  encrypted(content: IncomingContent): Promise<EncryptedFile | null>;
};

/**
 * Opens a store for the texts of one answer. A text in plain base64 becomes a `decoded` file, any other a `received` one with the unchanged
 * text: line breaks, another alphabet and a prefix are decoded when it is read.
 * @param owner the attempt that has the answer
 * @param readSoon bytes that a file of the answer usually has at most: it stays in memory for its check and delivery
 */
export function openIncoming(files: EncryptedFiles, owner: string, readSoon: number): Incoming {
  const finished = new WeakMap<IncomingContent, EncryptedFile>();
  const contents = new Set<IncomingContent>();

  async function open(): Promise<IncomingContent> {
    const base64 = createPlainBase64();
    let decoded: EncryptedWriter | null = null;
    /** The writer of a text that is not plain base64; the decoded bytes before it are in `decoded`. */
    let text: EncryptedWriter | null = null;
    let size = 0;

    /** Writes the text so far into a `received` file: plain base64 is the same when it is encoded again. */
    async function asText(rest: string): Promise<void> {
      text = await files.create('received', owner);
      if (decoded !== null) {
        const file = await decoded.end();
        for await (const piece of encodeBase64(files.read(file))) await text.write(piece);
        await decoded.discard();
        decoded = null;
      }
      if (rest !== '') await text.write(Buffer.from(rest, 'utf8'));
    }

    const content: IncomingContent = {
      async write(piece) {
        size += piece.length;
        if (text !== null) return text.write(Buffer.from(piece, 'utf8'));
        const bytes = base64.push(piece, decoded?.room);
        if (bytes === null) return asText(base64.rest());
        if (bytes.length === 0) return;
        decoded ??= await files.create('decoded', owner, { readSoon });
        await decoded.write(bytes);
        freeMemory(bytes);
      },
      async close() {
        if (finished.has(content) || size === 0) return;
        if (text === null) {
          const last = base64.end();
          if (last === null) await asText(base64.rest());
          else {
            decoded ??= await files.create('decoded', owner, { readSoon });
            if (last.length > 0) await decoded.write(last);
          }
        }
        const writer: EncryptedWriter | null = text ?? decoded;
        if (writer !== null) finished.set(content, await writer.end());
      },
      async discard() {
        contents.delete(content);
        await text?.discard();
        await decoded?.discard();
      },
    };
    contents.add(content);
    return content;
  }

  return {
    open,
    encrypted(content) {
      if (!contents.has(content)) throw new StationError('internal', undefined, { message: 'content of another store' });
      return finished.get(content) ?? null;
    },
    async prepare(made) {
      const { store } = await files.prepare(made);
      const stored = new Set(made.map(({ id }) => id));
      return {
        store() {
          store();
          for (const content of contents) if (stored.has(finished.get(content)?.id ?? '')) contents.delete(content);
        },
      };
    },
  };
}

/** Opens a store that encrypts texts unchanged, each stored at its end. @param owner of the encrypted texts */
export function openIncomingTexts(files: EncryptedFiles, owner: string): IncomingTexts {
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
