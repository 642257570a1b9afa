/**
 * Workers of pdf.js. Each open document has its own, so that one that keeps its worker busy delays no other. A new worker parses
 * more than a megabyte of script before it reads a document; so the worker of a closed document waits for the next one.
 */
import { GlobalWorkerOptions, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Milliseconds that a worker has to let go of its document. */
const limit = 5_000;
/** Bytes read of a document, after which its worker does not wait for the next one: they stay in its memory. */
const maxBytes = 8 * 2 ** 20;

let waiting: PDFWorker | null = null;

/** Returns the worker that waits, or starts one. */
export function takeWorker(): PDFWorker {
  const worker = waiting ?? new PDFWorker();
  waiting = null;
  return worker;
}

/**
 * Ends a document. Its worker then waits for the next one, or ends: if another one waits, or if this one fails, does not
 * answer, or has read much.
 * @param task null if the worker has no document
 */
export async function returnWorker(worker: PDFWorker, task: PDFDocumentLoadingTask | null, bytesRead: number): Promise<void> {
  const timer = setTimeout(() => worker.destroy(), limit);
  const free =
    task === null ||
    (await task.destroy().then(
      () => true,
      () => false,
    ));
  clearTimeout(timer);
  if (free && bytesRead <= maxBytes && waiting === null && !worker.destroyed) waiting = worker;
  else worker.destroy();
}
