/** Frees the memory of bytes that nothing uses any more: the garbage collector frees large ones late, after tens of megabytes. */
import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Freeing fewer takes longer than collecting them. */
const minBytes = 4096;

/**
 * Frees the memory immediately; the bytes are then empty. Does nothing for few bytes, for bytes that share their memory with others, and for
 * memory that its owner lends only (WebAssembly; Electron may).
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < minBytes || !(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength || isMarkedAsUntransferable(buffer))
    return;
  try {
    buffer.transfer(0);
  } catch {
    // Nothing else says before whether it can be transferred.
  }
}
