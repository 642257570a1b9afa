/** Notices that the machine's network changed: addresses came or went. Whether the line is up is for real calls to say. */
import { networkInterfaces } from 'node:os';

const lookEvery = 4_000;

/** Calls `changed` once for each change of the addresses that `interfaces` names; returns what ends the watch. Keeps no process alive. */
export function watchNetwork(changed: () => void, interfaces: typeof networkInterfaces = networkInterfaces): () => void {
  let before = addresses(interfaces);
  const timer = setInterval(() => {
    const now = addresses(interfaces);
    if (now === before) return;
    before = now;
    changed();
  }, lookEvery).unref();
  return () => clearInterval(timer);
}

/** None where the system does not tell them. */
function addresses(interfaces: typeof networkInterfaces): string {
  let found: ReturnType<typeof networkInterfaces>;
  try {
    found = interfaces();
  } catch {
    return ''; // a container may forbid it; the page's `online` event and a person are left to wake the queue
  }
  const all = Object.values(found).flatMap((of) => of?.filter(({ internal }) => !internal).map(({ cidr }) => cidr) ?? []);
  return JSON.stringify(all.sort());
}
