import { defineConfig } from 'playwright/test';
import everyday from './playwright.config.ts';

/** STATION_SCREENS=853x533x1.5 is a display of 1280 by 800 at 150 %; with `all` each state is taken in every look (pictures.ts). */
const [width = 1280, height = 800, deviceScaleFactor = 1] = (process.env.STATION_SCREENS ?? '')
  .split('x')
  .map((part) => Number(part) || undefined);

/** Pictures for the documentation: not tests, so they are kept out of the everyday run. */
const { projects: _, ...settings } = everyday;

export default defineConfig(settings, {
  testDir: 'test/screens',
  testMatch: 'pictures.ts',
  use: { viewport: { width, height }, deviceScaleFactor, actionTimeout: 60_000 },
});
