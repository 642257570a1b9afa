import { join } from 'node:path';
import { defineConfig } from 'vite';
import main, { together } from './vite.main.config.ts';

const root = import.meta.dirname;

/**
 * The command line of a checkout, bundled as the main process is: each command in chunks of its own. What commands share is in two files,
 * which the workers would load as well: those are in `vite.workers.config.ts`.
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
        codeSplitting: { groups: [together.start, together.folder] },
      },
    },
  },
});
