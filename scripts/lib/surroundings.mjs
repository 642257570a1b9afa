/** What tests of the whole application run in: a keychain, a display and temporary folders of their own. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { electronBinary, hasCommand, hasDisplay } from './project.mjs';

/**
 * A D-Bus session with an unlocked keyring of its own, so that tests use a real Secret Service and never the
 * developer's. macOS and Windows always have a keychain.
 */
export function inKeyring(command, args) {
  const possible = process.platform === 'linux' && hasCommand('dbus-run-session') && hasCommand('gnome-keyring-daemon');
  if (!possible) return [command, args];
  const script = 'printf station | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$@"';
  return ['dbus-run-session', ['--', 'sh', '-c', script, command, ...args]];
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
