/** `npm run screens`: builds and makes the pictures of `docs/screens` again. STATION_SCREENS and STATION_SCREENS_DIR: see test/screens. */
import { join } from 'node:path';
import { readOptions } from './lib/options.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { projectNode, root, run, runNode, tools } from './lib/project.mjs';
import { inKeyring, withDisplay } from './lib/surroundings.mjs';
import { ensureSystem } from './lib/system.mjs';

readOptions();
await ensurePackages();
await ensureSystem('test');
const built = await runNode([join(root, 'scripts/build.mjs')]);
const playwright = [tools.playwright, 'test', '-c', 'playwright.screens.config.ts'];
process.exitCode = built === 0 ? await run(...inKeyring(...withDisplay(projectNode, playwright))) : built;
