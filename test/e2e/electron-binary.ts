/** Whether the real Electron binary is there. `STATION_E2E_RUNTIME=electron|electron-host` insists on one of the two. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../..');

/** Compiled code of the built application, so that each start does not compile its megabytes again (`NODE_COMPILE_CACHE`). */
export const compileCache = join(repository, 'node_modules/.cache/node-compile');

const relative = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform as string] ?? 'electron';

/** Path of the binary, or null where the host stands in. */
export function electronBinary(): string | null {
  const path = join(repository, 'node_modules/electron/dist', relative);
  const wanted = process.env.STATION_E2E_RUNTIME;
  if (wanted === 'electron-host') return null;
  if (existsSync(path)) return path;
  if (wanted === 'electron') throw new Error('STATION_E2E_RUNTIME asks for the Electron binary, which is not there');
  return null;
}
