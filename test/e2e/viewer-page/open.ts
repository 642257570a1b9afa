/**
 * Builds the viewer's page once and opens it in the worker's browser. Requests are answered by interception, with the
 * application's own security headers and byte ranges: nothing listens. Every refusal by the policy fails the test.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright';
import { build } from 'vite';
import { securityHeaders } from '../../../main/desktop/security/content-security-policy.ts';
import { readPdfFacts } from '../../../main/features/documents/pdf-facts.ts';
import { acceptsPieces, parsePieces } from '../../../shared/domain/pieces.ts';
import type { PageFacts } from '../../../shared/domain/placement/geometry.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import type { Language } from '../../../shared/i18n/languages.ts';

const origin = 'https://viewer.localhost';
const project = join(import.meta.dirname, '../../..');
const pdfjs = join(project, 'node_modules/pdfjs-dist');
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export type Host = { open: (options?: OpenOptions) => Promise<Opened>; close: () => Promise<void> };
export type OpenOptions = BrowserContextOptions & { theme?: 'light' | 'dark'; language?: Language };
export type Opened = {
  page: Page;
  /** Documents by id; null answers 404, as for a file that is gone. */
  documents: Map<string, Uint8Array | null>;
  /** `Range` headers of the document requests, null for a request of the whole. */
  ranges: (string | null)[];
  /** What the page complained of: refusals by the policy, exceptions, errors in the console. */
  complaints: string[];
  /** Shows a document with the facts that the station reads from it, and waits for its first page. */
  show: (id: string, bytes: Uint8Array, rule?: PlacementRule | null, readOnly?: boolean) => Promise<PageFacts[]>;
  rule: () => Promise<PlacementRule | null>;
  close: () => Promise<void>;
};

export async function startHost(browser: Browser): Promise<Host> {
  const outDir = await mkdtemp(join(tmpdir(), 'viewer-page-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: './/',
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'esnext', assetsInlineLimit: 0, minify: false, modulePreload: { polyfill: false } },
  });
  /** Stays for the next test that wants one like it, in a new document: a process of its own for each costs as much as most tests. */
  let last: { key: string; context: BrowserContext; page: Page } | null = null;
  async function pageFor(options: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(options);
    if (last?.key !== key) {
      await last?.context.close();
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      last = { key, context, page: await context.newPage() };
    }
    return last.page;
  }
  return {
    open: async ({ theme = 'light', language = 'en', ...options } = {}) => openDocument(await pageFor(options), outDir, theme, language),
    async close() {
      await last?.context.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

async function openDocument(page: Page, outDir: string, theme: string, language: Language): Promise<Opened> {
  const documents: Opened['documents'] = new Map();
  const ranges: Opened['ranges'] = [];
  const complaints: string[] = [];
  await page.route(`${origin}/**`, (route) => answer(route, outDir, documents, ranges));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${origin}/index.html?theme=${theme}&language=${language}`);
  await page.waitForFunction(() => window.viewerPage !== undefined);
  return {
    page,
    documents,
    ranges,
    complaints,
    show: async (id, bytes, rule = null, readOnly = false) => {
      documents.set(id, bytes);
      const { facts } = await readPdfFacts(bytes);
      if (!facts) throw new Error('the fixture has no facts');
      const { pages, signatures } = facts;
      await page.evaluate((shown) => window.viewerPage.show(shown), { id, pages, signatures, rule, readOnly });
      if (pages.length > 0) await page.locator('.page[data-page-number="1"][data-loaded="true"] canvas').first().waitFor();
      return pages;
    },
    rule: () => page.evaluate(() => window.viewerPage.rule),
    async close() {
      await page.goto('about:blank');
      page.removeAllListeners();
      // One may still be answered; without its page it fails.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  };
}

async function answer(route: Route, outDir: string, documents: Opened['documents'], ranges: Opened['ranges']): Promise<void> {
  const path = normalize(decodeURIComponent(new URL(route.request().url()).pathname));
  if (path.startsWith('/documents/')) {
    const range = (await route.request().allHeaders()).range ?? null;
    ranges.push(range);
    return answerBytes(route, documents.get(path.slice('/documents/'.length)) ?? null, range);
  }
  const file = path.startsWith('/pdfjs/') ? join(pdfjs, path.slice('/pdfjs/'.length)) : join(outDir, path);
  try {
    const body = await readFile(file);
    await route.fulfill({ body, headers: { ...securityHeaders, 'Content-Type': types[extname(file)] ?? 'application/octet-stream' } });
  } catch {
    // No such file: what a page asks for in vain shows as a complaint.
    await route.fulfill({ status: 404, headers: securityHeaders });
  }
}

async function answerBytes(route: Route, bytes: Uint8Array | null, range: string | null): Promise<void> {
  if (!bytes) return route.fulfill({ status: 404, headers: securityHeaders });
  const headers = { ...securityHeaders, 'Content-Type': 'application/pdf', 'Accept-Ranges': acceptsPieces };
  const pieces = parsePieces(range, bytes.length);
  if (Array.isArray(pieces)) {
    const body = Buffer.concat(pieces.map(({ start, end }) => bytes.subarray(start, end + 1)));
    return route.fulfill({ status: 206, body, headers });
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined) {
    return route.fulfill({ body: Buffer.from(bytes), headers: { ...headers, 'Content-Length': String(bytes.length) } });
  }
  const end = Math.min(Number(last), bytes.length - 1);
  await route.fulfill({
    status: 206,
    body: Buffer.from(bytes.subarray(Number(first), end + 1)),
    headers: { ...headers, 'Content-Range': `bytes ${first}-${end}/${bytes.length}`, 'Content-Length': String(end + 1 - Number(first)) },
  });
}
