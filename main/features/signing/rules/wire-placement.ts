/** Computes the five placement fields of endpoint D for one document of a batch, or the problem. */
import type { PageFacts } from '../../../../shared/domain/geometry.ts';
import type { Placement, PlacementConvention, PlacementRule, WirePlacement } from '../../../../shared/domain/placement.ts';
import { toWire } from '../../../../shared/domain/placement-convert.ts';
import { resolveRule } from '../../../../shared/domain/placement-rule.ts';
import { type Problem, problem, problemOf } from '../../../../shared/errors.ts';

type Failed = { ok: false; problem: Problem };
/** A placement with the facts of its page: with the profile's convention, all that the wire's numbers depend on. */
type Placed = { placement: Placement; page: PageFacts };

export function placeRule(rule: PlacementRule | null, pages: readonly PageFacts[]): ({ ok: true } & Placed) | Failed {
  if (rule === null) return { ok: false, problem: problem('placement-missing') };
  const resolved = resolveRule(rule, pages);
  if (!resolved.ok) return resolved;
  const page = pages[resolved.placement.page - 1];
  if (page === undefined) return { ok: false, problem: problem('placement-page-missing', { page: rule.page, pages: pages.length }) };
  return { ok: true, placement: resolved.placement, page };
}

export function wireOf(placement: Placement, page: PageFacts, convention: PlacementConvention): { ok: true; wire: WirePlacement } | Failed {
  try {
    return { ok: true, wire: toWire(placement, page, convention) };
  } catch (thrown) {
    // A unit so large that no rectangle of whole numbers fits the page.
    return { ok: false, problem: problemOf(thrown) };
  }
}

/** Returns why a rule cannot be expressed on the wire; null when it can. */
export function placementFault(rule: PlacementRule | null, pages: readonly PageFacts[], convention: PlacementConvention): Problem | null {
  const placed = placeRule(rule, pages);
  if (!placed.ok) return placed.problem;
  const wire = wireOf(placed.placement, placed.page, convention);
  return wire.ok ? null : wire.problem;
}
