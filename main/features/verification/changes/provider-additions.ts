/** Finds annotations of a later revision, and places of a signature, that a rule of the provider accepts. */
import type { Box } from '../../../../shared/domain/placement/geometry.ts';
import { type AreaRule, areaOf, isAreaOn, type ProviderRule } from '../../../../shared/domain/verification/provider-rule.ts';
import { pagesOf } from '../../../platform/pdf/file/document.ts';
import { boxOf, pageFactsOf } from '../../../platform/pdf/file/page-facts.ts';
import type { PdfFile } from '../../../platform/pdf/file/pdf-file.ts';
import { dictsWithin } from '../../../platform/pdf/file/reachable.ts';
import { dictOf, isRef, isStream, nameOf, type PdfDict, type PdfValue } from '../../../platform/pdf/file/syntax.ts';

/** The rules that accepted additions, with the pages of the original, from 1. */
export type Accepted = Map<ProviderRule, Set<number>>;

/** Permitted annotations and entries: none has an action, opens a window or depends on other objects. */
const subtypes = new Set(['Watermark', 'Stamp', 'FreeText']);
const keys = new Set('Type Subtype F P Rect AP NM M T C CA Contents Border BS DA Q FixedPrint'.split(' '));
/** Tolerance in points, since writers round. */
const maxSlack = 0.5;

/**
 * Returns whether a rectangle on a page of the original (from 0) is within an area that a rule permits to the provider. Does not check what it
 * hides there.
 * @param accepted gets the rules that permit one
 */
export function createAreas(original: PdfFile, rules: readonly ProviderRule[], accepted: Accepted) {
  const areas = rules.filter((rule): rule is AreaRule => rule.kind === 'area');
  const pages = areas.length === 0 ? [] : pagesOf(original);

  return (index: number, rect: Box): boolean => {
    const page = pages[index];
    if (page === undefined) return false;
    const facts = pageFactsOf(original, page.dict);
    const slack = maxSlack / facts.userUnit;
    const rule = areas.find((one) => {
      const area = areaOf(one, facts);
      const isInside = rect.left >= area.left - slack && rect.right <= area.right + slack;
      return isAreaOn(one, index + 1, pages.length) && isInside && rect.bottom >= area.bottom - slack && rect.top <= area.top + slack;
    });
    if (rule === undefined) return false;
    accepted.set(rule, (accepted.get(rule) ?? new Set()).add(index + 1));
    return true;
  };
}

/**
 * Returns whether an annotation on a page of the signed file (from 0) is within such an area.
 * @param isNew by default: its number is not in the signed file, which the other one begins with
 */
export function createAdditions(
  signed: PdfFile,
  now: PdfFile,
  rules: readonly ProviderRule[],
  accepted: Accepted,
  isNew: (item: PdfValue) => boolean = (item) => !isRef(item) || signed.object(item.number) === null,
) {
  const isInArea = createAreas(signed, rules, accepted);
  return (index: number, item: PdfValue): boolean => {
    const annotation = dictOf(now.follow(item));
    if (annotation === null || !isNew(item) || !isInert(now, annotation)) return false;
    const rect = boxOf(now, annotation.get('Rect'));
    return rect !== null && isInArea(index, rect);
  };
}

function isInert(now: PdfFile, annotation: PdfDict): boolean {
  const look = dictOf(now.follow(annotation.get('AP')));
  const normal = now.follow(look?.get('N'));
  return (
    subtypes.has(nameOf(annotation.get('Subtype')) ?? '') &&
    [...annotation.keys()].every((key) => keys.has(key)) &&
    look?.size === 1 &&
    isStream(normal) &&
    !dependsOnLayers(now, normal)
  );
}

/** A viewer on the screen does not show what appears only on paper or only with a layer switched on. */
function dependsOnLayers(file: PdfFile, look: PdfValue): boolean {
  for (const dict of dictsWithin(file, [look])) if (dict.has('OC') || dict.has('OCGs') || dict.has('Properties')) return true;
  return false;
}
