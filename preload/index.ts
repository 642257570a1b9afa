/**
 * The bridge: one function a channel on `window.station` and no generic send (Electron security checklist
 * 17, 20). Bundled into one CommonJS file, since a sandboxed preload can require only Electron.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channelNames, dropChannels, eventNames, wireName } from '../shared/ipc/channels.ts';
import type { StationApi } from '../shared/ipc/contract.ts';

const invoke = Object.fromEntries(
  channelNames.map((name) => [name, (request: unknown) => ipcRenderer.invoke(wireName(name), request)]),
) as StationApi['invoke'];

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
  return ipcRenderer.invoke(wireName(channel), { paths });
};

const api: StationApi = {
  invoke,
  on,
  openDropped: (files) => sendDropped(dropChannels.sign, files),
  stageDropped: (files) => sendDropped(dropChannels.publish, files),
  verifyDropped: (files) => sendDropped(dropChannels.verify, files),
};

contextBridge.exposeInMainWorld('station', api);
