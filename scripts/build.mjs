/** Builds `dist/`: main with its workers, the preload and the renderer. Needs the project's Node, and re-runs itself there. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeNotices } from './lib/notices.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { buildParts, onProjectNode, root, runNode, tool } from './lib/project.mjs';

/** Builds all parts; throws when one fails. */
async function build() {
  const vite = await import(pathToFileURL(tool('vite/dist/node/index.js')).href);
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  for (const config of Object.values(buildParts)) {
    await vite.build({ configFile: join(root, config), logLevel: 'warn' });
  }
  writeNotices(join(root, 'dist'));
}

if (onProjectNode()) {
  await build();
} else {
  await ensurePackages();
  process.exitCode = await runNode([join(root, 'scripts/build.mjs')]);
}
