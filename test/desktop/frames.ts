/** Frames and windows as IPC sees them. */
import type { BrowserWindow, WebFrameMain } from 'electron';

export const frame = (url: string, parent: WebFrameMain | null = null) => ({ url, parent }) as WebFrameMain;
export const windowOf = (mainFrame: WebFrameMain, destroyed = false) =>
  ({ webContents: { mainFrame }, isDestroyed: () => destroyed }) as BrowserWindow;
