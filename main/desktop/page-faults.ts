/** A page that ends or hangs: it is loaded again, and when that does not help, a person reads why and decides. */
import { app, type BrowserWindow, dialog } from 'electron';
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { EventLog } from '../platform/log/event-log.ts';
import { shellWords } from './words.ts';

/** Reloads within `spanMs`, after which a person decides. The next page continues with what this one has saved in main (decision 42). */
const maxReloads = 3;
const spanMs = 60_000;

export function handlePageFaults(window: BrowserWindow, language: () => Language, log: EventLog): void {
  const contents = window.webContents;
  let reloads: number[] = [];
  /** The open question about a page that hangs. */
  let waiting: AbortController | null = null;

  /** Loads the page again; after too many times, a person decides. */
  function recover(): void {
    const now = performance.now();
    reloads = reloads.filter((at) => now - at < spanMs);
    if (reloads.length >= maxReloads) return void explain();
    reloads.push(now);
    reload();
  }

  function reload(): void {
    if (!window.isDestroyed()) contents.reload();
  }

  async function explain(): Promise<void> {
    const { message, detail, reload: again, quit } = shellWords(language()).page.ended;
    const { response } = await dialog.showMessageBox({ type: 'error', message, detail, buttons: [again, quit], defaultId: 0, cancelId: 0 });
    if (response === 1) return app.quit();
    reloads = [];
    reload();
  }

  async function askToWait(): Promise<void> {
    if (waiting !== null || window.isDestroyed()) return;
    waiting = new AbortController();
    const { signal } = waiting;
    const { message, detail, wait, reload: again } = shellWords(language()).page.hangs;
    const buttons = [wait, again];
    const question = { type: 'warning', message, detail, buttons, defaultId: 0, cancelId: 0, signal } as const;
    const { response } = await dialog.showMessageBox(window, question).finally(() => {
      waiting = null;
    });
    // A page that hangs does not obey a reload: its process ends, and `recover` loads it again.
    if (!signal.aborted && response === 1 && !window.isDestroyed()) contents.forcefullyCrashRenderer();
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.write('pageEnded', { reason, exitCode });
    if (reason !== 'clean-exit') recover();
  });
  window.on('unresponsive', () => {
    log.write('pageHangs', {});
    void askToWait().catch(() => undefined);
  });
  window.on('responsive', () => {
    log.write('pageResponds', {});
    waiting?.abort();
  });
}
