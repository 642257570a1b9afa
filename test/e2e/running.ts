/** What a running application offers to a spec, on whichever runtime. */
import type { WebPreferences } from 'electron';
import type { Page } from 'playwright/test';
import type { HostState, Refused } from '../electron-host/control.ts';
import type { HandlerAnswers } from '../electron-host/session.ts';
import type { StationApi } from '../support/doors/shared.ts';
import type { Language } from '../support/doors/words.ts';

/** What the application asked the system to open. Nothing is really opened under a test. */
export type Opened = { kind: 'external' | 'path' | 'folder'; target: string };

export type LaunchOptions = {
  /** An existing folder, which stays; without it a temporary one that is removed with the fixture. */
  dataDir: string;
  language: Language;
  theme: 'light' | 'dark';
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
  env: Record<string, string>;
  /** Files and folders on the application's command line. */
  args: readonly string[];
};

export type SystemOfHost = {
  /** Emits an event of the window, its contents, the power monitor or the application; resolves to whether the application prevented what follows. */
  emit(source: 'window' | 'contents' | 'power' | 'app', event: string, detail?: object): Promise<boolean>;
  state(): Promise<HostState>;
  /** Clicks an item of the menu bar; false when there is none of that label. */
  clickMenu(label: string): Promise<boolean>;
  /** The item that is clicked in the next menu at the mouse. */
  answerPopup(label: string): Promise<void>;
  /** Clicks the last notification; false when the application did not refer to it any more. */
  clickNotification(): Promise<boolean>;
  signal(name: NodeJS.Signals): void;
  /** What the application wrote on stdout and stderr. */
  output(): string;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
};

export type Running = {
  runtime: 'electron' | 'electron-host';
  page: Page;
  dataDir: string;
  /** What the next file dialog answers; null dismisses it. */
  answerDialog(paths: readonly string[] | null): Promise<void>;
  /** Where the next save dialog puts its file; null dismisses it. */
  answerSave(path: string | null): Promise<void>;
  /** The button (from 0) that the next message box is answered with. */
  answerMessage(button: number): Promise<void>;
  opened(): Promise<Opened[]>;
  /** Notifications that the application showed, as `title: text`. */
  notified(): Promise<string[]>;
  webPreferences(): Promise<WebPreferences>;
  /** What the application's rules refused to the page so far. */
  refused(): Promise<Refused[]>;
  /** Calls the application's handlers of new windows and permissions; null on Electron, which returns them to no one. */
  askHandlers(url: string, permissions: readonly string[]): Promise<HandlerAnswers | null>;
  /** The operating system, as the host plays it; null on the real binary. */
  system: SystemOfHost | null;
  /** Closes the window as a person would; the application may ask before it goes. */
  askToQuit(): Promise<void>;
  /** The same, and waits for the end. */
  quit(): Promise<void>;
};

/** For `page.evaluate`: the page's bridge, typed. */
export type PageWithStation = Window & { station: StationApi };

export function systemOf({ system }: Running): SystemOfHost {
  if (system === null) throw new Error('not on the Electron host');
  return system;
}
