/** While developing (`npm run dev`): a page that was built again is listed and loaded again. Never in the package. */
import { watch } from 'node:fs';
import { app, type WebContents } from 'electron';
import { listRendererFiles, type RendererFile } from './renderer-files.ts';

export function reloadOnBuild(folder: string, files: Map<string, RendererFile>, contents: WebContents): void {
  if (app.isPackaged || process.env.STATION_DEV_RELOAD !== '1') return;
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { persistent: false }, () => {
    clearTimeout(timer);
    // A build writes many files: wait until it is quiet.
    timer = setTimeout(() => {
      files.clear();
      for (const [address, file] of listRendererFiles(folder)) files.set(address, file);
      if (!contents.isDestroyed()) contents.reload();
    }, 300);
  });
}
