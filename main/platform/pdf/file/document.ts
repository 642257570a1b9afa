/** Finds the pages and form fields of a PDF. */
import type { FileFault } from '../../../../shared/domain/verification/verification.ts';
import type { PdfFile } from './pdf-file.ts';
import { dictOf, isArray, isRef, nameOf, type PdfDict, PdfFault, type PdfValue, textOf } from './syntax.ts';

/** Maximum number of pages, more than any contract has: each needs memory here, in the window and in messages to it. */
export const maxPages = 10_000;

/** `number`: null for a dictionary inside another object. */
export type Found = { number: number | null; dict: PdfDict };
/** `name` has the names of the parents, joined by dots; type and value may be inherited. Widgets are the field's places on pages. */
export type Field = Found & { name: string; type: PdfValue; value: PdfValue; widgets: Found[] };

export function catalogOf(file: PdfFile): PdfDict {
  const catalog = dictOf(file.follow(file.trailer.get('Root')));
  if (catalog === null) throw new PdfFault('object-damaged', 'no catalog');
  return catalog;
}

/** Returns the dictionaries of a list and leaves out other items. */
export function dictsIn(file: PdfFile, list: PdfValue | undefined): Found[] {
  const items = file.follow(list);
  if (!isArray(items)) return [];
  return items.flatMap((item) => {
    const dict = dictOf(file.follow(item));
    return dict === null ? [] : [{ number: isRef(item) ? item.number : null, dict }];
  });
}

/** Returns the pages, in order. @throws PdfFault */
export function pagesOf(file: PdfFile): Found[] {
  const pages: Found[] = [];
  const seen = new Set<PdfDict>();
  const root = file.trailer.has('Root') ? catalogOf(file).get('Pages') : undefined;
  const waiting = dictsIn(file, root === undefined ? [] : [root]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!next.dict.has('Kids')) {
      // An empty node of the tree is not a page.
      if (nameOf(file.follow(next.dict.get('Type'))) !== 'Pages') pages.push(next);
      continue;
    }
    if (seen.has(next.dict)) throw new PdfFault('object-damaged', 'the page tree is no tree');
    seen.add(next.dict);
    const kids = file.follow(next.dict.get('Kids'));
    const count = isArray(kids) ? kids.length : 0;
    if (pages.length + waiting.length + count > maxPages) throw new PdfFault('too-many-pages', `${maxPages}`);
    const nodes = dictsIn(file, kids);
    if (nodes.length < count) throw new PdfFault('object-damaged', 'a node of the page tree is no dictionary');
    for (const node of nodes.toReversed()) waiting.push(node);
  }
  return pages;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/**
 * Returns the fault of a page tree that readers show in different ways: some believe the counts, some the types, and some the lists of its
 * nodes or their parents. Null for a tree in which these agree.
 */
export function pageTreeFault(file: PdfFile): FileFault | null {
  const leaves = (node: PdfDict, inherits: boolean): number => {
    const type = nameOf(file.follow(node.get('Type')));
    if (!node.has('Kids') && type !== 'Pages') return 1;
    const kids = file.follow(node.get('Kids'));
    const isInherited = inherits || inheritable.some((key) => node.has(key));
    const count = dictsIn(file, kids).reduce((sum, { dict }) => {
      const parent = dictOf(file.follow(dict.get('Parent')));
      if (parent !== node && (parent !== null || isInherited)) throw new PdfFault('object-damaged', 'a parent in the page tree');
      return sum + leaves(dict, isInherited);
    }, 0);
    if (!isArray(kids) || type === 'Page' || file.follow(node.get('Count')) !== count) throw new PdfFault('object-damaged', 'a page tree');
    return count;
  };
  try {
    for (const { dict } of dictsIn(file, [catalogOf(file).get('Pages') ?? null])) leaves(dict, false);
    return null;
  } catch (thrown) {
    if (thrown instanceof PdfFault) return thrown.code;
    throw thrown;
  }
}

/** Returns the terminal fields, in the order of the form. @throws PdfFault */
export function fieldsOf(file: PdfFile): Field[] {
  const form = dictOf(file.follow(catalogOf(file).get('AcroForm')));
  const fields: Field[] = [];
  const seen = new Set<PdfDict>();
  type Waiting = Found & { parent: Pick<Field, 'name' | 'type' | 'value'> };
  const none: Waiting['parent'] = { name: '', type: null, value: null };
  const waiting: Waiting[] = dictsIn(file, form?.get('Fields'))
    .toReversed()
    .map((found) => ({ ...found, parent: none }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { number, dict, parent } = next;
    if (seen.has(dict)) continue;
    seen.add(dict);
    const inherited = {
      name: [parent.name, textOf(file.follow(dict.get('T')))].filter(Boolean).join('.'),
      type: dict.has('FT') ? file.follow(dict.get('FT')) : parent.type,
      value: dict.get('V') ?? parent.value,
    };
    // Kids with a name are fields of their own; kids without a name are widgets of this field.
    const kids = dictsIn(file, dict.get('Kids'));
    const children = kids.filter((kid) => kid.dict.has('T'));
    // A field may be a widget itself, next to its kids.
    const own = kids.length === 0 || dict.has('Rect') ? [{ number, dict }] : [];
    if (children.length === 0) fields.push({ number, dict, ...inherited, widgets: [...kids, ...own] });
    waiting.push(...children.toReversed().map((child) => ({ ...child, parent: inherited })));
  }
  return fields;
}
