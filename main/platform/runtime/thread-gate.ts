/**
 * Ends a thread between two steps that must not be cut off. Node aborts the whole process when a thread is terminated after it has made a
 * zlib stream and before it has initialised it (`close before init`; Node 24.21). So a thread passes a gate for each such step, and whoever
 * ends the thread closes the gate first.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Worker, type WorkerOptions, workerData } from 'node:worker_threads';

/** The two members of a gate, each 0 or 1: the thread is in a step; the thread is being ended. */
const [passing, closed] = [0, 1];

const gates = new WeakMap<Worker, Int32Array>();

/** Starts a thread with a gate, which is a member of its `workerData`. */
export function startGated(url: URL | string, options: WorkerOptions & { workerData?: object }): Worker {
  const gate = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(url, { ...options, workerData: { ...options.workerData, gate } });
  gates.set(worker, gate);
  return worker;
}

/** Ends a thread that `startGated` started, once it is in no step that must not be cut off. */
export async function endGated(worker: Worker): Promise<void> {
  const gate = gates.get(worker);
  if (gate !== undefined) {
    Atomics.store(gate, closed, 1);
    // A thread that has already ended, which gives it the number -1, may have been in a step.
    while (Atomics.load(gate, passing) === 1 && worker.threadId !== -1) await wait(1);
  }
  await worker.terminate();
}

/** Runs a step that must not be cut off; in a thread that is being ended, waits for its end. Outside of a thread with a gate, runs it. */
export function throughGate<T>(step: () => T): T {
  const gate = ownGate();
  if (gate === null) return step();
  Atomics.store(gate, passing, 1);
  while (Atomics.load(gate, closed) === 1) {
    Atomics.store(gate, passing, 0);
    Atomics.wait(gate, closed, 1);
    Atomics.store(gate, passing, 1);
  }
  try {
    return step();
  } finally {
    Atomics.store(gate, passing, 0);
  }
}

function ownGate(): Int32Array | null {
  const gate: unknown = (workerData as { gate?: unknown } | null)?.gate;
  return gate instanceof Int32Array ? gate : null;
}
