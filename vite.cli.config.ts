import { join } from 'node:path';
import { defineConfig } from 'vite';
import main, { workers } from './vite.main.config.ts';

const root = import.meta.dirname;
/** Modules that every start loads: one file, because each one takes about a millisecond. Not the entry, whose await would block them. */
const start =
  /\/main\/cli\/(run-command|commands\/[^/]+|support\/(command|exit-codes|help|interruption|io|personal-values|read-values|table|wrong-use))\.ts$/;

/** The command line of a checkout, bundled as the main process is: each command in chunks of its own. `scripts/lib/cli-bundle.mjs` says where. */
export default defineConfig({
  ...main,
  build: {
    ...main.build,
    rolldownOptions: {
      ...main.build?.rolldownOptions,
      input: { station: join(root, 'main/cli/index.ts'), ...workers },
      output: { ...main.build?.rolldownOptions?.output, codeSplitting: { groups: [{ name: 'start', test: start }] } },
    },
  },
});
