/** Frees the memory of bytes that nothing uses any more: the garbage collector frees large ones late, after tens of megabytes. */
import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Frees the memory at once; nothing for bytes that share theirs with others. The bytes are empty then. */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !isMarkedAsUntransferable(buffer)) buffer.transfer(0);
}
