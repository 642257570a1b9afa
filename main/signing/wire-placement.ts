/** The five placement fields of endpoint D for one document of a batch, or why there are none. */
import type { PageFacts } from '../../shared/domain/geometry.ts';
import type { PlacementConvention, PlacementRule, WirePlacement } from '../../shared/domain/placement.ts';
import { toWire } from '../../shared/domain/placement-convert.ts';
import { resolveRule } from '../../shared/domain/placement-rule.ts';
import { type Problem, problem, problemOf } from '../../shared/errors.ts';

export type WireResult = { ok: true; wire: WirePlacement } | { ok: false; problem: Problem };

export function wirePlacement(rule: PlacementRule | null, pages: readonly PageFacts[], convention: PlacementConvention): WireResult {
  if (rule === null) return { ok: false, problem: problem('placement-missing') };
  const resolved = resolveRule(rule, pages);
  if (!resolved.ok) return resolved;
  const page = pages[resolved.placement.page - 1];
  if (page === undefined) return { ok: false, problem: problem('placement-page-missing', { page: rule.page, pages: pages.length }) };
  try {
    return { ok: true, wire: toWire(resolved.placement, page, convention) };
  } catch (thrown) {
    // A unit so large that no rectangle of whole numbers fits the page.
    return { ok: false, problem: problemOf(thrown) };
  }
}
