/** One `PageView` for the life of a component, and the state that the toolbar shows. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPageView, type PageView } from './page-view.ts';

export type Zoom = { scale: number; preset: 'page-width' | 'page-fit' | null };
export type Find = { state: 'idle' | 'pending' | 'found' | 'wrapped' | 'not-found'; current: number; total: number };
export type Shown = { page: number; zoom: Zoom; find: Find; ready: boolean };

/** pdf.js's `FindState`, by its numbers. */
const findStates: readonly Find['state'][] = ['found', 'not-found', 'wrapped', 'pending'];
const noFind: Find = { state: 'idle', current: 0, total: 0 };
const zoomOf = (scale: number, preset?: string): Zoom => ({
  scale,
  preset: preset === 'page-width' || preset === 'page-fit' ? preset : null,
});
const nothing = (zoom: string): Shown => ({ page: 1, zoom: zoomOf(Number(zoom) || 1, zoom), find: noFind, ready: false });

type Counts = { matchesCount: { current: number; total: number } };

/** @param firstZoom a preset of pdf.js or a scale as text; only its first value counts */
export function usePageView(
  container: RefObject<HTMLDivElement | null>,
  pages: RefObject<HTMLDivElement | null>,
  document: PDFDocumentProxy | null,
  firstZoom: string,
): { view: PageView | null; shown: Shown; resetFind: () => void } {
  const [view, setView] = useState<PageView | null>(null);
  const [shown, setShown] = useState<Shown>(() => nothing(firstZoom));

  const zoom = useRef(firstZoom);

  useEffect(() => {
    if (!container.current || !pages.current) return;
    const created = createPageView(container.current, pages.current);
    const change = (part: Partial<Shown>) => setShown((before) => ({ ...before, ...part }));
    created.events.on('pagesinit', () => {
      created.viewer.currentScaleValue = zoom.current;
      // pdf.js has scrolled to the page's own edge; the backdrop above it belongs to the first view.
      created.viewer.container.scrollTop = 0;
      change({ ready: true });
    });
    created.events.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => change({ page: pageNumber }));
    created.events.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
      change({ zoom: zoomOf(scale, presetValue) }),
    );
    created.events.on('updatefindmatchescount', ({ matchesCount }: Counts) =>
      setShown((before) => ({ ...before, find: { ...before.find, ...matchesCount } })),
    );
    created.events.on('updatefindcontrolstate', ({ state, matchesCount }: Counts & { state: number }) =>
      change({ find: { state: findStates[state] ?? 'idle', ...matchesCount } }),
    );
    setView(created);
    return () => {
      setView(null);
      created.dispose();
    };
  }, [container, pages]);

  useEffect(() => {
    if (!view || !document) return;
    setShown(nothing(zoom.current));
    view.show(document);
    return () => {
      view.show(null);
      setShown(nothing(zoom.current));
    };
  }, [view, document]);

  // Preset zooms follow the pane's size.
  useEffect(() => {
    const element = container.current;
    const preset = shown.zoom.preset;
    if (!view || !element || !shown.ready || preset === null) return;
    const observer = new ResizeObserver(() => {
      view.viewer.currentScaleValue = preset;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [container, view, shown.zoom.preset, shown.ready]);

  return { view, shown, resetFind: () => setShown((before) => ({ ...before, find: noFind })) };
}
