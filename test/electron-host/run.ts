/** Runs a built Electron application on Node: `node run.ts <folder> [arguments]`. */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, setAppFolder } from './app.ts';
import { listenToParent } from './control.ts';
import { becomeReady, startHosting } from './ready.ts';
import { takeOverSignals } from './signals.ts';
import { answerSystemRequest } from './system-control.ts';

const [node = process.execPath, , folder = '.', ...args] = process.argv;
const appFolder = resolve(folder);
const { main } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as { main: string };
const entry = join(appFolder, main);
if (!existsSync(entry)) {
  process.stderr.write(`electron-host: ${main} is not built\n`);
  process.exit(2);
}

// A packed tree has its application in `resources`. Electron names the folder among the arguments only when it is not packed.
const isPackaged = basename(dirname(appFolder)) === 'resources';
setAppFolder(appFolder, isPackaged);
process.argv = isPackaged ? [node, ...args] : [node, appFolder, ...args];

const electron = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electron, shortCircuit: true, format: 'module-typescript' } : next(specifier, context),
});

startHosting();
listenToParent(answerSystemRequest);
await import(pathToFileURL(entry).href);
takeOverSignals(app.quit);
becomeReady();
