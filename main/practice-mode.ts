/** The practice provider of this station: started when the first call needs it, in a thread of its own. */
import { type PracticeInWorker, startPracticeWorker } from '../practice/in-worker.ts';
import { workerUrl } from './worker-url.ts';

export type PracticeMode = {
  /** One for the whole life of the station. Rejects when the provider cannot start; the next call tries again. */
  started(): Promise<PracticeInWorker>;
  close(): Promise<void>;
};

export function createPracticeMode(): PracticeMode {
  let practice: Promise<PracticeInWorker> | null = null;
  return {
    started() {
      practice ??= startPracticeWorker(workerUrl('practice/worker')).catch((thrown: unknown) => {
        practice = null;
        throw thrown;
      });
      return practice;
    },
    async close() {
      const running = await practice?.catch(() => null); // one that never started needs no ending
      await running?.close();
    },
  };
}
