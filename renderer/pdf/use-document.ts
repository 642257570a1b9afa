/** The document at an address, as a state of a component. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureOf, type LoadFailure, type LoadRequest, load } from './engine.ts';
import { loadReopening } from './reopen.ts';

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
    const password = take();
    const request: LoadRequest = {
      url,
      password,
      onProgress: (done, total) => set({ state: 'loading', share: total > 0 ? Math.min(done / total, 1) : null }),
      onLost: fail,
    };
    // A password is not retained, so that a document with one is opened once.
    const loading = password === null ? loadReopening(load, request) : load(request);
    loading.promise.then((document) => set({ state: 'ready', document }), fail);
    return () => {
      ended = true;
      void loading.destroy();
    };
  }, [url, key]);

  return { document: current.key === key ? current.document : starting, retry: () => setAttempt((count) => count + 1) };
}
