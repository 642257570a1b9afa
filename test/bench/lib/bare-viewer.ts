/** An application that shows one document with bare pdf.js: a button opens it, and its first page is drawn on a canvas. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../../e2e/electron-binary.ts';

const pageScript = `
import { getDocument, GlobalWorkerOptions } from './pdf.min.mjs';
GlobalWorkerOptions.workerSrc = './pdf.worker.min.mjs';
const button = document.createElement('button');
button.textContent = 'Open';
button.onclick = async () => {
  const task = getDocument({ url: './document.pdf', disableAutoFetch: true, disableStream: true });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale: 1.5 });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [viewport.width, viewport.height];
  document.body.append(canvas);
  await page.render({ canvas, viewport }).promise;
  canvas.dataset.drawn = 'true';
};
document.body.append(button);
`;

const main = (documentPath: string) => `
import { app, BrowserWindow, protocol, session } from 'electron';
import { open, readFile } from 'node:fs/promises';
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
const pdfjs = ${JSON.stringify(join(repository, 'node_modules/pdfjs-dist/build/'))};
const script = ${JSON.stringify(pageScript)};
async function documentAnswer(request) {
  const file = await open(${JSON.stringify(documentPath)});
  const { size } = await file.stat();
  const [, first, last] = /^bytes=(\\d+)-(\\d*)$/.exec(request.headers.get('Range') ?? '') ?? [];
  const [start, end] = first === undefined ? [0, size - 1] : [Number(first), last === '' ? size - 1 : Number(last)];
  const headers = { 'Content-Type': 'application/pdf', 'Accept-Ranges': 'bytes', 'Content-Length': String(end + 1 - start) };
  if (first !== undefined) headers['Content-Range'] = 'bytes ' + start + '-' + end + '/' + size;
  const { Readable } = await import('node:stream');
  return new Response(Readable.toWeb(file.createReadStream({ start, end })), { status: first === undefined ? 200 : 206, headers });
}
void app.whenReady().then(() => {
  const page = session.fromPartition('empty');
  page.protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/document.pdf') return documentAnswer(request);
    if (pathname === '/index.html') return new Response('<!doctype html><title>Bare</title><body><script type="module" src="./page.js"></script>', { headers: { 'Content-Type': 'text/html' } });
    if (pathname === '/page.js') return new Response(script, { headers: { 'Content-Type': 'text/javascript' } });
    if (pathname.endsWith('.mjs')) return new Response(await readFile(pdfjs + pathname.slice(1)), { headers: { 'Content-Type': 'text/javascript' } });
    return new Response('', { status: 404 });
  });
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { session: page, sandbox: true, contextIsolation: true } });
  void window.loadURL('app://station/index.html');
});
app.on('window-all-closed', () => app.quit());
`;

/** Writes the application; the caller removes its folder. */
export function bareViewer(documentPath: string): { folder: string; bundle: string } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bare-viewer-'));
  const bundle = join(folder, 'main.js');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(bundle, main(documentPath));
  return { folder, bundle };
}
