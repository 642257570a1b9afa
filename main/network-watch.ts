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

function addresses(): string {
  const all = Object.values(networkInterfaces()).flatMap((of) => of?.filter(({ internal }) => !internal).map(({ cidr }) => cidr) ?? []);
  return JSON.stringify(all.sort());
}
