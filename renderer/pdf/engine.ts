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
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
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

/** Bytes of a range. To count pages pdf.js reads each page's object; larger ones would fetch every scanned picture along with them. */
const rangeBytes = 65_536;

/** Milliseconds after which a range that failed is requested once more: a share of the network may be away for a moment. */
const againAfterMs = 1_000;

/** A range that was answered with an error. */
class RangeFailure extends Error {}

/** Fetches the bytes from `begin` to before `end`, or to the end of the file. `size`: of the whole file. */
async function fetchRange(url: string, begin: number, end: number, signal: AbortSignal): Promise<{ bytes: Uint8Array; size: number }> {
  const answer = await fetch(url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal });
  if (!answer.ok) throw new RangeFailure(String(answer.status));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const [, size] = /\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '') ?? [];
  return { bytes, size: size === undefined ? bytes.length : Number(size) };
}

/** The ranges of a document after the first. The requests of pdf.js itself wait without end for one that fails after loading. */
class Ranges extends PDFDataRangeTransport {
  readonly #fetch: (begin: number, end: number) => Promise<{ bytes: Uint8Array }>;
  readonly #onFailure: (thrown: unknown) => void;

  constructor({ size, bytes, fetch, onFailure }: RangeSource) {
    super(size, bytes);
    this.#fetch = fetch;
    this.#onFailure = onFailure;
  }

  override requestDataRange(begin: number, end: number): void {
    const again = () => new Promise((resolve) => setTimeout(resolve, againAfterMs)).then(() => this.#fetch(begin, end));
    this.#fetch(begin, end)
      .catch(again)
      .then(({ bytes }) => this.onDataRange(begin, bytes))
      .catch(this.#onFailure);
  }
}

type RangeSource = {
  /** Of the whole file; `bytes`: those of its first range. */
  size: number;
  bytes: Uint8Array;
  fetch: (begin: number, end: number) => Promise<{ bytes: Uint8Array }>;
  onFailure: (thrown: unknown) => void;
};

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
  const fetchPart = (begin: number, end: number) => fetchRange(address, begin, end, stop.signal);
  let task: PDFDocumentLoadingTask | null = null;
  const start = async (): Promise<PDFDocumentProxy> => {
    const first = await fetchPart(0, rangeBytes);
    stop.signal.throwIfAborted();
    task = getDocument({
      range: new Ranges({ ...first, fetch: fetchPart, onFailure: (thrown) => !stop.signal.aborted && onLost(thrown) }),
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
    async destroy() {
      stop.abort();
      await task?.destroy();
    },
  };
}

export function failureOf(thrown: unknown): LoadFailure {
  if (thrown instanceof PasswordException) return thrown.code === PasswordResponses.INCORRECT_PASSWORD ? 'wrong-password' : 'password';
  if (thrown instanceof InvalidPDFException) return 'damaged';
  if (thrown instanceof RangeFailure) return 'gone';
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
    let [loaded, ended] = [false, false];
    const set = (document: DocumentState) => {
      // pdf.js continues to report progress with every part that a page requests later.
      if (ended || (loaded && document.state === 'loading')) return;
      loaded ||= document.state === 'ready';
      ended = document.state === 'failed';
      setCurrent({ key, document });
    };
    const fail = (thrown: unknown) => set({ state: 'failed', cause: failureOf(thrown) });
    const loading = load({
      url,
      password: take(),
      onProgress: (done, total) => set({ state: 'loading', share: total > 0 ? Math.min(done / total, 1) : null }),
      onLost: fail,
    });
    loading.promise.then((document) => set({ state: 'ready', document }), fail);
    return () => {
      ended = true;
      // It may fail only because the load had failed before.
      loading.destroy().catch(() => undefined);
    };
  }, [url, key]);

  return { document: current.key === key ? current.document : starting, retry: () => setAttempt((count) => count + 1) };
}
