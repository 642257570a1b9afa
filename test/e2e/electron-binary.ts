/** Whether the real Electron binary is there. `STATION_E2E_RUNTIME=electron|electron-host` insists on one of the two. */
import { join } from 'node:path';
import { electronBinary as installedBinary, root as repository } from '../../scripts/lib/project.mjs';

export { repository };

/** Compiled code of the built application, so that each start does not compile its megabytes again (`NODE_COMPILE_CACHE`). */
export const compileCache = join(repository, 'node_modules/.cache/node-compile');

/** Path of the binary, or null where the host stands in. */
export function electronBinary(): string | null {
  const wanted = process.env.STATION_E2E_RUNTIME;
  if (wanted === 'electron-host') return null;
  const path = installedBinary();
  if (path === null && wanted === 'electron')
    throw new Error('STATION_E2E_RUNTIME asks for the Electron binary, which is not there or cannot run');
  return path;
}
