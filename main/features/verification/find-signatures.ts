/** Finds all signature dictionaries of a file, even those without a field or without a place on a page. */
import type { Box } from '../../../shared/domain/geometry.ts';
import type { FileFault } from '../../../shared/domain/verification.ts';
import { catalogOf, type Field, type Found, fieldsOf, pagesOf } from '../../platform/pdf/file/document.ts';
import { boxOf } from '../../platform/pdf/file/page-facts.ts';
import type { PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { dictOf, isArray, isRef, isString, nameOf, type PdfDict, PdfFault, textOf } from '../../platform/pdf/file/syntax.ts';
import type { SignatureValue } from './check-signature.ts';

export type FoundSignature = {
  /** Name of its field; empty for none. */
  field: string;
  dict: PdfDict;
  value: SignatureValue;
  /** The time in the dictionary itself, as text: `D:20260115…`. */
  statedTime: string | null;
  /** Page of its first widget on a page, from 1; null for none. */
  page: number | null;
  rect: Box | null;
  /** Its visible places: widgets on a page that have an area. */
  places: { page: number; rect: Box }[];
};

export type SignatureSearch = { signatures: FoundSignature[]; damaged: Map<number, FileFault> };

/**
 * Reads the byte range and the kind of a signature from its dictionary; a value that is no number is NaN. Leaves out a byte range that is
 * not around the value of this dictionary: that value belongs to another signature.
 * @param holder number of the object that the dictionary is in
 */
export function signatureValue(file: PdfFile, dict: PdfDict, holder: number | null): SignatureValue {
  const range = file.follow(dict.get('ByteRange'));
  const numbers = isArray(range) ? range.slice(0, 5).map((item) => file.follow(item)) : [];
  const byteRange = numbers.map((number) => (typeof number === 'number' ? number : Number.NaN));
  return {
    byteRange: isAroundOwnValue(file, dict, holder, byteRange) ? byteRange : [],
    subFilter: nameOf(file.follow(dict.get('SubFilter'))) ?? '',
  };
}

function isAroundOwnValue(file: PdfFile, dict: PdfDict, holder: number | null, [, start = -1, end = -1]: readonly number[]): boolean {
  const extent = holder === null ? null : file.extentOf(holder);
  const value = dict.get('Contents');
  if (extent === null || !isString(value) || !(extent.start < start && start < end && end < extent.end)) return false;
  const digits = file.bytes.range(start + 1, end - 1).toString('latin1');
  return Buffer.from(digits.replace(/\s/g, ''), 'hex').equals(value.bytes);
}

/**
 * Finds signed fields, in the order of the form, then dictionaries without a field. Reads all objects: unreadable ones are in `damaged`.
 * @throws PdfFault when the form or the page tree is damaged
 */
export function findSignatures(file: PdfFile): SignatureSearch {
  const fields = fieldsOf(file).filter(({ type, value }) => nameOf(type) === 'Sig' && dictOf(file.follow(value)) !== null);
  const pageOf = widgetPages(file, pagesOf(file));
  const seen = new Set<PdfDict>();
  const signatures: FoundSignature[] = [];
  const take = (dict: PdfDict, holder: number | null, field: Field | null) => {
    if (seen.has(dict)) return;
    seen.add(dict);
    const widgets = (field?.widgets ?? []).map((one) => ({ page: pageOf(one), rect: boxOf(file, one.dict.get('Rect')) }));
    const widget = widgets.find(({ page }) => page !== null);
    signatures.push({
      field: field?.name ?? '',
      dict,
      value: signatureValue(file, dict, holder),
      statedTime: textOf(file.follow(dict.get('M'))),
      page: widget?.page ?? null,
      rect: widget?.rect ?? null,
      places: widgets.flatMap(({ page, rect }) =>
        page !== null && rect !== null && rect.right > rect.left && rect.top > rect.bottom ? [{ page, rect }] : [],
      ),
    });
  };
  for (const field of fields) {
    const dict = dictOf(file.follow(field.value));
    if (dict !== null) take(dict, isRef(field.value) ? field.value.number : field.number, field);
  }
  // Usage rights allow Adobe's reader to save a form; they are no person's signature.
  const usageRights = dictOf(file.follow(dictOf(file.follow(catalogOf(file).get('Perms')))?.get('UR3')));
  if (usageRights !== null) seen.add(usageRights);
  const damaged = new Map<number, FileFault>();
  for (const number of file.numbers()) {
    try {
      const dict = dictOf(file.object(number));
      if (dict?.has('ByteRange') && dict.has('Contents')) take(dict, number, null);
    } catch (thrown) {
      if (!(thrown instanceof PdfFault)) throw thrown;
      damaged.set(number, thrown.code);
    }
  }
  return { signatures, damaged };
}

/** Finds the page number of a widget in the pages' own lists, else in the widget. */
function widgetPages(file: PdfFile, pages: readonly Found[]): (widget: Found) => number | null {
  const numbers = new Map<number | PdfDict, number>();
  for (const [index, { number, dict }] of pages.entries()) {
    const annotations = file.follow(dict.get('Annots'));
    const listed = isArray(annotations) ? annotations.map((item) => (isRef(item) ? item.number : dictOf(item))) : [];
    for (const key of [number, ...listed]) if (key !== null && !numbers.has(key)) numbers.set(key, index + 1);
  }
  return ({ number, dict }) => {
    const page = dict.get('P');
    return numbers.get(number ?? dict) ?? (isRef(page) ? numbers.get(page.number) : undefined) ?? null;
  };
}
