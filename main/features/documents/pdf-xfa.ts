/**
 * XFA forms: XML in a PDF that some viewers show in place of its pages, others not. Runs in the worker only.
 * pdf.js shows what is laid out when the form opens (`dynamic`); of other forms it shows the pages of the file (`static`).
 */
import type { PdfFacts } from '../../../shared/domain/document.ts';
import { catalogOf } from '../../platform/pdf/file/document.ts';
import type { PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { unpack } from '../../platform/pdf/file/streams.ts';
import { dictOf, isArray, isStream, PdfFault, type PdfStream } from '../../platform/pdf/file/syntax.ts';

/** Whether viewers that know XFA show something else than the file's own pages. @throws PdfFault */
export function xfaKind(file: PdfFile): PdfFacts['xfa'] {
  const catalog = catalogOf(file);
  const xfa = file.follow(dictOf(file.follow(catalog.get('AcroForm')))?.get('XFA'));
  if (!(isArray(xfa) || isStream(xfa))) return 'none';
  const packets = isArray(xfa) ? xfa.map((item) => file.follow(item)) : [xfa];
  if (file.follow(catalog.get('NeedsRendering')) === true) return 'dynamic';
  return packets.some((packet) => isStream(packet) && asksForLayout(file, packet)) ? 'dynamic' : 'static';
}

/** The configuration of the form says that its pages have to be laid out when it opens. What cannot be read may say so. */
function asksForLayout({ bytes }: PdfFile, packet: PdfStream): boolean {
  try {
    return /<dynamicRender>\s*required\s*<\/dynamicRender>/.test(unpack(bytes, packet).toString('utf8'));
  } catch (thrown) {
    if (thrown instanceof PdfFault) return true;
    throw thrown;
  }
}
