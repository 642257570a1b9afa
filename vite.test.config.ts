import { join } from 'node:path';
import { defineConfig } from 'vite';
import { lightPasswords, programs, programsFolder } from './test/support/runner/programs.ts';
import main from './vite.main.config.ts';

const root = import.meta.dirname;

/** The programs that tests start as processes and threads, bundled as the main process is: loading TypeScript again in each costs most of their time. */
export default defineConfig({
  ...main,
  resolve: { alias: [lightPasswords] },
  build: {
    ...main.build,
    outDir: programsFolder,
    sourcemap: true,
    rolldownOptions: {
      ...main.build?.rolldownOptions,
      input: Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, join(root, source)])),
      output: { ...main.build?.rolldownOptions?.output, codeSplitting: {} },
    },
  },
});
