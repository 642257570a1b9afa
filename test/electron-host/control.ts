/**
 * The parent process of a test: answers dialogs in advance, receives what would have been opened, and requests
 * data that the page cannot know. Over Node's IPC channel, so only a parent that started the host can.
 */
import type { WebPreferences } from 'electron';
import { app } from './app.ts';
import { askHandlers, type HandlerAnswers } from './session.ts';

export type ToHost =
  | { type: 'answer-open'; paths: string[] | null }
  | { type: 'answer-save'; path: string | null }
  | { type: 'answer-message'; button: number }
  | { type: 'web-preferences' }
  | { type: 'ask-handlers'; url: string; permissions: readonly string[] }
  | { type: 'emit'; source: 'window' | 'contents' | 'power' | 'app'; event: string; detail?: object }
  | { type: 'click-notification' }
  | { type: 'click-menu'; label: string }
  | { type: 'answer-popup'; label: string }
  | { type: 'state' }
  | { type: 'quit' };

/** What the application did to the system. */
export type HostState = { staysAwake: boolean; theme: string; popups: string[][]; reloads: number };

/** Requests that the application's rules refused to the page. */
export type Refused = { what: 'navigation' | 'request' | 'window' | 'download'; url: string };

export type FromHost =
  | { type: 'ready' }
  | { type: 'opened'; kind: 'external' | 'path' | 'folder'; target: string }
  | { type: 'notified'; text: string }
  | { type: 'refused'; refused: Refused }
  | { type: 'handlers'; answers: HandlerAnswers }
  | { type: 'emitted'; prevented: boolean }
  | { type: 'notification-clicked'; wasThere: boolean }
  | { type: 'menu-clicked'; wasThere: boolean }
  | { type: 'state'; state: HostState }
  | { type: 'web-preferences'; preferences: WebPreferences };

/** True under a test. */
export const scripted = process.send !== undefined;
/** True where a page of the parent's browser is the window. */
export const inParent = scripted && process.env.ELECTRON_HOST_BROWSER === 'parent';

export const openAnswers: (string[] | null)[] = [];
export const saveAnswers: (string | null)[] = [];
export const messageAnswers: number[] = [];
let preferences: WebPreferences = {};

export function reportToParent(message: FromHost): void {
  process.send?.(message);
}

export const reportRefused = (what: Refused['what'], url: string): void => reportToParent({ type: 'refused', refused: { what, url } });

export function rememberPreferences(all: WebPreferences): void {
  // The session is an object of the host, not a value to send.
  const { session: _session, ...plain } = all;
  preferences = plain;
}

/** @param answerSystemRequest see `system-control.ts` */
export function listenToParent(answerSystemRequest: (message: ToHost) => void): void {
  if (!scripted) return;
  process.on('message', (message: ToHost) => {
    if (message.type === 'answer-open') openAnswers.push(message.paths);
    if (message.type === 'answer-save') saveAnswers.push(message.path);
    if (message.type === 'answer-message') messageAnswers.push(message.button);
    if (message.type === 'web-preferences') reportToParent({ type: 'web-preferences', preferences });
    if (message.type === 'ask-handlers') {
      void askHandlers(message.url, message.permissions).then((answers) => reportToParent({ type: 'handlers', answers }));
    }
    answerSystemRequest(message);
    if (message.type === 'quit') app.quit();
  });
  // A test that died leaves no browser behind.
  process.on('disconnect', () => app.exit(1));
}
