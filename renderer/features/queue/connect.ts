/** A change of network wakes the queue. How the line is, only real calls tell. */
import { call } from '../../bridge.ts';

export function startQueue(): () => void {
  // What the clerk did not start is not worth a message when it fails: what waits is tried later by itself.
  const wake = () => void call('queue.wake').catch(() => undefined);
  window.addEventListener('online', wake);
  return () => window.removeEventListener('online', wake);
}
