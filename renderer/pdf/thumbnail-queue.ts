/** Draws thumbnails one at a time, so that the page in view never waits behind a row of them. */
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';

let last: Promise<void> = Promise.resolve();

/** Resolves when the thumbnails that were queued before are drawn. */
export const thumbnailsDrawn = (): Promise<void> => last;

/** Queues a page for a canvas of this CSS width. @returns cancels it, also while it is being drawn */
export function drawThumbnail(document: PDFDocumentProxy, page: number, canvas: HTMLCanvasElement, width: number): () => void {
  const dropped = new AbortController();
  last = last.then(() => draw(document, page, canvas, width, dropped.signal)).catch(() => undefined);
  // A page that cannot be drawn stays white here; the large view says what is wrong with the document.
  return () => {
    dropped.abort();
    // Frees the bitmap at once rather than at the next garbage collection.
    canvas.width = 0;
    canvas.height = 0;
  };
}

async function draw(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || document.loadingTask.destroyed) return;
  const page = await document.getPage(number);
  if (signal.aborted) return;
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (width * window.devicePixelRatio) / natural.width });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  const task: RenderTask = page.render({ canvas, viewport });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
