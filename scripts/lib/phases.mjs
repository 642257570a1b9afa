/** Runs programs in process groups of their own, so that a run that is stopped stops everything that it started. */
import { spawn } from 'node:child_process';
import { environment, onceNpmIsGone, root } from './project.mjs';

const groups = new Set();
let stopping = null;

/** Exit code of a run that was stopped, by signal. */
const codes = { SIGINT: 130, SIGTERM: 143 };

/** Signals a program that was started in a group of its own, and all that it started; 0 only looks. @returns whether the group is alive */
export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends all groups: asked first, forced after ten seconds. The process itself ends when they are gone. */
function stop(signal) {
  if (stopping) return;
  stopping = signal;
  console.error(`\nStopping (${signal})…`);
  for (const pid of groups) signalGroup(pid, 'SIGTERM');
  setTimeout(() => {
    for (const pid of groups) signalGroup(pid, 'SIGKILL');
  }, 10_000).unref();
}

/** Stops everything on a signal, and when an npm that started the script gets one: it ends without stopping its script. */
export function stopTogether() {
  for (const signal of Object.keys(codes)) process.on(signal, () => stop(signal));
  onceNpmIsGone(() => stop('SIGTERM'));
}

/** Null, or the exit code of a run that was stopped. */
export const stoppedWith = () => (stopping ? codes[stopping] : null);

/**
 * Runs a program in a group of its own and resolves to its exit code when it has ended; after a stop, when the whole
 * group has ended. Does not start once the run is stopped.
 */
export function runGroup([command, args], options = {}) {
  if (stopping) return Promise.resolve(codes[stopping]);
  const detached = process.platform !== 'win32';
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: environment(), ...options, detached });
  if (detached) groups.add(child.pid);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', async (code) => {
      if (stopping) {
        for (let waited = 0; signalGroup(child.pid, 0) && waited < 15_000; waited += 50) await new Promise((next) => setTimeout(next, 50));
      }
      groups.delete(child.pid);
      resolve(stopping ? codes[stopping] : (code ?? 1));
    });
  });
}

/** Runs phases one after the other, measures each, and ends at a stop. @returns seconds of each phase by name */
export async function runPhases(phases) {
  const seconds = [];
  for (const [name, work] of phases) {
    if (stopping) break;
    console.log(`\n— ${name}`);
    const begun = Date.now();
    try {
      if ((await work()) === 'end') break;
    } finally {
      seconds.push([name, (Date.now() - begun) / 1000]);
    }
  }
  return seconds;
}
