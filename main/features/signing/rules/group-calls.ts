/** Decides what goes into one call, and the placement of its signature on the wire. Pure. */

import type { PageFacts } from '../../../../shared/domain/placement/geometry.ts';
import type { Placement, PlacementConvention, PlacementRule, WirePlacement } from '../../../../shared/domain/placement/placement.ts';
import { toWire } from '../../../../shared/domain/placement/placement-convert.ts';
import { resolveRule } from '../../../../shared/domain/placement/placement-rule.ts';
import { type Problem, problem, problemOf } from '../../../../shared/errors.ts';

/** `size`: bytes of the document. */
export type Callable = { wire: WirePlacement; clientInfo: string; size: number };
type CallLimits = { maxDocumentsPerCall: number; maxBytesPerCall: number };

/** The form in which references are compared and sent. */
export const plainReference = (reference: string): string => reference.trim().normalize('NFC');

/**
 * Groups documents by placement and client info, within the limits of documents and bytes per call. Keeps the clerk's order
 * within each call, and orders calls by their first documents. A document larger than the limit is a call alone: the check
 * refuses it, and if it does not, the provider decides. Reads no more documents than it needs for the calls that are taken.
 */
export function* groupCalls<T extends Callable>(documents: Iterable<T>, limits: CallLimits): Generator<T[]> {
  /** In the order of their first documents: those before the first that may still grow have been returned. */
  const waiting: { documents: T[]; bytes: number; isFull: boolean }[] = [];
  const growing = new Map<string, (typeof waiting)[number]>();
  for (const document of documents) {
    const key = groupKey(document);
    let call = growing.get(key);
    if (call && call.bytes + document.size > limits.maxBytesPerCall) {
      call.isFull = true;
      call = undefined;
    }
    if (call) {
      call.documents.push(document);
      call.bytes += document.size;
    } else {
      call = { documents: [document], bytes: document.size, isFull: false };
      waiting.push(call);
      growing.set(key, call);
    }
    if (call.documents.length >= limits.maxDocumentsPerCall) {
      call.isFull = true;
      growing.delete(key);
    }
    for (let [first] = waiting; first?.isFull; [first] = waiting) {
      waiting.shift();
      yield first.documents;
    }
  }
  for (const call of waiting) yield call.documents;
}

/** Splits a call that was too large into two halves, in order. */
export function halves<T>(call: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(call.length / 2);
  return [call.slice(0, middle), call.slice(middle)];
}

function groupKey({ wire, clientInfo }: Callable): string {
  return JSON.stringify([wire.signaturePage, wire.x1, wire.y1, wire.x2, wire.y2, clientInfo]);
}

type Failed = { ok: false; problem: Problem };
/** A placement with the facts of its page: with the profile's convention, all that the wire's numbers depend on. */
type Placed = { placement: Placement; page: PageFacts };

/** Resolves a rule on a document. `placement-missing` without a rule; the other problems are those of `resolveRule`. */
export function placeRule(rule: PlacementRule | null, pages: readonly PageFacts[]): ({ ok: true } & Placed) | Failed {
  if (rule === null) return { ok: false, problem: problem('placement-missing') };
  const resolved = resolveRule(rule, pages);
  if (!resolved.ok) return resolved;
  const page = pages[resolved.placement.page - 1];
  if (page === undefined) return { ok: false, problem: problem('placement-page-missing', { page: rule.page, pages: pages.length }) };
  return { ok: true, placement: resolved.placement, page };
}

/** Returns the numbers of the wire (interface description, endpoint D) for a placement on a page. */
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
