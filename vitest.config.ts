import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Unit tests are pure; integration and kill tests use real sockets, files and a real keychain. End-to-end specs are Playwright's. */
export default defineConfig({
  // Tests run on Node: the shell's modules get the Electron host's part of Electron.
  resolve: { alias: { electron: join(import.meta.dirname, 'test/electron-host/electron.ts') } },
  test: {
    include: ['test/unit/**/*.test.ts', 'test/integration/**/*.test.ts', 'test/kill/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
