/**
 * Opens a long document again while it is read. pdf.js retains every byte that it has read of a document, and offers no way to drop
 * one. So the same file is opened in another worker after some bytes, the pages move over, and the first worker ends with its
 * memory (decision 45).
 */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type EventBus, type PDFFindController, type PDFViewer, RenderingStates } from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { Loading, LoadRequest } from './engine.ts';
import { thumbnailsDrawn } from './thumbnail-queue.ts';

/** Bytes that are read of a document after its opening, until it is opened again: once a page is drawn, or before one is drawn. */
const bytesUntil = { pagerendered: 12 * 2 ** 20, pagerender: 20 * 2 ** 20 };
/** Milliseconds between two looks at pages that are still being drawn. */
const lookMs = 100;
/** Number of looks after which a page whose text or annotations cannot be read is drawn again. */
const maxLooks = 50;

/** The parts of pdf.js's viewer that show a document. */
export type Viewing = { viewer: PDFViewer; events: EventBus; findController: PDFFindController };

const watched = new WeakMap<PDFDocumentProxy, (viewing: Viewing) => () => void>();

/** Opens a document of `loadReopening` again whenever its viewer has read enough of it. @returns ends that */
export const reopenWhileShown = (document: PDFDocumentProxy, viewing: Viewing): (() => void) | undefined =>
  watched.get(document)?.(viewing);

type Opened = { loading: Loading; document: PDFDocumentProxy; bytesAtOpening: number };

/** Loads a document that may be opened again. The object that `promise` resolves to stays the same. */
export function loadReopening(open: (request: LoadRequest) => Loading, request: LoadRequest): Omit<Loading, 'bytesRead'> {
  const first = open(request);
  let shown: Opened | null = null;
  /** The one that is being opened, or that ends. */
  let other: Loading | null = null;

  async function openAgain(former: Opened, viewing: Viewing, signal: AbortSignal): Promise<void> {
    const lost = Promise.withResolvers<never>();
    const onLost = (thrown: unknown) => (shown === former ? lost.reject(thrown) : request.onLost(thrown));
    const next = open({ ...request, onProgress: () => undefined, onLost });
    other = next;
    try {
      const document = await Promise.race([next.promise, lost.promise]);
      signal.throwIfAborted();
      other = former.loading;
      shown = { loading: next, document, bytesAtOpening: next.bytesRead() };
      await movePages(viewing, document, signal);
    } catch {
      // The file cannot be read at this moment: the document stays as it is open, for as many bytes more.
      former.bytesAtOpening = former.loading.bytesRead();
    }
    await other.destroy();
    other = null;
  }

  function watch(viewing: Viewing): () => void {
    const end = new AbortController();
    const after = (bytes: number) => () => {
      if (shown === null || other !== null || shown.loading.bytesRead() - shown.bytesAtOpening <= bytes) return;
      void openAgain(shown, viewing, end.signal);
    };
    for (const [event, bytes] of Object.entries(bytesUntil)) viewing.events.on(event, after(bytes), { signal: end.signal });
    return () => end.abort();
  }

  async function start(): Promise<PDFDocumentProxy> {
    const document = await first.promise;
    shown = { loading: first, document, bytesAtOpening: first.bytesRead() };
    const current = () => shown?.document ?? document;
    const lasting = new Proxy(document, {
      get(_, key) {
        if (key === 'getPage') return (page: number) => pageOf(current, page);
        const value = Reflect.get(current(), key, current());
        return typeof value === 'function' ? value.bind(current()) : value;
      },
    });
    // pdf.js lays out the pages of a form in the page, in fonts that belong to the document.
    if (!document.isPureXfa) watched.set(lasting, watch);
    return lasting;
  }
  return {
    promise: start(),
    async destroy() {
      await Promise.all([(shown?.loading ?? first).destroy(), other?.destroy()]);
    },
  };
}

/** Returns a page of the document that is open when the page has been read. */
async function pageOf(current: () => PDFDocumentProxy, number: number): Promise<PDFPageProxy> {
  for (;;) {
    const asked = current();
    try {
      const page = await asked.getPage(number);
      if (asked === current()) return page;
    } catch (thrown) {
      if (asked === current()) throw thrown;
    }
  }
}

/** What is used of pdf.js's view of a page. */
type View = {
  id: number;
  pdfPage: PDFPageProxy | null;
  renderingState: number;
  canvas: HTMLCanvasElement | null;
  detailView: { renderingState: number } | null;
  textLayer: { div: HTMLElement } | null;
  annotationLayer: { div: HTMLElement | null } | null;
  structTreeLayer: { render: () => Promise<unknown> } | null;
  reset: () => void;
};

const isDrawing = ({ renderingState, detailView }: View): boolean =>
  renderingState === RenderingStates.RUNNING || detailView?.renderingState === RenderingStates.RUNNING;

/** Whether a page is on the screen with its text and annotations; perhaps in another size, until it is drawn in the new one. */
const isDrawn = ({ canvas, renderingState, textLayer, annotationLayer }: View): boolean =>
  canvas !== null && renderingState !== RenderingStates.PAUSED && textLayer?.div.isConnected !== false && annotationLayer?.div !== null;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Moves a viewer's pages to the document that was opened again. What is drawn stays on the screen, and is drawn from that document the
 * next time; other pages are read from it when they are shown. Resolves when nothing reads the former document any more.
 */
async function movePages({ viewer, findController }: Viewing, document: PDFDocumentProxy, signal: AbortSignal): Promise<void> {
  const views = Array.from({ length: viewer.pagesCount }, (_, index): View => viewer.getPageView(index));
  let former = views.flatMap((view) => (view.pdfPage ? [{ view, page: view.pdfPage }] : []));
  const pages = new Map<View, PDFPageProxy>();
  for (let look = 0; former.length > 0 && !signal.aborted; look++) {
    // Each look is a task of its own, in which no view is between taking its page and drawing it.
    await pause(look === 0 ? 0 : lookMs);
    for (const { view } of former) {
      if (isDrawing(view)) continue;
      if (isDrawn(view)) view.pdfPage = pages.get(view) ?? view.pdfPage;
      else if (view.renderingState !== RenderingStates.FINISHED || look > maxLooks) {
        view.reset();
        view.pdfPage = null;
      }
    }
    viewer.forceRendering(null);
    former = former.filter(({ view, page }) => view.pdfPage === page);
    for (const { view } of former.filter((one) => isDrawn(one.view))) {
      await view.structTreeLayer?.render().catch(() => undefined);
      pages.set(view, await document.getPage(view.id));
    }
  }
  await Promise.all([thumbnailsDrawn(), ...findController._extractTextPromises]);
  // The text of all pages is being copied.
  while (viewer.viewer?.classList.contains('copyAll') && !signal.aborted) await pause(lookMs);
}
