/** The practice provider of this station: started when the first call needs it, in a thread of its own. */
import { type PracticeInWorker, startPracticeWorker } from '../../practice/in-worker.ts';
import type { ValidationPathParts } from '../../shared/domain/settings/profile.ts';
import { workerUrl } from '../platform/runtime/worker-url.ts';

export type PracticeMode = {
  /** One provider for the whole life of the station. Rejects when it cannot start; the next call tries again, also after it has ended. */
  started(): Promise<PracticeInWorker>;
  /** Writes the sample contracts into a folder and returns their paths; existing files stay. @throws the system's error */
  writeSamples(folder: string): Promise<string[]>;
  close(): Promise<void>;
};

/** What the practice profile's validation query asks for, known without starting anything. */
export const practiceParts: ValidationPathParts = { parts: ['transaction'], transaction: 'transaction', identification: null };

export function createPracticeMode(): PracticeMode {
  let practice: Promise<PracticeInWorker> | null = null;

  /** A thread that cannot start or has ended (a document was too much for it) is not what the next call gets. */
  function start(): Promise<PracticeInWorker> {
    const forget = () => {
      if (practice === starting) practice = null;
    };
    const starting = startPracticeWorker(workerUrl('practice/worker'));
    void starting.then(({ ended }) => ended.then(forget), forget);
    return starting;
  }

  return {
    started() {
      practice ??= start();
      return practice;
    },
    // Loaded when it is needed: it brings the library that makes PDFs.
    writeSamples: async (folder) => (await import('../../practice/samples.ts')).writeSamples(folder),
    async close() {
      const running = await practice?.catch(() => null); // one that never started needs no ending
      await running?.close();
    },
  };
}
