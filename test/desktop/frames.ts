/** Frames and windows as IPC sees them. */
import type { BrowserWindow, WebFrameMain } from 'electron';

export const frame = (url: string, parent: WebFrameMain | null = null) => ({ url, parent }) as WebFrameMain;
/** @param send gets what main sends to the page */
export const windowOf = (mainFrame: WebFrameMain, destroyed = false, send: (...sent: unknown[]) => void = () => undefined) =>
  ({ webContents: { mainFrame, send }, isDestroyed: () => destroyed }) as unknown as BrowserWindow;
