/**
 * Contents of encrypted files that were written a short time ago, in memory: a document that is sent, checked and delivered right away is
 * not decrypted each time (decision 31). They share their memory with worker threads, which read them without a copy.
 */
import { type BigIntStats, statSync } from 'node:fs';
import { type Block, createSharedMemory } from './shared-memory.ts';

/** The content of a file while it is written. */
export type NewContents = {
  /** Returns the memory of the next bytes, which `add` then does not copy; null when they are more than were announced. */
  room(bytes: number): Buffer | null;
  /** False when the content has more bytes than were announced: it is not retained then. */
  add(bytes: Uint8Array): boolean;
  /** Takes all announced bytes. Returns whether they are in `content` already; otherwise they are written into it elsewhere. */
  fill(): boolean;
  /** The content so far. */
  content(): Buffer;
  /** Retains the content. @param state of the complete file, by `stateOf` */
  complete(state: string): void;
  /** To be called once nothing uses the memory any more; a content that is not complete is dropped. Nothing else may be called after it. */
  end(): void;
};

/** Another content takes its memory only after `release`, which is harmless when repeated. */
export type BorrowedContent = { content: Buffer; block: Block; release(): void };

export type RecentContents<Kind> = {
  /**
   * Returns null when the content is not to be retained.
   * @param bytes that the content may have at most; with more it is not retained
   * @param known content that is complete: its memory is used
   */
  begin(kind: Kind, id: string, bytes: number, known?: BorrowedContent | null): NewContents | null;
  /** Returns the content of a file; null when it is not retained, or the file at `path` has changed since it was written or is gone. */
  borrow(id: string, path: string): BorrowedContent | null;
  drop(id: string): void;
};

const MiB = 1024 * 1024;
/** Larger contents are read in ranges, and never retained. */
const maxContentBytes = 8 * MiB;
/** Milliseconds after which a content is dropped. */
const retainedMs = 60_000;

type Retained<Kind> = {
  kind: Kind;
  block: Block;
  leave: () => void;
  content: Buffer | null;
  state: string;
  timer: NodeJS.Timeout | undefined;
};

const memory = createSharedMemory();

/** @param maxMiB of all contents of a kind. Without room a new content is not retained, so that those before it still are when they are sent. */
export function createRecentContents<Kind extends string>(maxMiB: Partial<Record<Kind, number>>): RecentContents<Kind> {
  const retained = new Map<string, Retained<Kind>>();
  const drop = (id: string) => {
    const own = retained.get(id);
    retained.delete(id);
    clearTimeout(own?.timer);
    own?.leave();
  };
  const hasRoom = (kind: Kind, bytes: number): boolean => {
    let used = bytes;
    for (const one of retained.values()) if (one.kind === kind) used += one.block.memory.byteLength;
    return bytes <= maxContentBytes && used <= (maxMiB[kind] ?? 0) * MiB;
  };
  return {
    begin(kind, id, bytes, known = null) {
      if (!hasRoom(kind, bytes)) return null;
      const block = known?.block ?? memory.take(bytes);
      const all = Buffer.from(block.memory, 0, bytes);
      const leave = block.enter();
      const own: Retained<Kind> = { kind, block, leave: block.enter(), content: null, state: '', timer: undefined };
      retained.set(id, own);
      let size = 0;
      let room = bytes;
      return {
        room: (count) => (size + count <= room ? all.subarray(size, size + count) : null),
        add(piece) {
          if (size + piece.length > room) {
            // Soon another content has the memory.
            room = 0;
            drop(id);
            return false;
          }
          const isThere = piece.buffer === all.buffer && piece.byteOffset === size;
          if (!isThere) all.set(piece, size);
          size += piece.length;
          return true;
        },
        fill() {
          size = bytes;
          return known !== null;
        },
        content: () => all.subarray(0, size),
        complete(state) {
          own.content = all.subarray(0, size);
          own.state = state;
          own.timer = setTimeout(() => drop(id), retainedMs).unref();
        },
        end() {
          if (own.content === null && retained.get(id) === own) drop(id);
          leave();
        },
      };
    },
    borrow(id, path) {
      const own = retained.get(id);
      if (own === undefined || own.content === null) return null;
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats !== undefined && stateOf(stats) === own.state) {
        return { content: own.content, block: own.block, release: own.block.enter() };
      }
      drop(id);
      return null;
    },
    drop,
  };
}

/** A file with another state is read again, so that damage and loss show as they do for any file. */
export const stateOf = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`;
