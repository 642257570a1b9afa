/** Decides whether a later revision only added the elements of new signatures to the structure tree of a tagged file. */
import { catalogOf } from '../../../platform/pdf/file/document.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictsWithin, reachable } from '../../../platform/pdf/file/reachable.ts';
import type { PdfDict, PdfValue } from '../../../platform/pdf/file/syntax.ts';
import { createComparer } from '../compare/same-objects.ts';
import { signatureElements } from '../compare/signature-elements.ts';

/**
 * Returns whether a changed object belongs to the structure tree alone, and the tree is the same but for the elements of new signatures.
 * @param isNewSignature whether a value is a field or widget that the later revision added
 */
export function createStructureRule(signed: PdfFile, now: PdfFile, isNewSignature: (item: PdfValue) => boolean) {
  const catalog = catalogOf(signed);
  let others: ReadonlySet<number> | null = null;

  /** Returns the numbers of the objects outside the tree; of all objects, when the tree changed otherwise. */
  function outside(): ReadonlySet<number> {
    // Outlines may name elements of the tree.
    const named = [...dictsWithin(signed, [catalog.get('Outlines') ?? null])].filter((dict) => dict.has('SE'));
    const inTree: [PdfDict, ReadonlySet<string>][] = named.map((dict) => [dict, new Set(['SE'])]);
    const found = reachable(signed, new Map([[catalog, new Set(['StructTreeRoot'])], ...inTree]), (_, thrown) => {
      throw thrown;
    });
    // An object outside the tree is compared elsewhere, by its number.
    const pages = new Map([...found].map((number) => [number, number]));
    const added = signatureElements(now, isNewSignature);
    const { same } = createComparer({ file: signed, pages }, { file: now, pages, added });
    const isSame =
      same(catalog.get('StructTreeRoot'), catalogOf(now).get('StructTreeRoot')) &&
      named.every((dict) => same(dict.get('SE'), dict.get('SE')));
    return isSame ? found : reachable(signed, new Map(), () => {});
  }

  return (number: number): boolean => {
    if (!catalog.has('StructTreeRoot')) return false;
    others ??= outside();
    return !others.has(number);
  };
}
