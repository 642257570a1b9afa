/** Form fields and signatures of a PDF. */
import { PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { SignatureFacts } from '../../shared/domain/document.ts';
import { createFieldCheck } from '../verification/check-fields.ts';
import { dictsOf, entry } from './pdf-entries.ts';
import { type PdfPage, readBox } from './pdf-pages.ts';

/** `reference`: the value as it is written, which may be a reference to it. */
type Field = {
  dict: PDFDict;
  name: string;
  type: PDFObject | undefined;
  value: PDFObject | undefined;
  reference: PDFObject | undefined;
  widgets: PDFDict[];
};
type Inherited = Pick<Field, 'name' | 'type' | 'value' | 'reference'>;

/** Every terminal field counted, and those of type Sig that hold a signature, checked against the file's bytes. */
export function readFields(
  catalog: PDFDict,
  pages: readonly PdfPage[],
  file: Uint8Array,
): { formFields: number; signatures: SignatureFacts[] } {
  const fields = terminalFields(catalog);
  const pageOf = widgetPages(pages);
  const checkField = createFieldCheck(file);
  const signatures: SignatureFacts[] = [];
  for (const { name, type, value, reference, widgets } of fields) {
    if (type !== PDFName.of('Sig') || !(value instanceof PDFDict)) continue;
    const widget = widgets.find((one) => pageOf(one) !== null);
    const place = widget ? { page: pageOf(widget), rect: readBox(entry(widget, 'Rect')) } : { page: null, rect: null };
    const number = reference instanceof PDFRef ? reference.objectNumber : null;
    signatures.push({ field: name, ...place, ...checkField({ name, value: number }) });
  }
  return { formFields: fields.length, signatures };
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
  const nothing: Inherited = { name: '', type: undefined, value: undefined, reference: undefined };
  const roots = form instanceof PDFDict ? dictsOf(entry(form, 'Fields')) : [];
  const waiting = roots.toReversed().map((dict) => ({ dict, parent: nothing }));
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
      reference: dict.get(PDFName.of('V')) ?? parent.reference,
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
