/** Finds out how pdf.js, the viewer of the window, shows a file. Runs in the worker only. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageFacts } from '../../../shared/domain/placement/geometry.ts';

/** Maximum pages of a mended file that are compared one by one; each takes a fraction of a millisecond. */
const maxCompared = 1000;
/** Maximum bytes of a file that is compared: pdf.js takes seconds for each megabyte that it has to mend. */
const maxComparedBytes = 8 * 1024 * 1024;

type XfaNode = { name?: string; value?: string | null; children?: (XfaNode | null)[] };

/** Whether pdf.js lays out the form with visible content on its pages. The bytes are transferred. */
export async function pdfJsShowsForm(bytes: Uint8Array, password: string | null): Promise<boolean> {
  return withPdfJs(bytes, password, async (document) => {
    if (!document.isPureXfa) return false;
    for (let number = 1; number <= document.numPages; number++) {
      const tree: XfaNode | null = await (await document.getPage(number)).getXfa();
      if (tree !== null && hasContent(tree)) return true;
    }
    return false;
  });
}

/** Whether pdf.js shows exactly these pages: it may mend a damaged file differently. False for large files, without a check. */
export async function pdfJsShowsPages(bytes: Uint8Array, pages: readonly PageFacts[]): Promise<boolean> {
  if (bytes.length > maxComparedBytes) return false;
  return withPdfJs(new Uint8Array(bytes), null, async (document) => {
    if (document.numPages !== pages.length) return false;
    for (const [index, { cropBox, rotation, userUnit }] of pages.slice(0, maxCompared).entries()) {
      const shown = await document.getPage(index + 1);
      const box = [cropBox.left, cropBox.bottom, cropBox.right, cropBox.top];
      if (!box.every((edge, at) => edge === shown.view[at]) || shown.rotate !== rotation || shown.userUnit !== userUnit) return false;
    }
    return true;
  });
}

/** Opens a file with pdf.js; false when pdf.js cannot open it. The bytes are transferred. */
async function withPdfJs(
  bytes: Uint8Array,
  password: string | null,
  look: (document: PDFDocumentProxy) => Promise<boolean>,
): Promise<boolean> {
  const [{ getDocument }, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    // @ts-expect-error pdf.js does not describe its worker; it reads this global before it loads the file.
    import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  Object.assign(globalThis, { pdfjsWorker: worker });
  const task = getDocument({
    data: bytes,
    ...(password !== null && { password }),
    enableXfa: true,
    verbosity: 0,
  });
  try {
    return await look(await task.promise);
  } catch {
    return false;
  } finally {
    await task.destroy();
  }
}

/** Elements that are visible without text. */
const visible: ReadonlySet<string> = new Set(['svg', 'img', 'input', 'textarea', 'select']);

/** Whether a form has visible content. Not recursive: a form may be nested deeper than the stack. */
function hasContent(root: XfaNode): boolean {
  const waiting: (XfaNode | null)[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === null) continue;
    if (node.value?.trim() || visible.has(node.name ?? '')) return true;
    waiting.push(...(node.children ?? []));
  }
  return false;
}
