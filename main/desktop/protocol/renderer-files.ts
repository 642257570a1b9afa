/**
 * Lists the page's own files once, while its window opens (Electron security checklist 18). An address is looked up in the list and never
 * becomes a path, so it cannot leave the folder.
 */
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

export type RendererFile = { path: string; type: string };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** By address path (`/assets/x.js`). */
export type RendererFiles = Map<string, RendererFile>;

/** Adds every file under `folder`. Unknown kinds are served as plain bytes. */
export function listRendererFiles(folder: string, files: RendererFiles, prefix = '/'): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) listRendererFiles(path, files, `${prefix}${entry.name}/`);
    else if (entry.isFile())
      files.set(prefix + entry.name, { path, type: types[extname(entry.name).toLowerCase()] ?? 'application/octet-stream' });
  }
}
