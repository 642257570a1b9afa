import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { electronBinary } from './test/e2e/electron-binary.ts';

/** Specs that only the soak runs (docs/testing.md). */
const soak = /\.soak\.spec\.ts$/;

/** End-to-end specs: the built application, on the real Electron binary or on the Electron host (test/e2e/launch.ts). */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  // Each test starts an application of its own, so that a long one need not wait for others of its file.
  fullyParallel: true,
  outputDir: 'test-results',
  // Ends for what hangs; how long a test takes is not asserted, and machines are busy.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  // One more than there are cores: a test waits for its application to start and end.
  // Windows of the real binary would take the focus from each other; those of the host are pages of one browser for each worker.
  workers: electronBinary() === null ? availableParallelism() + 1 : 1,
  projects: [
    { name: 'default', testIgnore: soak },
    { name: 'soak', testMatch: soak },
  ],
  forbidOnly: true,
  retries: 0,
  use: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  reporter: [['list']],
});
