/** `electron.shell` on the host. Under a test nothing is opened: the request is sent to the parent process instead. */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Shell } from 'electron';
import { reportToParent, scripted } from './control.ts';

function open(target: string): void {
  const [command, args]: [string, string[]] =
    process.platform === 'darwin'
      ? ['open', [target]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', target]]
        : ['xdg-open', [target]];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => process.stderr.write('electron-host: nothing here opens files\n'))
    .unref();
}

function openOrReport(kind: 'external' | 'path' | 'folder', target: string): void {
  if (scripted) reportToParent({ type: 'opened', kind, target });
  else open(kind === 'folder' ? dirname(target) : target);
}

export const shell: Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'> = {
  openExternal: async (url) => openOrReport('external', url),
  openPath: async (path) => {
    openOrReport('path', path);
    return '';
  },
  showItemInFolder: (path) => openOrReport('folder', path),
};
