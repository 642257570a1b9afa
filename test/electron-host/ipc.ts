/** `electron.ipcMain` on the host. */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';

const handlers = new Map<string, Parameters<IpcMain['handle']>[1]>();

export const ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'> = {
  handle: (channel, listener) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, listener);
  },
  removeHandler: (channel) => {
    handlers.delete(channel);
  },
};

/** A call of the page's `ipcRenderer.invoke`. */
export async function receiveInvoke(event: Pick<IpcMainInvokeEvent, 'senderFrame'>, channel: string, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return handler(event as IpcMainInvokeEvent, ...args);
}
