/** Frees the memory of bytes that nothing uses any more: the garbage collector frees large ones late, after tens of megabytes. */
import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Frees the memory immediately; the bytes are then empty. Does nothing for bytes that share their memory with others. */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !isMarkedAsUntransferable(buffer)) buffer.transfer(0);
}
