/** Puts the contract's channels on Electron's IPC: sender check first, then parse and handle. */
import { type BrowserWindow, ipcMain } from 'electron';
import { z } from 'zod';
import { stagedSchema } from '../../shared/domain/client-service.ts';
import { chosenPdfSchema } from '../../shared/domain/verification.ts';
import { problem } from '../../shared/errors.ts';
import { type ChannelName, channelNames, dropChannels, wireName } from '../../shared/ipc/channels.ts';
import { contract, dropRequestSchema, type IpcResult } from '../../shared/ipc/contract.ts';
import type { Station } from '../app/station.ts';
import { dispatch, type Handlers } from './dispatch.ts';
import { type Sender, senderAllowed } from './sender.ts';

const dropSchemas = { request: dropRequestSchema, response: z.object({ taken: z.number().int() }) };
const stageSchemas = { request: dropRequestSchema, response: z.array(stagedSchema) };
const verifySchemas = { request: dropRequestSchema, response: z.array(chosenPdfSchema) };

/** The sender check around a call. */
export function guarded(window: () => BrowserWindow | null, call: (request: unknown) => Promise<IpcResult<unknown>>) {
  return async (event: Sender, request: unknown): Promise<IpcResult<unknown>> =>
    senderAllowed(event, window()) ? call(request) : { ok: false, problem: problem('sender-refused') };
}

export function registerIpc(window: () => BrowserWindow | null, handlers: Handlers, station: Station): void {
  function register<C extends ChannelName>(name: C): void {
    const handler = handlers[name] as (request: unknown) => Promise<unknown>; // correlated unions: name and handler belong together
    ipcMain.handle(
      wireName(name),
      guarded(window, (request) => dispatch<unknown, unknown>(contract[name], handler, request)),
    );
  }
  for (const name of channelNames) register(name);

  ipcMain.handle(
    wireName(dropChannels.sign),
    guarded(window, (request) => dispatch(dropSchemas, ({ paths }) => station.documents.open(paths), request)),
  );
  ipcMain.handle(
    wireName(dropChannels.publish),
    guarded(window, (request) => dispatch(stageSchemas, ({ paths }) => station.publishing.stage(paths), request)),
  );
  ipcMain.handle(
    wireName(dropChannels.verify),
    guarded(window, (request) => dispatch(verifySchemas, ({ paths }) => station.verifier.take(paths), request)),
  );
}
