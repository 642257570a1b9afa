/**
 * Contents of encrypted files that were written a short time ago, in memory: a document that is sent, checked and delivered right away is
 * not decrypted each time (decision 31). They share their memory with worker threads, which read them without a copy.
 */
import { type BigIntStats, statSync } from 'node:fs';
import type { EncryptedKind } from './encrypted-file-name.ts';

/** The content of a file while it is written. */
export type NewContents = {
  /** False when the content has more bytes than were announced: it is not retained then. */
  add(bytes: Uint8Array): boolean;
  /** Takes all announced bytes, which are written into `content` elsewhere. */
  fill(): void;
  /** The content so far. */
  content(): Buffer;
  /** Retains the content. @param state of the complete file, by `stateOf` */
  complete(state: string): void;
};

export type RecentContents = {
  /** Returns null when the content is not to be retained. @param bytes that the content may have at most; with more it is not retained */
  begin(kind: EncryptedKind, id: string, bytes: number): NewContents | null;
  /** Returns the content of a file; null when it is not retained, or the file at `path` has changed since it was written or is gone. */
  get(id: string, path: string): Buffer | null;
  drop(id: string): void;
};

const MiB = 1024 * 1024;
/** Larger contents are read in ranges, and never retained. */
const maxContentBytes = 8 * MiB;
/** Bytes of all contents of a kind. Without room a new content is not retained, so that those before it still are when they are sent. */
const maxBytes: Partial<Record<EncryptedKind, number>> = { original: 96 * MiB, decoded: 64 * MiB };
/** Milliseconds after which a content is dropped. */
const retainedMs = 60_000;

type Retained = { kind: EncryptedKind; reserved: number; content: Buffer | null; state: string; timer: NodeJS.Timeout | undefined };

export function createRecentContents(): RecentContents {
  const retained = new Map<string, Retained>();
  const drop = (id: string) => {
    clearTimeout(retained.get(id)?.timer);
    retained.delete(id);
  };
  const hasRoom = (kind: EncryptedKind, bytes: number): boolean => {
    let used = bytes;
    for (const one of retained.values()) if (one.kind === kind) used += one.reserved;
    return bytes <= maxContentBytes && used <= (maxBytes[kind] ?? 0);
  };
  return {
    begin(kind, id, bytes) {
      if (!hasRoom(kind, bytes)) return null;
      const memory = Buffer.from(new SharedArrayBuffer(bytes));
      const own: Retained = { kind, reserved: bytes, content: null, state: '', timer: undefined };
      retained.set(id, own);
      let size = 0;
      return {
        add(piece) {
          const isWithin = size + piece.length <= bytes;
          if (isWithin) memory.set(piece, size);
          else drop(id);
          size += isWithin ? piece.length : 0;
          return isWithin;
        },
        fill() {
          size = bytes;
        },
        content: () => memory.subarray(0, size),
        complete(state) {
          own.content = memory.subarray(0, size);
          own.state = state;
          own.timer = setTimeout(() => drop(id), retainedMs).unref();
        },
      };
    },
    get(id, path) {
      const { content, state } = retained.get(id) ?? { content: null, state: '' };
      if (content === null) return null;
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats !== undefined && stateOf(stats) === state) return content;
      drop(id);
      return null;
    },
    drop,
  };
}

/** A file with another state is read again, so that damage and loss show as they do for any file. */
export const stateOf = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`;
