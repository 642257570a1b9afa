/**
 * The page reaches no network at all; main does (design, section 2.1). Stands behind the content security
 * policy, for the case that something slips through it (Electron security checklist 1, 7).
 */
import type { Session } from 'electron';
import { isOwnUrl } from './app-origin.ts';

/** `blob:` and `data:` are the page's own memory; `devtools:` is there while developing only. */
export function requestAllowed(url: string): boolean {
  return isOwnUrl(url) || /^(blob|data|devtools):/.test(url);
}

export function denyPageNetwork(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !requestAllowed(details.url) }));
}
