/**
 * Refuses every network request of the page: only main uses the network (design, section 2.1). A second barrier behind the content
 * security policy (Electron security checklist 1, 7).
 */
import type { Session } from 'electron';
import { isOwnUrl } from './app-origin.ts';

/** `blob:` and `data:` are the page's own memory; `devtools:` exists during development only. */
export function requestAllowed(url: string): boolean {
  return isOwnUrl(url) || /^(blob|data|devtools):/.test(url);
}

export function denyPageNetwork(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !requestAllowed(details.url) }));
}
