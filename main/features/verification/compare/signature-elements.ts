/**
 * Finds what signing adds to the structure tree of a tagged file (ISO 32000-2, 14.7): one element for each widget of the signature, which the
 * parent tree names. The structure tells readers that speak what a part of a page is; it shows nothing.
 */
import { catalogOf } from '../../../platform/pdf/file/document.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictOf, isArray, isRef, nameOf, type PdfDict, PdfFault, type PdfValue } from '../../../platform/pdf/file/syntax.ts';

/** Permitted entries of such an element; a text in place of its content is not one of them. */
const elementKeys = new Set('Type S P K Pg A T Alt Lang ID'.split(' '));
const referenceKeys = new Set(['Type', 'Obj', 'Pg']);

/** Returns the numbers of the elements that hold nothing but widgets of new signatures. @throws PdfFault */
export function signatureElements(file: PdfFile, isNewSignature: (item: PdfValue) => boolean): ReadonlySet<number> {
  const root = dictOf(file.follow(catalogOf(file).get('StructTreeRoot')));
  const found = new Set<number>();
  for (const [key, value] of numberTree(file, root?.get('ParentTree'))) {
    const isOfWidget = (item: PdfValue): boolean => {
      const reference = dictOf(file.follow(item));
      const widget = reference?.get('Obj') ?? null;
      return (
        nameOf(reference?.get('Type')) === 'OBJR' &&
        hasOnly(reference, referenceKeys) &&
        isNewSignature(widget) &&
        dictOf(file.follow(widget))?.get('StructParent') === Number(key)
      );
    };
    const element = isRef(value) ? dictOf(file.follow(value)) : null;
    const kids = kidsOf(file, element?.get('K'));
    const isForm = nameOf(element?.get('S')) === 'Form' && hasOnly(element, elementKeys);
    if (isRef(value) && isForm && kids.length > 0 && kids.every(isOfWidget)) found.add(value.number);
  }
  return found;
}

const hasOnly = (dict: PdfDict | null, keys: ReadonlySet<string>): boolean => [...(dict?.keys() ?? [])].every((key) => keys.has(key));

/** Returns the kids of an element, which may be one or a list. */
export function kidsOf(file: PdfFile, value: PdfValue | undefined): readonly PdfValue[] {
  const list = file.follow(value);
  return isArray(list) ? list : list === null ? [] : [value ?? null];
}

/** Returns the entries of a number tree (7.9.7) by their keys. @throws PdfFault when readers could find other entries */
export function numberTree(file: PdfFile, root: PdfValue | undefined): PdfDict {
  const entries = new Map<string, PdfValue>();
  const seen = new Set<PdfDict>();
  const waiting = root === undefined ? [] : [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const dict = dictOf(file.follow(node));
    if (dict === null || seen.has(dict)) throw new PdfFault('object-damaged', 'a number tree');
    seen.add(dict);
    for (const kid of kidsOf(file, dict.get('Kids'))) waiting.push(kid);
    const pairs = kidsOf(file, dict.get('Nums'));
    for (let at = 0; at < pairs.length; at += 2) {
      const key = String(file.follow(pairs[at]));
      if (entries.has(key)) throw new PdfFault('object-damaged', 'a number twice in a tree');
      entries.set(key, pairs[at + 1] ?? null);
    }
  }
  return entries;
}
