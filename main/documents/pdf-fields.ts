/** Form fields and signatures of a PDF. */
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFString } from '@cantoo/pdf-lib';
import type { SignatureFacts } from '../../shared/domain/document.ts';
import { checkSignature, type SignatureValue } from '../verification/check-signature.ts';
import { dictsOf, entry } from './pdf-entries.ts';
import { type PdfPage, readBox } from './pdf-pages.ts';

type Field = { dict: PDFDict; name: string; type: PDFObject | undefined; value: PDFObject | undefined; widgets: PDFDict[] };

/** Every terminal field counted, and those of type Sig that hold a signature, checked against the file's bytes. */
export async function readFields(
  catalog: PDFDict,
  pages: readonly PdfPage[],
  file: Uint8Array,
): Promise<{ formFields: number; signatures: SignatureFacts[] }> {
  const fields = terminalFields(catalog);
  const pageOf = widgetPages(pages);
  const signatures: SignatureFacts[] = [];
  for (const { name, type, value, widgets } of fields) {
    if (type !== PDFName.of('Sig') || !(value instanceof PDFDict)) continue;
    const widget = widgets.find((one) => pageOf(one) !== null);
    const place = widget ? { page: pageOf(widget), rect: readBox(entry(widget, 'Rect')) } : { page: null, rect: null };
    signatures.push({ field: name, ...place, ...(await checkSignature(file, signatureValue(value))) });
  }
  return { formFields: fields.length, signatures };
}

function signatureValue(value: PDFDict): SignatureValue {
  const range = entry(value, 'ByteRange');
  const subFilter = entry(value, 'SubFilter');
  const numbers = range instanceof PDFArray ? Array.from({ length: Math.min(range.size(), 5) }, (_, index) => range.lookup(index)) : [];
  return {
    byteRange: numbers.map((number) => (number instanceof PDFNumber ? number.asNumber() : Number.NaN)),
    subFilter: subFilter instanceof PDFName ? subFilter.decodeText() : '',
  };
}

/**
 * What a certification allows (DocMDP, ISO 32000-1, 12.8.2.2): 1 nothing, 2 forms and signatures, 3 also
 * annotations; null when the document is not certified.
 */
export function certificationLevel(catalog: PDFDict): number | null {
  const permissions = entry(catalog, 'Perms');
  const signature = permissions instanceof PDFDict ? entry(permissions, 'DocMDP') : undefined;
  if (!(signature instanceof PDFDict)) return null;
  for (const reference of dictsOf(entry(signature, 'Reference'))) {
    const parameters = entry(reference, 'TransformParams');
    if (entry(reference, 'TransformMethod') !== PDFName.of('DocMDP') || !(parameters instanceof PDFDict)) continue;
    const level = entry(parameters, 'P');
    if (level instanceof PDFNumber) return level.asNumber();
  }
  return 2; // the standard's default
}

function terminalFields(catalog: PDFDict): Field[] {
  const form = entry(catalog, 'AcroForm');
  const fields: Field[] = [];
  const seen = new Set<PDFDict>();
  const nothing = { name: '', type: undefined, value: undefined };
  const roots = form instanceof PDFDict ? dictsOf(entry(form, 'Fields')) : [];
  const waiting = roots.toReversed().map((dict) => ({ dict, parent: nothing as Pick<Field, 'name' | 'type' | 'value'> }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { dict, parent } = next;
    if (seen.has(dict)) continue;
    seen.add(dict);
    const part = entry(dict, 'T');
    const own = part instanceof PDFString || part instanceof PDFHexString ? part.decodeText() : '';
    const field = {
      name: [parent.name, own].filter(Boolean).join('.'),
      type: entry(dict, 'FT') ?? parent.type,
      value: entry(dict, 'V') ?? parent.value,
    };
    // Kids with a name are fields of their own, kids without are this field's places on pages.
    const kids = dictsOf(entry(dict, 'Kids'));
    const children = kids.filter((kid) => kid.has(PDFName.of('T')));
    if (children.length === 0) fields.push({ dict, ...field, widgets: kids.length > 0 ? kids : [dict] });
    waiting.push(...children.toReversed().map((child) => ({ dict: child, parent: field })));
  }
  return fields;
}

/** Page number of a widget: by the pages' own lists, else by what the widget says. */
function widgetPages(pages: readonly PdfPage[]): (widget: PDFDict) => number | null {
  const numbers = new Map<PDFDict, number>();
  for (const [index, { dict }] of pages.entries()) {
    for (const listed of [dict, ...dictsOf(entry(dict, 'Annots'))]) {
      if (!numbers.has(listed)) numbers.set(listed, index + 1);
    }
  }
  return (widget) => {
    const page = entry(widget, 'P');
    return numbers.get(widget) ?? (page instanceof PDFDict ? numbers.get(page) : undefined) ?? null;
  };
}
