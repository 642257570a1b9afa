/** The rule of the document on screen: the sketch while the mouse is down, one undo step, and announcements. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Box, PageFacts } from '../../../shared/domain/placement/geometry.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import { displayedSize } from '../../../shared/domain/placement/placement-convert.ts';
import { displayedFromRule, pageOfRule, ruleFromDisplayed } from '../../../shared/domain/placement/placement-rule.ts';
import { announce, keysLabel } from '../../components/index.ts';
import { type LengthUnit, lengthText, useLengths } from './lengths.ts';
import { rounded, type Size, usualRect } from './placement-moves.ts';

/** A rectangle on a page, in displayed points. */
export type Spot = { page: number; size: Size; rect: Box };

export type PlacementModel = {
  /** Null: no rule, or a rule for a page that the document does not have. */
  spot: Spot | null;
  /** The rectangle is being dragged. */
  sketching: boolean;
  sizeOf: (page: number) => Size | null;
  /** Shows a rectangle that is being dragged; null ends that. */
  sketch: (spot: Omit<Spot, 'size'> | null) => void;
  /** `run`: one of many small steps in a row, which undo reverts together. */
  put: (page: number, rect: Box, run?: boolean) => void;
  putUsual: (page: number) => void;
  remove: () => void;
  undo: () => void;
  canUndo: boolean;
};

export type PlacementDeps = {
  pages: readonly PageFacts[];
  rule: PlacementRule | null;
  onRuleChange: (rule: PlacementRule | null) => void;
};

/** Steps that follow each other faster than this are one run, and are announced once. Milliseconds. */
const pause = 700;

export function usePlacement({ pages, rule, onRuleChange }: PlacementDeps): PlacementModel {
  const { t } = useTranslation('pdf');
  const { unit } = useLengths();
  const [draft, setDraft] = useState<Omit<Spot, 'size'> | null>(null);
  const before = useRef<{ rule: PlacementRule | null; run: boolean; at: number } | null>(null);
  const speaking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(speaking.current), []);

  const sizeOf = (page: number): Size | null => {
    const facts = pages[page - 1];
    return facts ? displayedSize(facts) : null;
  };
  const spotOf = (of: PlacementRule | null): Spot | null => {
    const page = of && pageOfRule(of, pages.length);
    const facts = page ? pages[page - 1] : undefined;
    return of && page && facts ? { page, size: displayedSize(facts), rect: displayedFromRule(of, facts) } : null;
  };
  const saySoon = (words: string) => {
    clearTimeout(speaking.current);
    speaking.current = setTimeout(() => announce(words), pause);
  };
  const sayPlace = (of: PlacementRule | null) => {
    const spot = spotOf(of);
    if (spot) saySoon(t(`rectangle.announced.${unit}`, spotWords(spot, unit)));
  };
  const change = (next: PlacementRule | null, run: boolean) => {
    const now = Date.now();
    const last = before.current;
    const goesOn = run && last?.run === true && now - last.at < pause;
    before.current = { rule: goesOn ? last.rule : rule, run, at: now };
    onRuleChange(next);
  };
  const put = (page: number, rect: Box, run = false, anchor = rule?.anchor ?? 'bottom-left') => {
    const size = sizeOf(page);
    if (!size) return;
    const number = rule?.page === -1 && page === pages.length ? -1 : page;
    const next = rounded(ruleFromDisplayed(rect, number, anchor, size), size);
    change(next, run);
    sayPlace(next);
  };
  const draftSize = draft && sizeOf(draft.page);
  return {
    spot: draft && draftSize ? { ...draft, size: draftSize } : spotOf(rule),
    sketching: draft !== null,
    sizeOf,
    sketch: setDraft,
    put: (page, rect, run) => put(page, rect, run),
    putUsual: (page) => {
      const size = sizeOf(page);
      if (size) put(page, usualRect(size), false, rule?.anchor ?? 'bottom-right');
    },
    remove: () => {
      change(null, false);
      saySoon(t('rectangle.removed', { undo: keysLabel('mod+z') }));
    },
    canUndo: before.current !== null,
    undo: () => {
      const last = before.current;
      if (!last) return;
      // A second undo restores it: one step in each direction.
      before.current = { rule, run: false, at: 0 };
      onRuleChange(last.rule);
      if (last.rule) sayPlace(last.rule);
      else saySoon(t('rectangle.undone'));
    },
  };
}

/** Returns the numbers of a rectangle as text: from the page's bottom left, in the format of the language. */
export function spotWords({ page, rect }: Spot, unit: LengthUnit) {
  const words = (points: number) => lengthText(points, unit);
  return {
    page,
    x: words(rect.left),
    y: words(rect.bottom),
    width: words(rect.right - rect.left),
    height: words(rect.top - rect.bottom),
  };
}
