/** Loads the document at a URL. Another URL, another attempt or unmounting ends the previous load and frees its worker. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureOf, type LoadFailure, load } from './engine.ts';

export type DocumentState =
  /** `share` from 0 to 1, null while the size is not known. */
  { state: 'loading'; share: number | null } | { state: 'ready'; document: PDFDocumentProxy } | { state: 'failed'; cause: LoadFailure };

const starting: DocumentState = { state: 'loading', share: null };

/** @param takePassword returns the typed password once; it is asked for again when the document is opened again */
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
