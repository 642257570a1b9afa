import { defineConfig } from 'playwright/test';
import everyday from './playwright.config.ts';

const { projects: _, ...settings } = everyday;

/** What is measured in the window, in place of `node test/bench/….ts`; never part of `npm test`. */
export default defineConfig(settings, { testDir: 'test/bench/window', testMatch: '*.ts', workers: 1 });
