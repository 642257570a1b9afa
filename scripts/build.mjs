/** Builds `dist/`: main with its workers, the preload and the renderer. Needs the project's Node, and re-runs itself there. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeNotices } from './lib/notices.mjs';
import { runAgain } from './lib/packages.mjs';
import { buildParts, onProjectNode, root } from './lib/project.mjs';

/** Builds all parts; throws when one fails. */
async function build() {
  // Vite leaves what the environment says. Built as a test, which starts a build with its own, the page has lists with rows of no width.
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  for (const config of Object.values(buildParts)) {
    await vite.build({ configFile: join(root, config), logLevel: 'warn' });
  }
  writeNotices(join(root, 'dist'));
}

if (onProjectNode()) {
  await build();
} else {
  await runAgain('build.mjs');
}
