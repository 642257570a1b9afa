/** Accepts calls only from the main frame of the station's window while it shows the station's page (Electron security checklist 17). */
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import { isOwnUrl } from './app-origin.ts';

export type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'>;

/** `senderFrame` is null once the frame is closed. Frames are compared by identity. */
export function senderAllowed(event: Sender, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame;
  if (frame === null || window === null || window.isDestroyed()) return false;
  return frame === window.webContents.mainFrame && isOwnUrl(frame.url);
}
