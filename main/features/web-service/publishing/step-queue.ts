/** Runs the steps of the watched folder: steps of different files together, those of one file in their order. */

type Step = {
  /** Null for a step that runs alone, after all steps before it. */
  path: string | null;
  /** Never rejects. */
  run(): Promise<void>;
};

export type StepQueue = {
  add(step: Step): void;
  /** Drops the steps that have not begun. Resolves when those in progress have ended. */
  close(): Promise<void>;
};

/** @param maxTogether steps that run at once: most of the time of a file is waiting for its reading and for the disk */
export function createStepQueue(maxTogether: number): StepQueue {
  let waiting: Step[] = [];
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;

  function takeBatch(): Step[] {
    const paths = new Set<string>();
    let count = 0;
    for (const { path } of waiting) {
      if (path === null || paths.has(path) || count === maxTogether) break;
      paths.add(path);
      count++;
    }
    return waiting.splice(0, Math.max(count, 1));
  }
  async function runAll(): Promise<void> {
    while (waiting.length > 0) await Promise.all(takeBatch().map(({ run }) => run()));
    isRunning = false;
  }

  return {
    add(step) {
      waiting.push(step);
      if (isRunning) return;
      isRunning = true;
      running = runAll();
    },
    close() {
      waiting = [];
      return running;
    },
  };
}
