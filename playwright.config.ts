import { defineConfig } from 'playwright/test';

/** End-to-end specs: the built application, on the real Electron binary or on the Electron host (test/e2e/launch.ts). */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each test starts a whole application and a browser.
  workers: 1,
  forbidOnly: true,
  retries: 0,
  use: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  reporter: [['list']],
});
