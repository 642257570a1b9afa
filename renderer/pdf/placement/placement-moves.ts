/** The rectangle on a page, moved, resized and drawn: points of the page as displayed, origin bottom-left. Pure. */
import type { Anchor } from '../../../shared/domain/placement/anchors.ts';
import type { Box, PageFacts } from '../../../shared/domain/placement/geometry.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import { displayedSize } from '../../../shared/domain/placement/placement-convert.ts';
import { displayedFromRule, ruleFromDisplayed } from '../../../shared/domain/placement/placement-rule.ts';
import { bottomRight } from '../../../shared/domain/placement/presets.ts';

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** The smallest rectangle that the mouse or the arrows create; a smaller signature cannot be read. */
export const smallest: Size = { width: 20, height: 10 };
/** The size that Enter places. */
export const usual: Size = { width: bottomRight.width, height: bottomRight.height };
const margin = bottomRight.x;

export const handles = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Handle = (typeof handles)[number];

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
/** The minimum size; smaller than `smallest` only where the page is. */
const floor = (page: Size): Size => ({ width: Math.min(smallest.width, page.width), height: Math.min(smallest.height, page.height) });

export function moved(rect: Box, by: Point, page: Size): Box {
  const [width, height] = [rect.right - rect.left, rect.top - rect.bottom];
  const left = within(rect.left + by.x, 0, page.width - width);
  const bottom = within(rect.bottom + by.y, 0, page.height - height);
  return { left, bottom, right: left + width, top: bottom + height };
}

/** Resizes by one handle; the edges that the handle does not move stay. */
export function resized(rect: Box, handle: Handle, by: Point, page: Size): Box {
  const least = floor(page);
  const next = { ...rect };
  if (handle.includes('w')) next.left = within(rect.left + by.x, 0, rect.right - least.width);
  if (handle.includes('e')) next.right = within(rect.right + by.x, rect.left + least.width, page.width);
  if (handle.includes('s')) next.bottom = within(rect.bottom + by.y, 0, rect.top - least.height);
  if (handle.includes('n')) next.top = within(rect.top + by.y, rect.bottom + least.height, page.height);
  return next;
}

/** Returns the rectangle between two points of a drag, at least the smallest, moved back onto the page. */
export function drawn(from: Point, to: Point, page: Size): Box {
  const least = floor(page);
  const onPage = ({ x, y }: Point) => ({ x: within(x, 0, page.width), y: within(y, 0, page.height) });
  const [a, b] = [onPage(from), onPage(to)];
  const width = Math.max(Math.abs(a.x - b.x), least.width);
  const height = Math.max(Math.abs(a.y - b.y), least.height);
  const left = b.x < a.x ? a.x - width : a.x;
  const bottom = b.y < a.y ? a.y - height : a.y;
  return moved({ left, bottom, right: left + width, top: bottom + height }, { x: 0, y: 0 }, page);
}

/** Returns the rectangle at the bottom right with a margin, or as much of it as fits on the page. */
export function usualRect(page: Size): Box {
  const width = Math.min(usual.width, page.width);
  const height = Math.min(usual.height, page.height);
  return moved(
    { left: page.width - margin - width, bottom: margin, right: page.width - margin, top: margin + height },
    { x: 0, y: 0 },
    page,
  );
}

/** Rounds to tenths of a point: finer than a pixel at any zoom, and readable numbers. Never rounds off the page. */
export function rounded(rule: PlacementRule, page: Size): PlacementRule {
  const [x, width] = roundedSpan(rule.x, rule.width, page.width);
  const [y, height] = roundedSpan(rule.y, rule.height, page.height);
  return { ...rule, x, y, width, height };
}

function roundedSpan(start: number, length: number, limit: number): [start: number, length: number] {
  const tenths = (value: number) => Math.round(value * 10) / 10 + 0;
  const whole = Math.floor(limit * 10 + 1e-6) / 10;
  const size = Math.min(tenths(length), whole);
  return [tenths(within(tenths(start), 0, whole - size)), size];
}

/** Returns the same place on this page, measured from another corner. */
export const reanchored = (rule: PlacementRule, anchor: Anchor, facts: PageFacts, page: Size): PlacementRule =>
  rounded(ruleFromDisplayed(displayedFromRule(rule, facts), rule.page, anchor, page), page);

/** Applies a key press to the rectangle: arrows move by 1 or, with Shift, 10; with Alt or Control they resize. Null: no effect. */
export function keyed(rect: Box, key: string, modifiers: { shift: boolean; resize: boolean }, page: Size): Box | null {
  const step = modifiers.shift ? 10 : 1;
  const by = { ArrowLeft: { x: -step, y: 0 }, ArrowRight: { x: step, y: 0 }, ArrowUp: { x: 0, y: step }, ArrowDown: { x: 0, y: -step } }[
    key
  ];
  if (!by) return null;
  if (!modifiers.resize) return moved(rect, by, page);
  // Right and down enlarge it, as the eye follows the lower right corner.
  return resized(rect, 'se', by, page);
}

const a4: PageFacts = {
  mediaBox: { left: 0, bottom: 0, right: 595, top: 842 },
  cropBox: { left: 0, bottom: 0, right: 595, top: 842 },
  rotation: 0,
  userUnit: 1,
};

/** Returns the usual place of a signature: bottom right on the last page. @param page the last one of the document on screen, if any */
export function usualRule(page: PageFacts = a4): PlacementRule {
  const size = displayedSize(page);
  return rounded(ruleFromDisplayed(usualRect(size), -1, 'bottom-right', size), size);
}

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** Returns the style that lays a rectangle over its page, whatever the page's size on the screen. */
export const styleOn = ({ left, bottom, right, top }: Box, page: Size) => ({
  left: percent(left, page.width),
  top: percent(page.height - top, page.height),
  width: percent(right - left, page.width),
  height: percent(top - bottom, page.height),
});
