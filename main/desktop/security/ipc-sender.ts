/** Who may call: the main frame of our own window, showing our own page (Electron security checklist 17). */
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import { isOwnUrl } from './app-origin.ts';

export type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'>;

/** `senderFrame` is null when the frame is gone, and a frame object is compared by identity. */
export function senderAllowed(event: Sender, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame;
  if (frame === null || window === null || window.isDestroyed()) return false;
  return frame === window.webContents.mainFrame && frame.parent === null && isOwnUrl(frame.url);
}
