/** Stops this thread, as SIGSTOP or the sleep of the machine does the process: it finds then what has arrived, and timers that are over, at once. */
export const blockThread = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
