/** Resolves a clerk's placement rule for sending, and converts it to and from the rectangle that the viewer shows. */
import { type Problem, problem } from '../../errors.ts';
import type { Anchor } from './anchors.ts';
import type { Box, PageFacts } from './geometry.ts';
import type { Placement, PlacementRule } from './placement.ts';
import { toUserSpace } from './placement-convert.ts';
import { displayedSize, type Size } from './placement-frames.ts';

/**
 * In points. A rectangle that leaves the page by less is float noise and is cut to the page; one that is thinner than `thinnest`
 * has no area.
 */
const tolerance = 0.01;
const thinnest = 0.1;

/** Returns the page that a rule means (from 1; -1 is the last); null when the document does not have it. */
export function pageOfRule(rule: PlacementRule, pageCount: number): number | null {
  const page = rule.page === -1 ? pageCount : rule.page;
  return Number.isInteger(page) && page >= 1 && page <= pageCount ? page : null;
}

/** Returns page and user-space rectangle of a rule in one document, always within the crop box; otherwise the problem. */
export function resolveRule(
  rule: PlacementRule,
  pages: readonly PageFacts[],
): { ok: true; placement: Placement } | { ok: false; problem: Problem } {
  const number = pageOfRule(rule, pages.length);
  const page = number === null ? undefined : pages[number - 1];
  if (number === null || page === undefined) {
    return { ok: false, problem: problem('placement-page-missing', { page: String(rule.page), pages: pages.length }) };
  }
  // Negated, so that NaN is refused too.
  if (!(rule.width >= thinnest && rule.height >= thinnest)) return { ok: false, problem: problem('placement-no-area') };
  const displayed = displayedFromRule(rule, page);
  if (!isWithin(displayed, displayedSize(page))) return { ok: false, problem: problem('placement-outside-page', { page: number }) };
  const rect = cutTo(toUserSpace(displayed, page), page.cropBox);
  // On a page of absurd size, rounding can leave a rectangle without an area.
  if (!(rect.left < rect.right && rect.bottom < rect.top)) return { ok: false, problem: problem('placement-no-area') };
  return { ok: true, placement: { page: number, rect, box: 'crop' } };
}

/**
 * Moves the rule, and shrinks it where necessary, until it fits the document; on the last page when the page of the rule is missing.
 * Returns null when the rule cannot fit.
 */
export function fitRule(rule: PlacementRule, pages: readonly PageFacts[]): PlacementRule | null {
  const number = pageOfRule(rule, pages.length);
  const page = pages[(number ?? pages.length) - 1];
  if (page === undefined) return null;
  const size = displayedSize(page);
  const [width, height] = [Math.min(rule.width, size.width), Math.min(rule.height, size.height)];
  const within = (offset: number, room: number) => Math.max(0, Math.min(offset, room));
  const x = within(rule.x, size.width - width);
  const y = within(rule.y, size.height - height);
  const fitted = { ...rule, page: number === null ? -1 : rule.page, x, y, width, height };
  return resolveRule(fitted, pages).ok ? fitted : null;
}

/** Makes the rule of a rectangle on a displayed page of this size (points, origin bottom-left), measured from the corner `anchor`. */
export function ruleFromDisplayed(rect: Box, page: number, anchor: Anchor, size: Size): PlacementRule {
  return {
    page,
    anchor,
    x: isRight(anchor) ? size.width - rect.right : rect.left,
    y: isTop(anchor) ? size.height - rect.top : rect.bottom,
    width: rect.right - rect.left,
    height: rect.top - rect.bottom,
  };
}

/** Returns the rectangle of a rule on a page: points of the page as displayed, origin bottom-left. May leave the page. */
export function displayedFromRule(rule: PlacementRule, page: PageFacts): Box {
  const size = displayedSize(page);
  const left = isRight(rule.anchor) ? size.width - rule.x - rule.width : rule.x;
  const bottom = isTop(rule.anchor) ? size.height - rule.y - rule.height : rule.y;
  return { left, bottom, right: left + rule.width, top: bottom + rule.height };
}

const isRight = (anchor: Anchor) => anchor === 'bottom-right' || anchor === 'top-right';
const isTop = (anchor: Anchor) => anchor === 'top-left' || anchor === 'top-right';

function isWithin(rect: Box, size: Size): boolean {
  return (
    rect.left >= -tolerance && rect.bottom >= -tolerance && rect.right <= size.width + tolerance && rect.top <= size.height + tolerance
  );
}

function cutTo(rect: Box, limits: Box): Box {
  return {
    left: Math.max(rect.left, limits.left),
    bottom: Math.max(rect.bottom, limits.bottom),
    right: Math.min(rect.right, limits.right),
    top: Math.min(rect.top, limits.top),
  };
}
