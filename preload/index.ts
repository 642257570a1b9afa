/**
 * The bridge: one function a channel on `window.station` and no generic send (Electron security checklist
 * 17, 20). Bundled into one CommonJS file, since a sandboxed preload can require only Electron.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { answerName, channelNames, dropChannels, eventNames, wireName } from '../shared/ipc/channels.ts';
import type { IpcResult, StationApi } from '../shared/ipc/contract.ts';

type Answer = IpcResult<never>;

/** Calls without an answer yet, by their ids. */
const open = new Map<string, (answer: Answer) => void>();

ipcRenderer.on(wireName(answerName), (_event: unknown, id: string, answer: Answer) => open.get(id)?.(answer));

/**
 * Main answers by the way of its events: Electron has another way for what `invoke` returns, and promises no order between the two, so that an
 * answer could come before an event that was sent earlier. `invoke` itself returns a refusal of the caller, or null.
 */
async function ask(name: string, request: unknown): Promise<Answer> {
  const id = crypto.randomUUID();
  const answered = new Promise<Answer>((resolve) => open.set(id, resolve));
  try {
    const refused: Answer | null = await ipcRenderer.invoke(wireName(name), id, request);
    return refused ?? (await answered);
  } finally {
    open.delete(id);
  }
}

const invoke = Object.fromEntries(
  channelNames.map((name) => [name, (request: unknown) => ask(name, request)]),
) as unknown as StationApi['invoke'];

const on = Object.fromEntries(
  eventNames.map((name) => [
    name,
    (listener: (payload: unknown) => void) => {
      // The event object stays here: it would give the page Electron's sender.
      const forward = (_event: unknown, payload: unknown) => listener(payload);
      ipcRenderer.on(wireName(name), forward);
      return () => {
        ipcRenderer.off(wireName(name), forward);
      };
    },
  ]),
) as StationApi['on'];

/** A file that was not dropped from disk has no path and is left out. */
const sendDropped = (channel: string, files: File[]) => {
  const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  return ask(channel, { paths });
};

const api: StationApi = {
  invoke,
  on,
  openDropped: (files) => sendDropped(dropChannels.sign, files),
  stageDropped: (files) => sendDropped(dropChannels.publish, files),
  verifyDropped: (files) => sendDropped(dropChannels.verify, files),
};

contextBridge.exposeInMainWorld('station', api);
