import { join } from 'node:path';
import { defineConfig } from 'vite';
import main, { workers } from './vite.main.config.ts';

const root = import.meta.dirname;

/** The command line of a checkout, bundled as the main process is: each command in chunks of its own. `scripts/lib/cli-bundle.mjs` says where. */
export default defineConfig({
  ...main,
  build: {
    ...main.build,
    rolldownOptions: { ...main.build?.rolldownOptions, input: { station: join(root, 'main/cli/index.ts'), ...workers } },
  },
});
