/**
 * XFA forms: XML in a PDF that some viewers show in place of its pages, others not. Runs in the worker only.
 * pdf.js shows what is laid out when the form opens (`dynamic`); of other forms it shows the pages of the file (`static`).
 */
import { decodePDFRawStream, PDFArray, PDFBool, PDFDict, PDFRawStream } from '@cantoo/pdf-lib';
import type { PdfFacts } from '../../shared/domain/document.ts';
import { entry } from './pdf-entries.ts';

/** Whether viewers that know XFA show something else than the file's own pages. */
export function xfaKind(catalog: PDFDict): PdfFacts['xfa'] {
  const form = entry(catalog, 'AcroForm');
  const xfa = form instanceof PDFDict ? entry(form, 'XFA') : undefined;
  if (!(xfa instanceof PDFArray || xfa instanceof PDFRawStream)) return 'none';
  const packets = xfa instanceof PDFArray ? Array.from({ length: xfa.size() }, (_, index) => xfa.lookup(index)) : [xfa];
  if (entry(catalog, 'NeedsRendering') === PDFBool.True) return 'dynamic';
  return packets.some((packet) => packet instanceof PDFRawStream && asksForLayout(packet)) ? 'dynamic' : 'static';
}

/** The configuration of the form says that its pages have to be laid out when it opens. */
function asksForLayout(packet: PDFRawStream): boolean {
  const text = Buffer.from(decodePDFRawStream(packet).decode()).toString('utf8');
  return /<dynamicRender>\s*required\s*<\/dynamicRender>/.test(text);
}

type XfaNode = { name?: string; value?: string | null; children?: (XfaNode | null)[] };

/** Whether pdf.js lays the form out, with something to see on its pages. The bytes are handed over. */
export async function pdfJsShowsForm(bytes: Uint8Array, password: string | null): Promise<boolean> {
  const [{ getDocument }, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    // @ts-expect-error pdf.js does not describe its worker; it looks for this very global before it loads the file.
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
    const document = await task.promise;
    if (!document.isPureXfa) return false;
    for (let number = 1; number <= document.numPages; number++) {
      const tree: XfaNode | null = await (await document.getPage(number)).getXfa();
      if (tree !== null && hasContent(tree)) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    await task.destroy();
  }
}

/** What is seen without a text of its own. */
const visible: ReadonlySet<string> = new Set(['svg', 'img', 'input', 'textarea', 'select']);

/** Without recursion: a form may be nested deeper than the stack. */
function hasContent(root: XfaNode): boolean {
  const waiting: (XfaNode | null)[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === null) continue;
    if (node.value?.trim() || visible.has(node.name ?? '')) return true;
    waiting.push(...(node.children ?? []));
  }
  return false;
}
