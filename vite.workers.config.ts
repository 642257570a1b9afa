import { defineConfig } from 'vite';
import { bundledPackages } from './vite.bundled-packages.ts';
import main, { workers } from './vite.main.config.ts';

/** The workers of main and of the command line, which share no file with them: those load in a few files what they need at once. */
export default defineConfig({
  ...main,
  plugins: [bundledPackages('workers', [])],
  build: { ...main.build, rolldownOptions: { ...main.build?.rolldownOptions, input: workers } },
});
