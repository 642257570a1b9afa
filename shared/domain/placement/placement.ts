/** Types of placement: where on which page the signature goes. Conversions live in `placement-*.ts` next to this file. */
import { z } from 'zod';
import { anchors } from './anchors.ts';
import { boxSchema } from './geometry.ts';

export const anchorSchema = z.enum(anchors);

/**
 * A placement as a clerk thinks of it, the same for documents of any page size: a rectangle in points
 * (1/72 inch) of the page *as displayed*, i.e. crop box, after rotation and user unit. `x`, `y` are the
 * distances of the rectangle's nearest edges from the anchor corner, inwards positive.
 */
export const placementRuleSchema = z.object({
  /** From 1; -1 is the last page. */
  page: z.number().int(),
  anchor: anchorSchema,
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type PlacementRule = z.infer<typeof placementRuleSchema>;

/**
 * A placement of one document: page and rectangle in PDF user space of that page (its own units, origin as
 * the page has it, before rotation), measured within the crop box.
 */
export const placementSchema = z.object({
  /** From 1. */
  page: z.number().int().positive(),
  rect: boxSchema,
  box: z.literal('crop'),
});
export type Placement = z.infer<typeof placementSchema>;

/**
 * What the interface description leaves open about `x1,y1,x2,y2` and `signaturePage` (endpoint D, "not
 * shown"); see docs/open-points.md. `point` is 1/72 inch whatever the page's user unit.
 */
export const placementConventionSchema = z.object({
  unit: z.enum(['point', 'pixel', 'permille']).default('point'),
  /** Only for `pixel`. */
  dpi: z.number().positive().default(96),
  origin: z.enum(['bottom-left', 'top-left']).default('bottom-left'),
  box: z.enum(['crop', 'media', 'none']).default('crop'),
  rotation: z.enum(['as-displayed', 'user-space']).default('as-displayed'),
  pageBase: z.union([z.literal(0), z.literal(1)]).default(1),
});
export type PlacementConvention = z.infer<typeof placementConventionSchema>;

/** The five form fields of endpoint D, integers. */
export const wirePlacementSchema = z.object({
  x1: z.number().int(),
  y1: z.number().int(),
  x2: z.number().int(),
  y2: z.number().int(),
  signaturePage: z.number().int(),
});
export type WirePlacement = z.infer<typeof wirePlacementSchema>;

/** A rule under a name that the clerk chose; stored across starts. */
export const presetSchema = z.object({ id: z.string(), name: z.string().trim().min(1).max(60), rule: placementRuleSchema });
export type Preset = z.infer<typeof presetSchema>;
