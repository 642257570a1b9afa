/**
 * What the two sides of a page say to each other: the application's (`page.ts`) and the browser's (`browser-page.ts`).
 * It is data alone, since they may be two processes.
 */
import type { FromPage, ToPage } from './page-script.ts';

export const mainFrameId = 0;
/** A frame as it is now. Its id stays its own. */
export type FrameState = { id: number; url: string; parent: FrameState | null };

export type PageRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  resourceType: string;
  navigation: Navigation | null;
};
/** Which frame navigates: the page’s own (`main`), one within it (`inner`), or one of another window (`other`). */
export type Navigation = 'main' | 'inner' | 'other';

/** `null`: the browser itself makes the request. */
export type PageAnswer =
  | { refused: 'aborted' | 'blockedbyclient' }
  | { status: number; headers?: Record<string, string>; body: Uint8Array }
  | null;

export type PageEvent =
  | { type: 'crash' | 'dom-ready' | 'navigated' | 'closed' }
  | { type: 'refused'; what: 'window' | 'download'; url: string };

/** What the page asks the application. */
export type PageOwner = {
  answer(request: PageRequest): Promise<PageAnswer>;
  receive(source: FrameState, message: FromPage): Promise<unknown>;
  allowsWindow(url: string): boolean | Promise<boolean>;
  happened(event: PageEvent): void;
};

export type PageSetup = {
  size: { width: number; height: number };
  acceptDownloads: boolean;
  /** The browser's names of those that are granted. */
  permissions: string[];
  /** Text of the preload. */
  preload: string;
};

/** What the application does with the page. */
export type BrowserPage = {
  load(url: string): Promise<void>;
  reload(): Promise<void>;
  post(message: ToPage): Promise<void>;
  bringToFront(): Promise<void>;
  /** What it shows. */
  text(): Promise<string>;
  close(): Promise<void>;
};
