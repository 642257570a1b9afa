/** One pdf.js `PDFViewer` in one scroll container, with every active feature of a document switched off. */
import { AnnotationEditorType, AnnotationMode, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { EventBus, GenericL10n, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { annotationImages } from './engine.ts';

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
  /** Sets a page's true size; until pdf.js has read it, it has the first page's size. */
  measure: (page: number) => Promise<void>;
  pageElement: (page: number) => HTMLElement | null;
  /** Names every page for screen readers. */
  pageNames: (name: (page: number) => string) => void;
  dispose: () => void;
};

type Layer = { div?: HTMLElement | null } | null;
type RenderedLayer = { source: { annotationLayer?: Layer; xfaLayer?: Layer } };
type PageDiv = { div?: HTMLElement; pdfPage?: PDFPageProxy | null; setPdfPage: (page: PDFPageProxy) => void } | undefined;

export function createPageView(container: HTMLDivElement, pages: HTMLDivElement): PageView {
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
  events.on('xfalayerrendered', ({ source }: RenderedLayer) => source.xfaLayer?.div?.setAttribute('inert', ''));

  const show = (document: PDFDocumentProxy | null) => {
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
