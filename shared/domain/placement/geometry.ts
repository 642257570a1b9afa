/** Rectangles and PDF pages, as plain data. All lengths here are PDF units unless a name says points. */
import { z } from 'zod';

/** An upright rectangle; `left < right` and `bottom < top` when it has an area. */
export const boxSchema = z.object({ left: z.number(), bottom: z.number(), right: z.number(), top: z.number() });
export type Box = z.infer<typeof boxSchema>;

export const rotationSchema = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);
export type Rotation = z.infer<typeof rotationSchema>;

/**
 * The facts of one page that placement needs. Boxes are in the page's user space, inherited ones resolved,
 * the crop box cut to the media box (and equal to it where it is absent or has no area).
 * `rotation` is clockwise for display; `userUnit` is the size of one unit in points (1/72 inch).
 */
export const pageFactsSchema = z.object({
  mediaBox: boxSchema,
  cropBox: boxSchema,
  rotation: rotationSchema,
  userUnit: z.number().positive(),
});
export type PageFacts = z.infer<typeof pageFactsSchema>;
