/**
 * Finds XFA forms: XML in a PDF that only some viewers show instead of its pages. Runs in the worker only.
 * pdf.js shows the XML of a form that is laid out when it opens (`dynamic`), and the pages of the file for others (`static`).
 */
import type { PdfFacts } from '../../../shared/domain/documents/document.ts';
import { catalogOf } from '../../platform/pdf/file/document.ts';
import type { PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { unpack } from '../../platform/pdf/file/streams.ts';
import { dictOf, isArray, isStream, PdfFault, type PdfStream } from '../../platform/pdf/file/syntax.ts';

/** Returns the kind of XFA form: whether viewers that know XFA show other content than the file's own pages. @throws PdfFault */
export function xfaKind(file: PdfFile): PdfFacts['xfa'] {
  const catalog = catalogOf(file);
  const xfa = file.follow(dictOf(file.follow(catalog.get('AcroForm')))?.get('XFA'));
  if (!(isArray(xfa) || isStream(xfa))) return 'none';
  const packets = isArray(xfa) ? xfa.map((item) => file.follow(item)) : [xfa];
  if (file.follow(catalog.get('NeedsRendering')) === true) return 'dynamic';
  return packets.some((packet) => isStream(packet) && asksForLayout(file, packet)) ? 'dynamic' : 'static';
}

/** Whether the configuration demands that the pages are laid out when the form opens. True when it cannot be read. */
function asksForLayout({ bytes }: PdfFile, packet: PdfStream): boolean {
  try {
    return /<dynamicRender>\s*required\s*<\/dynamicRender>/.test(unpack(bytes, packet).toString('utf8'));
  } catch (thrown) {
    if (thrown instanceof PdfFault) return true;
    throw thrown;
  }
}
