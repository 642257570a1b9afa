/** The memory of a worker thread, which whoever started it watches: V8's own limit aborts the whole process. */
import type { Worker } from 'node:worker_threads';

/** Returns the bytes that a worker uses, garbage included; 0 for one that has ended. */
export const memoryOf = (worker: Worker): Promise<number> =>
  worker.getHeapStatistics().then(
    ({ used_heap_size, external_memory }) => used_heap_size + external_memory,
    () => 0,
  );

export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
