import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The kill test takes longest by far: begun first, it runs beside all the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const first = (file: TestSpecification) => file.moduleId.endsWith('kill.test.ts');
    return [...others.filter(first), ...others.filter((file) => !first(file))];
  }
}

/** Unit tests are pure; integration and kill tests use real sockets, files and a real keychain. End-to-end specs are Playwright's. */
export default defineConfig({
  // Tests run on Node: the shell's modules get the Electron host's part of Electron.
  resolve: { alias: { electron: join(import.meta.dirname, 'test/electron-host/electron.ts') } },
  test: {
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts', 'test/kill/**/*.test.ts'],
    // An end for what hangs; how long a test takes is nobody's assertion, and machines are busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Two also where there are two cores: most tests wait for sockets, disks and processes of their own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
  },
});
