/** Puts the contract's channels on Electron's IPC: sender check first, then the call, which waits until the station is open. */
import { type BrowserWindow, ipcMain } from 'electron';
import { problem } from '../../../shared/errors.ts';
import { answerName, channelNames, dropChannels, wireName } from '../../../shared/ipc/channels.ts';
import type { IpcResult } from '../../../shared/ipc/contract.ts';
import { type Sender, senderAllowed } from '../security/ipc-sender.ts';
import type { Calls } from './calls.ts';

/** The sender check around a call. Returns a refusal; what the call returns is sent as an event (see `preload/index.ts`). */
export function guarded(window: () => BrowserWindow | null, call: (request: unknown) => Promise<IpcResult<unknown>>) {
  return async (event: Sender, id: unknown, request: unknown): Promise<IpcResult<never> | null> => {
    if (!senderAllowed(event, window())) return { ok: false, problem: problem('sender-refused') };
    const answer = await call(request);
    const target = window();
    if (target !== null && !target.isDestroyed()) target.webContents.send(wireName(answerName), id, answer);
    return null;
  };
}

/** @param calls resolves when the station is open */
export function registerIpc(window: () => BrowserWindow | null, calls: () => Promise<Calls>): void {
  for (const name of [...channelNames, ...Object.values(dropChannels)]) {
    const call = async (request: unknown) => (await calls()).get(name)?.(request) ?? { ok: false as const, problem: problem('internal') };
    ipcMain.handle(wireName(name), guarded(window, call));
  }
}
