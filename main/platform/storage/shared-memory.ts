/**
 * Memory that threads share, and that is used again: V8 does not count it as garbage, so that blocks which nothing uses any more would stay
 * for hundreds of megabytes, and new ones cost the system a third of a millisecond a megabyte.
 */

export type SharedMemory = {
  /** Returns a block of at least `bytes` bytes, which may have the bytes of an earlier use. */
  take(bytes: number): Block;
};

/** `memory` may be read and written until each user has left. */
export type Block = {
  memory: SharedArrayBuffer;
  /** Adds a user; returns the function by which it leaves, harmless when repeated. After the last one, the block is used again. */
  enter(): () => void;
};

/** Sizes of blocks are multiples of it. */
const unitBytes = 64 * 1024;
/** Bytes of all blocks without users. */
const maxFreeBytes = 64 * 1024 * 1024;
/** Milliseconds after which blocks without users are freed. */
const freeMs = 60_000;

export function createSharedMemory(): SharedMemory {
  let free: SharedArrayBuffer[] = [];
  let timer: NodeJS.Timeout | undefined;

  const giveBack = (memory: SharedArrayBuffer) => {
    const freeBytes = free.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (freeBytes + memory.byteLength <= maxFreeBytes) free.push(memory);
    clearTimeout(timer);
    timer = setTimeout(() => {
      free = [];
    }, freeMs).unref();
  };

  return {
    take(bytes) {
      const size = Math.max(1, Math.ceil(bytes / unitBytes)) * unitBytes;
      const fitting = free.filter(({ byteLength }) => byteLength >= size && byteLength <= 2 * size);
      const memory = fitting.sort((a, b) => a.byteLength - b.byteLength)[0] ?? new SharedArrayBuffer(size);
      free = free.filter((block) => block !== memory);
      let users = 0;
      return {
        memory,
        enter() {
          let isInside = true;
          users += 1;
          return () => {
            if (isInside) users -= 1;
            if (isInside && users === 0) giveBack(memory);
            isInside = false;
          };
        },
      };
    },
  };
}
