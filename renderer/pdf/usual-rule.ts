/** The usual place of a signature: bottom right on the last page. */
import type { PageFacts } from '../../shared/domain/geometry.ts';
import type { PlacementRule } from '../../shared/domain/placement.ts';
import { displayedSize } from '../../shared/domain/placement-convert.ts';
import { ruleFromDisplayed } from '../../shared/domain/placement-rule.ts';
import { rounded, usualRect } from './placement-moves.ts';

const a4: PageFacts = {
  mediaBox: { left: 0, bottom: 0, right: 595, top: 842 },
  cropBox: { left: 0, bottom: 0, right: 595, top: 842 },
  rotation: 0,
  userUnit: 1,
};

/** @param page the last one of the document on screen, if any */
export function usualRule(page: PageFacts = a4): PlacementRule {
  const size = displayedSize(page);
  return rounded(ruleFromDisplayed(usualRect(size), -1, 'bottom-right', size), size);
}
