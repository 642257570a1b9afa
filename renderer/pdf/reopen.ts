/**
 * Opens a long document again while it is read. pdf.js retains every byte that it has read of a document, and offers no way to drop
 * one. So after each `maxBytes` the same file is opened in another worker, the pages move over, and the first worker ends with its
 * memory (decision 43).
 */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type EventBus, type PDFFindController, type PDFViewer, RenderingStates } from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { Loading, LoadRequest } from './engine.ts';
import { thumbnailsDrawn } from './thumbnail-queue.ts';

/** Bytes read of a document since its opening, after which it is opened again. */
const maxBytes = 24 * 2 ** 20;
/** Milliseconds between two looks at pages that are still being drawn. */
const lookMs = 100;
/** Looks after which a page whose text or annotations cannot be read is drawn again. */
const maxLooks = 50;

/** The parts of pdf.js's viewer that show a document. */
export type Viewing = { viewer: PDFViewer; events: EventBus; findController: PDFFindController };

const watched = new WeakMap<PDFDocumentProxy, (viewing: Viewing) => () => void>();

/** Opens the document again whenever its viewer has read enough of it, if `loadReopening` loaded it. @returns ends that */
export const reopenWhileShown = (document: PDFDocumentProxy, viewing: Viewing): (() => void) | undefined =>
  watched.get(document)?.(viewing);

type Opened = { loading: Loading; document: PDFDocumentProxy; bytesAtOpening: number };

/** Loads a document that may be opened again. What `promise` has is the same object before and after. */
export function loadReopening(open: (request: LoadRequest) => Loading, request: LoadRequest): Loading {
  const first = open(request);
  let shown: Opened;
  /** The one that is being opened, or that ends. */
  let other: Loading | null = null;

  /** Never returns a page of a document that was opened before. */
  const getPage = async (number: number): Promise<PDFPageProxy> => {
    const asked = shown;
    const page = await asked.document.getPage(number).catch((thrown: unknown) => {
      if (asked === shown) throw thrown;
      return null;
    });
    return page !== null && asked === shown ? page : getPage(number);
  };

  const openAgain = async (viewing: Viewing): Promise<void> => {
    const lost = Promise.withResolvers<never>();
    const onLost = (thrown: unknown) => (shown.loading === next ? request.onLost(thrown) : lost.reject(thrown));
    const next = open({ ...request, onProgress: () => undefined, onLost });
    other = next;
    try {
      const document = await Promise.race([next.promise, lost.promise]);
      other = shown.loading;
      shown = { loading: next, document, bytesAtOpening: next.bytesRead() };
      await movePages(viewing, document);
    } catch {
      // The file cannot be read at this moment: the document stays open as it is, for as many bytes more.
      shown.bytesAtOpening = shown.loading.bytesRead();
    }
    await other.destroy();
    other = null;
  };

  const watch = (viewing: Viewing) => {
    const onRendered = () => {
      if (other === null && shown.loading.bytesRead() - shown.bytesAtOpening > maxBytes) void openAgain(viewing);
    };
    viewing.events.on('pagerendered', onRendered);
    return () => viewing.events.off('pagerendered', onRendered);
  };

  const start = async (): Promise<PDFDocumentProxy> => {
    const document = await first.promise;
    shown = { loading: first, document, bytesAtOpening: first.bytesRead() };
    const lasting = new Proxy(document, {
      get(_, key) {
        if (key === 'getPage') return getPage;
        const value = Reflect.get(shown.document, key, shown.document);
        return typeof value === 'function' ? value.bind(shown.document) : value;
      },
    });
    // pdf.js lays out the pages of a form in the page, with the fonts of the document.
    if (!document.isPureXfa) watched.set(lasting, watch);
    return lasting;
  };
  return {
    promise: start(),
    bytesRead: () => (shown?.loading ?? first).bytesRead(),
    async destroy() {
      await Promise.all([(shown?.loading ?? first).destroy(), other?.destroy()]);
    },
  };
}

/** What is used of pdf.js's view of a page. */
type View = {
  id: number;
  pdfPage: PDFPageProxy | null;
  renderingState: number;
  detailView: { renderingState: number } | null;
  textLayer: { div: HTMLElement } | null;
  annotationLayer: { div: HTMLElement | null } | null;
  structTreeLayer: { render: () => Promise<unknown> } | null;
  reset: () => void;
};

const isDrawn = ({ renderingState, textLayer, annotationLayer }: View): boolean =>
  renderingState === RenderingStates.FINISHED && (textLayer?.div.isConnected ?? true) && annotationLayer?.div !== null;

const isDrawing = ({ renderingState, detailView }: View): boolean =>
  renderingState === RenderingStates.RUNNING || detailView?.renderingState === RenderingStates.RUNNING;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Moves a viewer's pages to the document that was opened again. What is drawn stays, and is of the new document when it is drawn the next
 * time; all other pages are read from it when they are shown. Resolves when nothing reads the former one any more.
 */
async function movePages({ viewer, findController }: Viewing, document: PDFDocumentProxy): Promise<void> {
  const views = Array.from({ length: viewer.pagesCount }, (_, index) => viewer.getPageView(index) as View);
  let former = views.flatMap((view) => (view.pdfPage ? [{ view, page: view.pdfPage }] : []));
  const pages = new Map<number, PDFPageProxy>();
  for (let look = 0; former.length > 0; look++) {
    // Each time in a task of its own: none of the views is between taking its page and drawing it.
    await pause(look === 0 ? 0 : lookMs);
    const drawn: View[] = [];
    for (const { view } of former) {
      const page = pages.get(view.id);
      if (isDrawing(view)) continue;
      if (!isDrawn(view) && view.renderingState === RenderingStates.FINISHED && look < maxLooks) continue;
      if (!isDrawn(view)) {
        view.reset();
        view.pdfPage = null;
      } else if (page) view.pdfPage = page;
      else drawn.push(view);
    }
    former = former.filter(({ view, page }) => view.pdfPage === page);
    for (const view of drawn) {
      await view.structTreeLayer?.render();
      pages.set(view.id, await document.getPage(view.id));
    }
  }
  await Promise.all([thumbnailsDrawn(), ...findController._extractTextPromises]);
  while (viewer.viewer?.classList.contains('copyAll')) await pause(lookMs);
}
