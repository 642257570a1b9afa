/**
 * Loads one document with pdf.js. The bytes are read by range requests, as pages need them; nothing is fetched ahead.
 * pdf.js evaluates no code of a document here: scripting stays off, XFA forms are laid out without their scripts, and
 * WebAssembly only decodes images.
 */
import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  PasswordResponses,
  type PDFDocumentProxy,
  ResponseException,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useEffectEvent, useState } from 'react';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Why a document cannot be shown. `password`: none was supplied. `gone`: the file was moved or deleted, or the station released it. */
export type LoadFailure = 'password' | 'wrong-password' | 'damaged' | 'gone' | 'unknown';

export type Loading = {
  promise: Promise<PDFDocumentProxy>;
  /** Ends the load, or destroys the loaded document with its worker. */
  destroy: () => Promise<void>;
};

/** Returns a folder next to the page; relative, so that it works under any scheme. */
const parts = (folder: string) => new URL(`./pdfjs/${folder}/`, document.baseURI).href;
export const annotationImages = './pdfjs/images/';

/** @param password of the document, null for none; pdf.js derives a key from it and does not store it */
export function load(url: string, password: string | null, onProgress: (loaded: number, total: number) => void): Loading {
  const task = getDocument({
    url: new URL(url, document.baseURI).href,
    ...(password !== null && { password }),
    cMapUrl: parts('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: parts('standard_fonts'),
    wasmUrl: parts('wasm'),
    iccUrl: parts('iccs'),
    disableAutoFetch: true,
    disableStream: true,
    // To count pages pdf.js reads each page's object; larger chunks would fetch every scanned picture along with them.
    rangeChunkSize: 65_536,
    enableXfa: true,
  });
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => onProgress(loaded, total);
  return { promise: task.promise, destroy: () => task.destroy() };
}

export function failureOf(thrown: unknown): LoadFailure {
  if (thrown instanceof PasswordException) return thrown.code === PasswordResponses.INCORRECT_PASSWORD ? 'wrong-password' : 'password';
  if (thrown instanceof InvalidPDFException) return 'damaged';
  if (thrown instanceof ResponseException) return 'gone';
  return 'unknown';
}

type DocumentState =
  /** `share` from 0 to 1, null while the size is not known. */
  { state: 'loading'; share: number | null } | { state: 'ready'; document: PDFDocumentProxy } | { state: 'failed'; cause: LoadFailure };

const starting: DocumentState = { state: 'loading', share: null };

/**
 * Loads the document at a URL. Another URL, another attempt or unmounting ends the previous load and frees its worker.
 * @param takePassword returns the typed password once; it is asked for again when the document is opened again
 */
export function useDocument(url: string, takePassword: () => string | null): { document: DocumentState; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const key = `${attempt} ${url}`;
  // Stored with its key, so that the previous document is never shown for a moment under the new one.
  const [current, setCurrent] = useState({ key, document: starting });

  const take = useEffectEvent(takePassword);
  useEffect(() => {
    let over = false;
    const set = (document: DocumentState) => {
      if (over) return;
      // pdf.js continues to report progress with every part that a page requests later.
      over = document.state !== 'loading';
      setCurrent({ key, document });
    };
    const loading = load(url, take(), (loaded, total) => set({ state: 'loading', share: total > 0 ? Math.min(loaded / total, 1) : null }));
    loading.promise.then(
      (document) => set({ state: 'ready', document }),
      (thrown: unknown) => set({ state: 'failed', cause: failureOf(thrown) }),
    );
    return () => {
      over = true;
      // It may fail only because the load had failed before.
      loading.destroy().catch(() => undefined);
    };
  }, [url, key]);

  return { document: current.key === key ? current.document : starting, retry: () => setAttempt((count) => count + 1) };
}
