import { defineConfig } from 'vite';
import { bundledPackages } from './vite.bundled-packages.ts';
import main, { workers } from './vite.main.config.ts';

/** The workers of the command line, which share no file with it: `vite.cli.config.ts` says why. */
export default defineConfig({
  ...main,
  plugins: [bundledPackages('workers', [])],
  build: { ...main.build, rolldownOptions: { ...main.build?.rolldownOptions, input: workers } },
});
