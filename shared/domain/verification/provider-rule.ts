/** Provider rules: the changes to every returned document that a connection profile accepts. */
import { z } from 'zod';
import type { Box, PageFacts } from '../placement/geometry.ts';

export const edgeSchema = z.enum(['top', 'right', 'bottom', 'left']);
export type Edge = z.infer<typeof edgeSchema>;

/** Pages that the provider adds after the last one: at most `count`. */
const addedPagesRuleSchema = z.object({ kind: z.literal('pages-at-end'), count: z.number().int().min(1).max(20) });

/**
 * A strip along an edge of the page *as displayed* in which the provider may add content or annotations. What the original shows there
 * has to stay legible, and its text has to be there.
 */
export const areaRuleSchema = z.object({
  kind: z.literal('area'),
  edge: edgeSchema,
  /** Permille of the displayed page, from the edge inwards: of its height for `top` and `bottom`, else of its width. */
  depth: z.number().int().min(1).max(300),
  /** Of the original. */
  pages: z.enum(['all', 'first', 'last']),
});
export type AreaRule = z.infer<typeof areaRuleSchema>;

export const providerRuleSchema = z.discriminatedUnion('kind', [addedPagesRuleSchema, areaRuleSchema]);
export type ProviderRule = z.infer<typeof providerRuleSchema>;

/** Parses the rules in a log entry, which has them as JSON; none for a text that is no list of rules. */
export function rulesIn(json: string): ProviderRule[] {
  try {
    return z.array(providerRuleSchema).safeParse(JSON.parse(json)).data ?? [];
  } catch {
    return [];
  }
}

/** Clockwise, as a page is turned for display. */
const clockwise: readonly Edge[] = ['top', 'right', 'bottom', 'left'];

/** Returns the strip of a rule in the user space of a page, within its crop box. */
export function areaOf({ edge, depth }: Pick<AreaRule, 'edge' | 'depth'>, { cropBox, rotation }: PageFacts): Box {
  const unturned = clockwise[(clockwise.indexOf(edge) - rotation / 90 + 4) % 4];
  const [width, height] = [cropBox.right - cropBox.left, cropBox.top - cropBox.bottom];
  const share = depth / 1000;
  switch (unturned) {
    case 'top':
      return { ...cropBox, bottom: cropBox.top - height * share };
    case 'right':
      return { ...cropBox, left: cropBox.right - width * share };
    case 'bottom':
      return { ...cropBox, top: cropBox.bottom + height * share };
    default:
      return { ...cropBox, right: cropBox.left + width * share };
  }
}

/** Whether a rule applies to a page of the original, from 1. */
export const isAreaOn = ({ pages }: AreaRule, page: number, pageCount: number): boolean =>
  pages === 'all' || (pages === 'first' ? page === 1 : page === pageCount);
