/**
 * `app://station/`: the page's own files and the open documents, and nothing else (Electron security
 * checklist 1, 18). Every answer carries the security headers.
 */
import { readFile } from 'node:fs/promises';
import { type Protocol, protocol } from 'electron';
import type { OpenDocument } from '../documents/document-list.ts';
import { appScheme, isOwnUrl } from './app-origin.ts';
import { securityHeaders } from './content-security-policy.ts';
import { answerDocument } from './document-bytes.ts';
import type { RendererFile } from './renderer-files.ts';

export type AppContent = {
  files: ReadonlyMap<string, RendererFile>;
  /** @throws when no document of that id is open */
  document: (id: string) => OpenDocument;
};

const empty = (status: number): Response => new Response(null, { status });

async function answer(content: AppContent, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return empty(405);
  const url = URL.parse(request.url);
  if (url === null || !isOwnUrl(request.url)) return empty(404);

  const id = /^\/documents\/([^/]+)$/.exec(url.pathname)?.[1];
  if (id !== undefined) {
    let document: OpenDocument;
    try {
      document = content.document(decodeURIComponent(id));
    } catch {
      return empty(404); // unknown, or not decodable: the page need not know which
    }
    return answerDocument(document, request);
  }

  const file = content.files.get(url.pathname);
  if (file === undefined) return empty(404);
  return new Response(request.method === 'HEAD' ? null : await readFile(file.path), { headers: { 'Content-Type': file.type } });
}

/** The whole protocol as a function, so that tests can ask it without a window. */
export function createAppHandler(content: AppContent): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await answer(content, request).catch(() => empty(500));
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

export function serveApp(sessionProtocol: Pick<Protocol, 'handle'>, content: AppContent): void {
  sessionProtocol.handle(appScheme, createAppHandler(content));
}
