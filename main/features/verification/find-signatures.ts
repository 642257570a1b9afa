/** Finds all signature dictionaries of a file, even those without a field or without a place on a page. */
import type { Box } from '../../../shared/domain/placement/geometry.ts';
import type { FileFault } from '../../../shared/domain/verification/verification.ts';
import { catalogOf, type Field, type Found, fieldsOf, pagesOf } from '../../platform/pdf/file/document.ts';
import { boxOf, hasArea } from '../../platform/pdf/file/page-facts.ts';
import type { PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { dictOf, isArray, isRef, isString, nameOf, type PdfDict, PdfFault, textOf } from '../../platform/pdf/file/syntax.ts';
import type { SignatureValue } from './check-signature.ts';

export type FoundSignature = {
  /** Name of its field; empty for none. */
  field: string;
  /** Whether a field of the form has it. Viewers do not show other signatures. */
  isInField: boolean;
  dict: PdfDict;
  value: SignatureValue;
  /** The time in the dictionary itself, as text: `D:20260115…`. */
  statedTime: string | null;
  /** Page of its first widget that a page shows, or of one without an area, from 1; null for none. */
  page: number | null;
  rect: Box | null;
  /** Its visible places: each page that shows a widget with an area, of each field with this value. A hidden one with a look is one, too. */
  places: { page: number; rect: Box }[];
};

export type SignatureSearch = { signatures: FoundSignature[]; damaged: Map<number, FileFault> };

/**
 * Reads the byte range and the kind of a signature from its dictionary; a value that is no number is NaN. Leaves out a byte range that is
 * not around the value of this dictionary: that value belongs to another signature.
 * @param holder number of the object that the dictionary is in
 */
function signatureValue(file: PdfFile, dict: PdfDict, holder: number | null): SignatureValue {
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
  const pagesWith = widgetPages(file, pagesOf(file));
  const seen = new Set<PdfDict>();
  const signatures: FoundSignature[] = [];
  const take = (dict: PdfDict, holder: number | null, of: readonly Field[]) => {
    if (seen.has(dict)) return;
    seen.add(dict);
    const widgets = of
      .flatMap((field) => field.widgets.map((widget) => ({ widget, rect: rectOf(file, widget.dict) })))
      .flatMap(({ widget, rect }) => pagesWith(widget, hasArea(rect)).map((page) => ({ page, rect, widget })));
    const shown = widgets.find(({ widget }) => !isHidden(file, widget.dict));
    signatures.push({
      ...withoutField(file, dict, holder),
      field: of[0]?.name ?? '',
      isInField: of.length > 0,
      page: shown?.page ?? null,
      rect: shown?.rect ?? null,
      places: widgets.flatMap(({ page, rect }) => (hasArea(rect) ? [{ page, rect }] : [])),
    });
  };
  for (const [dict, of] of Map.groupBy(fields, ({ value }) => dictOf(file.follow(value)))) {
    const [{ number, value } = { number: null, value: null }] = of;
    if (dict !== null) take(dict, isRef(value) ? value.number : number, of);
  }
  // Usage rights allow Adobe's reader to save a form; they are no person's signature.
  const usageRights = dictOf(file.follow(dictOf(file.follow(catalogOf(file).get('Perms')))?.get('UR3')));
  if (usageRights !== null) seen.add(usageRights);
  return { signatures, damaged: eachDictionary(file, (dict, number) => take(dict, number, [])) };
}

/** Finds the signatures of a file with encrypted fields and pages: where and in which field they are is not known. */
export function signaturesWithoutFields(file: PdfFile): FoundSignature[] {
  const signatures: FoundSignature[] = [];
  eachDictionary(file, (dict, number) => signatures.push(withoutField(file, dict, number)));
  return signatures;
}

/** @throws PdfFault for a rectangle that is none: some viewers take what is no number in it for 0, and show the signature there */
function rectOf(file: PdfFile, widget: PdfDict): Box | null {
  const rect = boxOf(file, widget.get('Rect'));
  if (rect === null && widget.has('Rect')) throw new PdfFault('object-damaged', 'no rectangle of a signature');
  return rect;
}

const withoutField = (file: PdfFile, dict: PdfDict, holder: number | null): FoundSignature => ({
  field: '',
  isInField: false,
  dict,
  value: signatureValue(file, dict, holder),
  statedTime: textOf(file.follow(dict.get('M'))),
  page: null,
  rect: null,
  places: [],
});

/** Calls `take` with each signature dictionary that is an object. Returns the faults of unreadable objects. */
function eachDictionary(file: PdfFile, take: (dict: PdfDict, number: number) => void): Map<number, FileFault> {
  const damaged = new Map<number, FileFault>();
  for (const number of file.numbers()) {
    try {
      const dict = dictOf(file.object(number));
      if (dict?.has('ByteRange') && dict.has('Contents')) take(dict, number);
    } catch (thrown) {
      if (!(thrown instanceof PdfFault)) throw thrown;
      damaged.set(number, thrown.code);
    }
  }
  return damaged;
}

/** The flag of an annotation that viewers neither show nor print. */
const hidden = 2;

function isHidden(file: PdfFile, widget: PdfDict): boolean {
  const flags = file.follow(widget.get('F'));
  return typeof flags === 'number' && (flags & hidden) !== 0;
}

/** Some viewers show a hidden widget all the same, such as poppler one with the flags 2.0. Then it must have nothing to show. */
const looks = ['AP', 'MK', 'BS', 'Border'];

/**
 * Finds the pages (from 1) that show a widget, by their own lists: viewers do not use the page that the widget names. A widget without an
 * area, which nothing shows, is also on the page that it names.
 */
function widgetPages(file: PdfFile, pages: readonly Found[]): (widget: Found, hasArea: boolean) => number[] {
  const listed = new Map<number | PdfDict, Set<number>>();
  for (const [index, { dict }] of pages.entries()) {
    const annotations = file.follow(dict.get('Annots'));
    for (const item of isArray(annotations) ? annotations : []) {
      const key = isRef(item) ? item.number : dictOf(item);
      if (key !== null) listed.set(key, (listed.get(key) ?? new Set()).add(index + 1));
    }
  }
  return ({ number, dict }, hasArea) => {
    if (isHidden(file, dict) && !looks.some((key) => dict.has(key))) return [];
    const shown = [...(listed.get(number ?? dict) ?? [])];
    const named = dict.get('P');
    const page = isRef(named) ? pages.findIndex((one) => one.number === named.number) + 1 : 0;
    return shown.length > 0 || hasArea || page === 0 ? shown : [page];
  };
}
