/**
 * `npm run dev`: builds on every change. A change of main or the preload starts the application again, a
 * change of the page reloads it (main/desktop/desktop.ts). Same files, same content security policy as built.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { applicationCommand, fetchElectron } from './lib/launch.mjs';
import { ensurePackages, runAgain } from './lib/packages.mjs';
import { buildParts, environment, onProjectNode, root } from './lib/project.mjs';
import { ensureSystem } from './lib/system.mjs';

/** Starts and restarts the application; ends us when the person closed it. */
function createRunner(binary) {
  let child = null;
  let restarting = false;
  const start = () => {
    const [command, args] = applicationCommand(binary, process.argv.slice(2));
    child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment({ STATION_DEV_RELOAD: '1' }) });
    child.once('exit', (code) => {
      if (!restarting) process.exit(code ?? 0);
      restarting = false;
      start();
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (child === null ? process.exit(0) : child.kill()));
  return () => {
    if (child === null) return start();
    if (restarting) return;
    restarting = true;
    child.kill();
  };
}

async function develop() {
  const { build } = await import('vite');
  const restart = createRunner(await fetchElectron());
  const waiting = new Set(Object.keys(buildParts));
  for (const [name, config] of Object.entries(buildParts)) {
    const watcher = await build({ configFile: join(root, config), build: { watch: {} }, logLevel: 'warn' });
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') console.error(`${name}: ${event.error.message}`);
      if (event.code !== 'END') return;
      console.log(`built ${name}`);
      if (waiting.delete(name) ? waiting.size === 0 : name !== 'renderer') restart();
    });
  }
}

if (onProjectNode()) {
  await develop();
} else {
  await ensurePackages();
  await ensureSystem('start');
  await runAgain('dev.mjs');
}
