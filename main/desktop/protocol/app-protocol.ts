/**
 * `app://station/`: the page's own files, the open documents, the files of records and returned test documents, and nothing else (Electron
 * security checklist 1, 18). Every answer carries the security headers.
 */

import { readFile } from 'node:fs/promises';
import { type Protocol, protocol } from 'electron';
import type { Language, Settings } from '../../../shared/domain/settings/settings.ts';
import type { ShownDocument } from '../../features/documents/documents.ts';
import { appScheme, isOwnUrl } from '../security/app-origin.ts';
import { securityHeaders } from '../security/content-security-policy.ts';
import { answerBytes, answerDocument } from './document-bytes.ts';
import { answerRecordFile, type RecordContent } from './record-bytes.ts';
import type { RendererFile, RendererFiles } from './renderer-files.ts';

/** The contents that the station serves, by id. */
export type StationContent = {
  /** @throws when no document of that id is open */
  document: (id: string) => ShownDocument;
  /** The returned file of a document. @throws when there is none, or when it has changed */
  returned: (documentId: string) => Promise<Uint8Array>;
  /** A picture, video or document of a record. @throws when the station has no such file */
  record: (recordId: string, fileId: string) => RecordContent;
  /** The returned test document, by the number of its call. @throws when there is none */
  testDocument: (call: number) => Uint8Array;
};

/** Language and theme that the page draws its first frame in. */
export type Beginning = { language: Language; theme: Settings['theme'] };

const empty = (status: number): Response => new Response(null, { status });

/** Returns the content that an address names by id; null for any other address. @throws for an id that is unknown or cannot be decoded */
function byId(content: StationContent, pathname: string): ((request: Request) => Promise<Response>) | null {
  const [, id] = /^\/documents\/([^/]+)$/.exec(pathname) ?? [];
  if (id !== undefined) {
    const document = content.document(decodeURIComponent(id));
    return (request) => answerDocument(document, request);
  }
  const [, call] = /^\/test-documents\/(\d{1,3})$/.exec(pathname) ?? [];
  if (call !== undefined) {
    const bytes = content.testDocument(Number(call));
    return async (request) => answerBytes(bytes, request);
  }
  const [, returnedId] = /^\/returned\/([^/]+)$/.exec(pathname) ?? [];
  if (returnedId !== undefined) {
    const name = decodeURIComponent(returnedId);
    return async (request) =>
      content.returned(name).then(
        (bytes) => answerBytes(bytes, request),
        () => empty(410),
      );
  }
  const [, recordId, fileId] = /^\/records\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  if (recordId === undefined || fileId === undefined) return null;
  const file = content.record(decodeURIComponent(recordId), decodeURIComponent(fileId));
  return (request) => answerRecordFile(file, request);
}

/** Puts the theme into the page's document, so that its first frame waits for no call. */
const withTheme = (html: string, theme: Beginning['theme']): string =>
  theme === 'system' ? html : html.replace('<html', `<html data-theme="${theme}"`);

async function answerFile({ path, type }: RendererFile, { theme }: Beginning): Promise<Response> {
  const bytes = await readFile(path);
  const body = type.startsWith('text/html') ? withTheme(bytes.toString('utf8'), theme) : bytes;
  return new Response(body, { headers: { 'Content-Type': type } });
}

async function answer(
  files: RendererFiles,
  content: () => Promise<StationContent>,
  beginning: () => Beginning,
  request: Request,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405);
  const url = URL.parse(request.url);
  if (url === null || !isOwnUrl(request.url)) return empty(404);

  const begun = beginning();
  // The build writes the page's document once for each language.
  const file = files.get(url.pathname === '/index.html' ? `/index.${begun.language}.html` : url.pathname);
  if (file !== undefined)
    return request.method === 'HEAD' ? new Response(null, { headers: { 'Content-Type': file.type } }) : answerFile(file, begun);

  const opened = await content();
  let named: ReturnType<typeof byId>;
  try {
    named = byId(opened, url.pathname);
  } catch {
    return empty(404); // whether unknown, changed or missing
  }
  return named === null ? empty(404) : named(request);
}

/**
 * Makes the handler of the protocol; tests call it without a window.
 * @param content resolves when the station is open; the page's own files do not wait for it
 */
export function createAppHandler(
  files: RendererFiles,
  content: () => Promise<StationContent>,
  beginning: () => Beginning,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await answer(files, content, beginning, request).catch(() => empty(500));
    for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
    return response;
  };
}

/** Must run before the application is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ]);
}

export function serveApp(sessionProtocol: Pick<Protocol, 'handle'>, ...content: Parameters<typeof createAppHandler>): void {
  sessionProtocol.handle(appScheme, createAppHandler(...content));
}
