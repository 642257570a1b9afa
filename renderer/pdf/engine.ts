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
