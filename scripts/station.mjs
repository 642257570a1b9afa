/** The command line of a checkout: `npm run -s station -- COMMAND …` (design, section 6). Needs the project's Node, and re-runs itself there. */
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cliBundle } from './lib/cli-bundle.mjs';
import { ensurePackages, runAgain } from './lib/packages.mjs';
import { onceNpmIsGone, onProjectNode, root } from './lib/project.mjs';

/** Codes of a checkout that may not be written to: its commands run from the sources. */
const readOnly = ['EACCES', 'EPERM', 'EROFS'];

async function entry() {
  try {
    const bundle = await cliBundle();
    // The cache of V8's compiled code is in the bundle's folder, so that both are removed together. Threads read the variable.
    process.env.NODE_COMPILE_CACHE ??= join(bundle, 'compile-cache');
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    return join(bundle, 'station.js');
  } catch (error) {
    if (!readOnly.includes(error.code)) throw error;
    return join(root, 'main/cli/index.ts');
  }
}

if (onProjectNode()) {
  await ensurePackages();
  // npm runs scripts in the repository; paths count from where the person is.
  if (process.env.npm_lifecycle_event === 'station') process.chdir(process.env.INIT_CWD ?? '.');
  onceNpmIsGone(() => process.kill(process.pid, 'SIGTERM'));
  await import(pathToFileURL(await entry()).href);
} else {
  await runAgain('station.mjs', { cwd: process.cwd(), env: process.env });
}
