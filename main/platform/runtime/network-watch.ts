/** Watches the machine's network for added and removed addresses. Only real calls find out whether the provider is reachable. */
import { networkInterfaces } from 'node:os';

const intervalMs = 4_000;

/** Calls `changed` once for each change of the addresses of `interfaces`; returns a function that ends the watch. Does not keep the process alive. */
export function watchNetwork(changed: () => void, interfaces: typeof networkInterfaces = networkInterfaces): () => void {
  let before = addresses(interfaces);
  const timer = setInterval(() => {
    const now = addresses(interfaces);
    if (now === before) return;
    before = now;
    changed();
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** Empty where the system does not report them. */
function addresses(interfaces: typeof networkInterfaces): string {
  let found: ReturnType<typeof networkInterfaces>;
  try {
    found = interfaces();
  } catch {
    return ''; // a container may forbid it; then only the page's `online` event or a person wakes the queue
  }
  const all = Object.values(found).flatMap((of) => of?.filter(({ internal }) => !internal).map(({ cidr }) => cidr) ?? []);
  return JSON.stringify(all.sort());
}
