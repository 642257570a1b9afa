/**
 * One pdf.js `PDFViewer` in one scroll container, with every active feature of a document switched off, and the state that the toolbar
 * shows of it.
 */
import { AnnotationEditorType, AnnotationMode, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { EventBus, GenericL10n, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { annotationImages } from './engine.ts';
import { reopenWhileShown } from './reopen.ts';

/** Disables the links of a document, external and internal. Find and page navigation do not use them. */
class DeadLinks extends PDFLinkService {
  override externalLinkEnabled = false;
  override async goToDestination() {}
  override goToXY() {}
  override executeNamedAction() {}
  override async executeSetOCGState() {}
  override getAnchorUrl() {
    return '';
  }
}

/** The viewer names its pages itself, in the station's language; pdf.js would do so in English. */
class NoWords extends GenericL10n {
  override async translate() {}
  override async translateOnce() {}
  override pause() {}
  override resume() {}
}

/** Pixels; less than the space between pages, so that the page before stays out of sight. */
const deskAbove = 8;

export type FindRequest = { query: string; again: boolean; previous: boolean };
export type PageView = {
  viewer: PDFViewer;
  events: EventBus;
  show: (document: PDFDocumentProxy | null) => void;
  find: (request: FindRequest) => void;
  endFind: () => void;
  /** Scrolls to the top of a page, with a little of the backdrop above it. */
  go: (page: number) => void;
  /** Scrolls until a height of a page is in the middle of the view. @param share of the page's height, from its top */
  reveal: (page: number, share: number) => void;
  /** Sets a page's true size; until pdf.js has read it, it has the first page's size. */
  measure: (page: number) => Promise<void>;
  pageElement: (page: number) => HTMLElement | null;
  /** Names every page for screen readers. */
  pageNames: (name: (page: number) => string) => void;
  dispose: () => void;
};

type Layer = { div?: HTMLElement | null } | null;
type RenderedLayer = { source: { annotationLayer?: Layer; textLayer?: Layer; xfaLayer?: Layer } };
type PageDiv = { div?: HTMLElement; pdfPage?: PDFPageProxy | null; setPdfPage: (page: PDFPageProxy) => void } | undefined;

function createPageView(container: HTMLDivElement, pages: HTMLDivElement): PageView {
  const ending = new AbortController();
  const events = new EventBus();
  const linkService = new DeadLinks({ eventBus: events });
  const findController = new PDFFindController({ eventBus: events, linkService });
  const options = {
    container,
    viewer: pages,
    eventBus: events,
    linkService,
    findController,
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    imageResourcesPath: annotationImages,
    enableAutoLinking: false,
    supportsPinchToZoom: false,
    l10n: new NoWords('en-us'),
    abortSignal: ending.signal,
  };
  const viewer = new PDFViewer(options);
  linkService.setViewer(viewer);
  // Annotations and form fields are visible but inactive: no pointer, no focus, no pop-up.
  events.on('annotationlayerrendered', ({ source }: RenderedLayer) => source.annotationLayer?.div?.setAttribute('inert', ''));
  // The pages are one Tab stop, the area that scrolls.
  events.on('textlayerrendered', ({ source }: RenderedLayer) => source.textLayer?.div?.removeAttribute('tabindex'));
  events.on('xfalayerrendered', ({ source }: RenderedLayer) => source.xfaLayer?.div?.setAttribute('inert', ''));

  let endReopening: (() => void) | undefined;
  const show = (document: PDFDocumentProxy | null) => {
    endReopening?.();
    endReopening = document ? reopenWhileShown(document, { viewer, events, findController }) : undefined;
    linkService.setDocument(document);
    viewer.setDocument(document);
  };
  return {
    viewer,
    events,
    show,
    find: ({ query, again, previous }) =>
      events.dispatch('find', {
        source: viewer,
        type: again ? 'again' : '',
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: previous,
        matchDiacritics: false,
      }),
    endFind: () => events.dispatch('findbarclose', { source: viewer }),
    go: (page) => {
      viewer.currentPageNumber = page;
      container.scrollTop -= deskAbove;
    },
    reveal: (page, share) => {
      viewer.currentPageNumber = page;
      const element = (viewer.getPageView(page - 1) as PageDiv)?.div;
      if (!element) return;
      const within = element.getBoundingClientRect().top - container.getBoundingClientRect().top;
      container.scrollTop += within + share * element.clientHeight - container.clientHeight / 2;
    },
    measure: async (number) => {
      const shown = viewer.pdfDocument;
      if (!shown || (viewer.getPageView(number - 1) as PageDiv)?.pdfPage) return;
      const page = await shown.getPage(number);
      const element = viewer.getPageView(number - 1) as PageDiv;
      if (viewer.pdfDocument === shown && element && !element.pdfPage) element.setPdfPage(page);
    },
    pageElement: (page) => (viewer.getPageView(page - 1) as PageDiv)?.div ?? null,
    pageNames: (name) => {
      for (let page = 1; page <= viewer.pagesCount; page++)
        (viewer.getPageView(page - 1) as PageDiv)?.div?.setAttribute('aria-label', name(page));
    },
    dispose: () => {
      show(null);
      viewer.cleanup();
      ending.abort();
    },
  };
}

export type Zoom = { scale: number; preset: 'page-width' | 'page-fit' | null };
export type Find = { state: 'idle' | 'pending' | 'found' | 'wrapped' | 'not-found'; current: number; total: number };
type Shown = { page: number; zoom: Zoom; find: Find; ready: boolean };

/** pdf.js's `FindState`, by its numbers. */
const findStates: readonly Find['state'][] = ['found', 'not-found', 'wrapped', 'pending'];
const noFind: Find = { state: 'idle', current: 0, total: 0 };
const zoomOf = (scale: number, preset?: string): Zoom => ({
  scale,
  preset: preset === 'page-width' || preset === 'page-fit' ? preset : null,
});
const nothing = (zoom: string): Shown => ({ page: 1, zoom: zoomOf(Number(zoom) || 1, zoom), find: noFind, ready: false });

type Counts = { matchesCount: { current: number; total: number } };

/** Returns one `PageView` for the life of a component. @param firstZoom a preset of pdf.js or a scale as text; only its first value counts */
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
