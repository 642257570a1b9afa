import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { lightPasswords } from './test/support/runner/programs.ts';
import { inSoak } from './test/support/runner/soak.ts';

/** Files that take longest, or wait most, begin first, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const first = (file: TestSpecification) => /(kill|screen-resumed)\.test\.ts$/.test(file.moduleId);
    return [...others.filter(first), ...others.filter((file) => !first(file))];
  }
}

/**
 * Unit tests are pure; all others use real sockets, files and a real keychain. Files share their workers, which load each
 * module once: what a test changes in its process it puts back. End-to-end specs are Playwright's.
 */
export default defineConfig({
  test: {
    globalSetup: 'test/support/runner/build-programs.ts',
    pool: 'forks',
    // Two more than there are cores: many tests wait for sockets, disks and processes of their own.
    maxWorkers: availableParallelism() + 2,
    // With Node's own sizes, an eighth of the time went into collecting short-lived objects, and a twentieth into the old ones of
    // a process that ends anyway. Code that runs for seconds does not pay for V8's last compiler.
    execArgv: ['--max-semi-space-size=64', '--initial-old-space-size=1024', '--no-turbofan'],
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    include: ['test/**/*.test.ts'],
    // An end for what hangs; the loops of the soak take hours. No test asserts how long something takes: machines are busy.
    testTimeout: inSoak ? 36_000_000 : 1_800_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
  // Tests run on Node: the desktop modules get the Electron host's part of Electron.
  resolve: {
    alias: [
      { find: 'electron', replacement: join(import.meta.dirname, 'test/electron-host/electron.ts') },
      { find: /^.*\/worker-url\.ts$/, replacement: join(import.meta.dirname, 'test/support/runner/built-worker-url.ts') },
      lightPasswords,
    ],
  },
});
