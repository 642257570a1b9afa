/** `electron.BrowserWindow` on the host: one window, one page. */
import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle, WebContents, WebPreferences } from 'electron';
import { app, emitApp, onQuitRequest } from './app.ts';
import { rememberPreferences, reportToParent } from './control.ts';
import { type HostPage, openPage } from './page.ts';
import { requireReady } from './ready.ts';
import { rules } from './session.ts';
import { screen } from './system-events.ts';

const windows = new Set<HostWindow>();
onQuitRequest(() => [...windows].every((window) => window.close()));

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

/** The part of `webContents` that the shell uses. */
class HostContents extends EventEmitter {
  host: HostPage | null = null;

  get mainFrame() {
    return this.host?.mainFrame ?? null;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    rules.openWindow = handler;
  }

  send(channel: string, ...args: unknown[]): void {
    // A page that is loading or closing receives nothing, as in Electron.
    void this.host?.post({ kind: 'event', channel, args }).catch(() => undefined);
  }

  isDestroyed(): boolean {
    return this.host?.isClosed() ?? false;
  }

  /** Number of reloads that the application asked for. */
  reloads = 0;

  reload(): void {
    this.reloads += 1;
    void this.host?.reload().catch(() => undefined);
  }

  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed' });
  }
}

/** The open window; null for none. */
export const theWindow = (): HostWindow | null => [...windows].at(-1) ?? null;

/** The size of a window that is made on a display of another scale is that of the first display, as it was with Electron on Windows. */
function firstBounds({ x = 0, y = 0, width = 800, height = 600 }: BrowserWindowConstructorOptions): Rectangle {
  const displays = screen.getAllDisplays();
  const own = displays.find(({ bounds }) => x >= bounds.x && x < bounds.x + bounds.width && y >= bounds.y && y < bounds.y + bounds.height);
  const ratio = (displays[0]?.scaleFactor ?? 1) / (own?.scaleFactor ?? 1);
  return { x, y, width: Math.round(width * ratio), height: Math.round(height * ratio) };
}

class HostWindow extends EventEmitter {
  readonly webContents = new HostContents();
  private readonly options: BrowserWindowConstructorOptions;
  private bounds: Rectangle;
  private destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    requireReady('BrowserWindow');
    this.options = options;
    this.bounds = firstBounds(options);
    rememberPreferences(options.webPreferences ?? {});
    windows.add(this);
  }

  static getAllWindows(): HostWindow[] {
    return [...windows];
  }

  async loadURL(url: string): Promise<void> {
    const { webPreferences = {} as WebPreferences } = this.options;
    const { width, height } = this.bounds;
    this.webContents.once('closed', () => this.gone());
    const host = await openPage({ width, height }, webPreferences, this.webContents);
    this.webContents.host = host;
    await host.load(url);
    this.emit('ready-to-show');
    reportToParent({ type: 'ready' });
  }

  private readonly hooks = new Map<number, (wParam: Buffer, lParam: Buffer) => void>();

  /** Of Windows, whose ends of a session tests play. */
  hookWindowMessage(message: number, callback: (wParam: Buffer, lParam: Buffer) => void): void {
    this.hooks.set(message, callback);
  }

  /** A message of Windows comes to its hook before Electron makes an event of it. */
  receiveMessage(message: number, wParam: bigint): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(wParam);
    this.hooks.get(message)?.(bytes, Buffer.alloc(8));
  }

  show(): void {}
  maximize(): void {}
  isMaximized = (): boolean => false;
  getNormalBounds = (): Rectangle => this.bounds;
  setBounds(bounds: Rectangle): void {
    this.bounds = bounds;
  }
  restore(): void {}

  focus(): void {
    void this.webContents.host?.bringToFront().catch(() => undefined);
  }

  /** The focus of a browser page cannot be read synchronously: the host assumes that the person is elsewhere. */
  isFocused(): boolean {
    return false;
  }

  isMinimized(): boolean {
    return false;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  /** False when the application prevents it. */
  close(): boolean {
    let prevented = false;
    this.emit('close', {
      preventDefault() {
        prevented = true;
      },
    });
    if (!prevented) this.destroy();
    return !prevented;
  }

  destroy(): void {
    void this.webContents.host?.close().catch(() => undefined);
    this.gone();
  }

  /** Also when the person closed the browser's window, without a question. */
  private gone(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0 && !emitApp('window-all-closed')) app.quit();
  }
}

export { HostWindow as BrowserWindow };
