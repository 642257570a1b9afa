/** Short messages over the page's lower edge, loaded with the first one. */
import { useState, useSyncExternalStore } from 'react';
import { part } from './part.tsx';
import { queue } from './toast-queue.ts';

const ToastList = part(async () => (await import('./ToastList.tsx')).ToastList);

const subscribe = (changed: () => void) => queue.subscribe(changed);
const count = () => queue.visibleToasts.length;

export function Toasts() {
  const hasToasts = useSyncExternalStore(subscribe, count) > 0;
  const [hadToasts, setHadToasts] = useState(hasToasts);
  if (hasToasts && !hadToasts) setHadToasts(true);
  return hadToasts ? <ToastList /> : null;
}
