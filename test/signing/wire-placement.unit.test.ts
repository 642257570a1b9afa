/** From the clerk's rule to the numbers of the wire, and each reason why there are none. */
import { describe, expect, it } from 'vitest';
import { fromWire, type PageFacts, type PlacementRule, placementConventionSchema } from '../support/doors/domain.ts';
import { placementFault, placeRule, wireOf } from '../support/doors/signing.ts';
import { fc } from '../support/runner/property.ts';

const sheet = { left: 0, bottom: 0, right: 595, top: 842 };
const page: PageFacts = { mediaBox: sheet, cropBox: sheet, rotation: 0, userUnit: 1 };
const rule: PlacementRule = { page: -1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 };
const points = placementConventionSchema.parse({});

describe('a rule on a document', () => {
  it('becomes a placement with the facts of its page', () => {
    const other: PageFacts = { ...page, cropBox: { left: 0, bottom: 0, right: 600, top: 800 }, mediaBox: { ...sheet, right: 600 } };
    expect(placeRule(rule, [page, other])).toMatchObject({ ok: true, placement: { page: 2 }, page: other });
  });

  it.each([
    ['no rule', null, [page], 'placement-missing'],
    ['no such page', { ...rule, page: 2 }, [page], 'placement-page-missing'],
    ['no pages at all', rule, [], 'placement-page-missing'],
    ['off the page', { ...rule, x: 500 }, [page], 'placement-outside-page'],
    ['no area', { ...rule, width: 0 }, [page], 'placement-no-area'],
  ] as const)('%s: %s', (_, input, pages, code) => {
    expect(placeRule(input, pages)).toMatchObject({ ok: false, problem: { code } });
    expect(placementFault(input, pages, points)).toMatchObject({ code });
  });

  it('is refused when the unit is so large that no whole numbers fit the page', () => {
    const coarse = placementConventionSchema.parse({ unit: 'pixel', dpi: 0.01 });
    expect(placementFault(rule, [page], coarse)).toMatchObject({ code: 'placement-no-area' });
    expect(placementFault(rule, [page], points)).toBeNull();
  });
});

it('wire numbers mean the same rectangle under every convention, and a fault is reported exactly when there are none', () => {
  const conventions = fc.record({
    unit: fc.constantFrom('point', 'pixel', 'permille'),
    origin: fc.constantFrom('bottom-left', 'top-left'),
    box: fc.constantFrom('crop', 'media', 'none'),
    rotation: fc.constantFrom('as-displayed', 'user-space'),
    pageBase: fc.constantFrom(0, 1),
  });
  const rules = fc.record({
    x: fc.nat(600),
    y: fc.nat(850),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 300 }),
  });
  fc.assert(
    fc.property(conventions, rules, fc.constantFrom(0, 90, 180, 270), (input, place, rotation) => {
      const convention = placementConventionSchema.parse(input);
      const facts: PageFacts = { ...page, rotation: rotation as PageFacts['rotation'] };
      const wanted: PlacementRule = { ...rule, ...place };
      const placed = placeRule(wanted, [facts]);
      const wire = placed.ok ? wireOf(placed.placement, placed.page, convention) : placed;
      expect(placementFault(wanted, [facts], convention) === null).toBe(wire.ok);
      if (!placed.ok || !wire.ok) return;
      expect(wire.wire.signaturePage).toBe(placed.placement.page - 1 + convention.pageBase);
      const back = fromWire(wire.wire, facts, convention);
      for (const edge of ['left', 'bottom', 'right', 'top'] as const) {
        expect(Math.abs(back.rect[edge] - placed.placement.rect[edge])).toBeLessThanOrEqual(1);
      }
    }),
  );
});
