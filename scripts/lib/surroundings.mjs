/** What tests of the whole application run in: a keychain and a display of their own. */
import { electronBinary, hasCommand, hasDisplay } from './project.mjs';

/**
 * A D-Bus session with an unlocked keyring of its own, so that tests use a real Secret Service and never the
 * developer's. macOS and Windows have their keychain at hand.
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
