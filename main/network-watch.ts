/** Notices that the machine's network changed: addresses came or went. Whether the line is up is for real calls to say. */
import { networkInterfaces } from 'node:os';

const lookEvery = 4_000;

/** Calls back at every change; answers with what ends the watch. Keeps no process alive. */
export function watchNetwork(changed: () => void): () => void {
  let before = addresses();
  const timer = setInterval(() => {
    const now = addresses();
    if (now === before) return;
    before = now;
    changed();
  }, lookEvery).unref();
  return () => clearInterval(timer);
}

/** None where the system does not tell them. */
function addresses(): string {
  let interfaces: ReturnType<typeof networkInterfaces>;
  try {
    interfaces = networkInterfaces();
  } catch {
    return ''; // a container may forbid it; the page's `online` event and a person are left to wake the queue
  }
  const all = Object.values(interfaces).flatMap((of) => of?.filter(({ internal }) => !internal).map(({ cidr }) => cidr) ?? []);
  return JSON.stringify(all.sort());
}
