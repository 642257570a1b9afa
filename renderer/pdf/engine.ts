/**
 * Loads one document with pdf.js. The bytes are read by range requests, as pages need them; nothing is fetched ahead.
 * pdf.js evaluates no code of a document here: scripting stays off, XFA forms are laid out without their scripts, and
 * WebAssembly only decodes images.
 */
import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  PasswordResponses,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import type { Piece } from '../../shared/domain/pieces.ts';
import { createRanges } from './ranges.ts';
import { openSource, SourceFailure } from './source.ts';
import { returnWorker, takeWorker } from './workers.ts';

/** Why a document cannot be shown. `password`: none was supplied. `gone`: the file was moved or deleted, or the station released it. */
export type LoadFailure = 'password' | 'wrong-password' | 'damaged' | 'gone' | 'unknown';

export type Loading = {
  promise: Promise<PDFDocumentProxy>;
  /** Number of bytes read so far, which pdf.js retains. */
  bytesRead: () => number;
  /** Ends the load or the loaded document, and frees its worker. */
  destroy: () => Promise<void>;
};

/** Returns a folder next to the page; relative, so that it works under any scheme. */
const parts = (folder: string) => new URL(`./pdfjs/${folder}/`, document.baseURI).href;
export const annotationImages = './pdfjs/images/';

/** Bytes of a range. To count pages pdf.js reads each page's object; larger ranges would fetch parts of every scanned picture. */
const rangeBytes = 8_192;

export type LoadRequest = {
  url: string;
  /** Null for none; pdf.js derives a key from it and does not store it. */
  password: string | null;
  onProgress: (loaded: number, total: number) => void;
  /** Bytes that a page needs cannot be read, also after loading. */
  onLost: (thrown: unknown) => void;
};

export function load({ url, password, onProgress, onLost }: LoadRequest): Loading {
  const address = new URL(url, document.baseURI).href;
  const stop = new AbortController();
  const source = openSource(address, stop.signal);
  // It starts while the first bytes are read.
  const worker = takeWorker();
  let task: PDFDocumentLoadingTask | null = null;
  let read = 0;
  let ending: Promise<void> | null = null;
  const readPieces = async (pieces: readonly Piece[]) => {
    const bytes = await source.read(pieces);
    read += bytes.length;
    return bytes;
  };
  const start = async (): Promise<PDFDocumentProxy> => {
    const first = await source.readFirst(rangeBytes);
    read = first.bytes.length;
    stop.signal.throwIfAborted();
    task = getDocument({
      worker,
      range: createRanges(first, readPieces, (thrown) => !stop.signal.aborted && onLost(thrown)),
      ...(password !== null && { password }),
      cMapUrl: parts('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: parts('standard_fonts'),
      wasmUrl: parts('wasm'),
      iccUrl: parts('iccs'),
      disableAutoFetch: true,
      disableStream: true,
      rangeChunkSize: rangeBytes,
      enableXfa: true,
    });
    task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => onProgress(loaded, total);
    return task.promise;
  };
  return {
    promise: start(),
    bytesRead: () => read,
    destroy: () => {
      stop.abort();
      ending ??= returnWorker(worker, task, read);
      return ending;
    },
  };
}

export function failureOf(thrown: unknown): LoadFailure {
  if (thrown instanceof PasswordException) return thrown.code === PasswordResponses.INCORRECT_PASSWORD ? 'wrong-password' : 'password';
  if (thrown instanceof InvalidPDFException) return 'damaged';
  if (thrown instanceof SourceFailure) return 'gone';
  return 'unknown';
}
