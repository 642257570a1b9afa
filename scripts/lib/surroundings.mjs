/** What tests of the whole application run in: a keychain, a display and temporary folders of their own. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronBinary, hasCommand, hasDisplay } from './project.mjs';

/** Folders of the keyrings, which end with this process. */
const folders = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * A D-Bus session with an unlocked keyring of its own, in an empty folder, so that tests use a real Secret Service and never the
 * developer's, nor one that grows from run to run. macOS and Windows always have a keychain.
 */
export function inKeyring(command, args) {
  const possible = process.platform === 'linux' && hasCommand('dbus-run-session') && hasCommand('gnome-keyring-daemon');
  if (!possible) return [command, args];
  const folder = mkdtempSync(join(quickFolder(), 'station-keyring-'));
  folders.push(folder);
  const daemon = 'XDG_DATA_HOME="$0" XDG_RUNTIME_DIR="$0" gnome-keyring-daemon --unlock --components=secrets';
  const script = `printf station | ${daemon} >/dev/null && exec "$@"`;
  return ['dbus-run-session', ['--', 'sh', '-c', script, folder, command, ...args]];
}

/** The real binary needs a display, a virtual one if need be; the Electron host does not. */
export function withDisplay(command, args) {
  return electronBinary() !== null && !hasDisplay() ? ['xvfb-run', ['-a', command, ...args]] : [command, args];
}

const memoryFolder = '/dev/shm';
const enough = 6 * 1024 ** 3;

/**
 * Where temporary folders are made: in memory where there is room, since commits to the disk took a quarter of the main thread's time in nine files of tests. A process
 * that is killed leaves the same there as on a disk; what a loss of power leaves is tested by a shim that drops unsynced writes.
 */
export function quickFolder() {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= enough ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}
