/** How the built application is run here: on the Electron binary, or on the Electron host (design, section 8). */
import { join } from 'node:path';
import { allowIsolation, electronBinary, isIsolationRefused, projectNode, root, runNode, tools } from './project.mjs';

/** True when the address that the binary comes from answers at all. */
async function downloadReachable() {
  if (process.env.ELECTRON_MIRROR) return true;
  try {
    const answer = await fetch('https://github.com/electron/electron/releases', { method: 'HEAD', signal: AbortSignal.timeout(5000) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Tries once to get the binary; null when that did not work, or when it cannot run. */
export async function fetchElectron() {
  const there = electronBinary();
  if (there !== null) return there;
  if (isIsolationRefused()) {
    console.error(
      `This system does not let Electron isolate its pages. To allow it until the machine starts again, as administrator:\n  ${allowIsolation}`,
    );
    return null;
  }
  if (!(await downloadReachable())) return null;
  console.error('Fetching Electron…');
  const timeout = 10 * 60_000;
  await runNode([tools.electronInstall], { stdio: ['ignore', 'ignore', 'ignore'], timeout }).catch(() => 1);
  return electronBinary();
}

/** Command and arguments for the built application. */
export function applicationCommand(binary, args) {
  if (binary === null) return [projectNode, [join(root, 'test/electron-host/run.ts'), root, ...args]];
  // Chromium refuses its sandbox to root (containers), and only then is it off.
  const asRoot = process.platform === 'linux' && process.getuid() === 0;
  return [binary, [...(asRoot ? ['--no-sandbox'] : []), root, ...args]];
}
