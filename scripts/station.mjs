/** The command line of a checkout: `npm run -s station -- COMMAND …` (design, section 6). */
import { join } from 'node:path';
import { ensurePackages } from './lib/packages.mjs';
import { root, runNode } from './lib/project.mjs';

await ensurePackages();
// npm runs scripts in the repository; paths count from where the person is.
const cwd = process.env.npm_lifecycle_event === 'station' ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd();
process.exitCode = await runNode([join(root, 'main/cli/index.ts'), ...process.argv.slice(2)], { cwd, env: process.env });
