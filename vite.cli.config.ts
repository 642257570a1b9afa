import { join } from 'node:path';
import { defineConfig } from 'vite';
import main from './vite.main.config.ts';

const root = import.meta.dirname;
/** Modules that every start loads. Not the entry, whose await would block them. */
const start =
  /\/main\/cli\/(run-command|commands\/[^/]+|support\/(command|exit-codes|help|interruption|io|personal-values|read-values|table|wrong-use))\.ts$/;
/** Modules that every command loads which opens the data folder; they take with them what they import. */
const folder = /\/main\/(cli\/support\/open-folder|app\/stored-queue)\.ts$/;

/**
 * The command line of a checkout, bundled as the main process is: each command in chunks of its own. What commands share is in two files,
 * because each file takes about a millisecond. The workers, which would load those two as well, are in `vite.cli-workers.config.ts`.
 * `scripts/lib/cli-bundle.mjs` says where the bundle is.
 */
export default defineConfig({
  ...main,
  build: {
    ...main.build,
    rolldownOptions: {
      ...main.build?.rolldownOptions,
      input: { station: join(root, 'main/cli/index.ts') },
      output: {
        ...main.build?.rolldownOptions?.output,
        codeSplitting: {
          groups: [
            { name: 'start', test: start, priority: 1 },
            { name: 'folder', test: folder },
          ],
        },
      },
    },
  },
});
