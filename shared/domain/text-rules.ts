/** Rules of a connection profile on what a search source's answer means, since the sources' structures are not shown (Resources). */
import { z } from 'zod';
import { sourceNames } from './screening/screening.ts';

/** `ignored`: has no meaning, such as the time of the query. */
export const ruleMeanings = ['clear', 'hit', 'no-answer', 'ignored'] as const;
export const ruleMeaningSchema = z.enum(ruleMeanings);
export type RuleMeaning = z.infer<typeof ruleMeaningSchema>;

/** `$`, then `.name`, `['any name']`, `[3]`, or `[*]` for every element. */
const pathForm = /^\$(?:\.[\p{L}\p{N}_-]+|\['(?:[^'\\]|\\['\\])*'\]|\[(?:\d{1,6}|\*)\])*$/u;

/** Maximum lengths of the texts of a rule. */
export const ruleLimits = { path: 300, pattern: 300, rules: 200 } as const;

/** `other`: members of the answer that the description does not list; their path begins at the answer. */
export const ruleSources = [...sourceNames, 'other'] as const;

export const textRuleSchema = z
  .object({
    source: z.enum(ruleSources),
    /** JSON path in the source's answer. */
    path: z.string().max(ruleLimits.path).regex(pathForm, 'a JSON path such as $.resultado or $.registros[*].estado'),
    /** The text at that path; `*` means any text. Case, accents and blanks do not count. `*` alone is any value, structures too; `null` is null. */
    pattern: z.string().trim().min(1).max(ruleLimits.pattern),
    meaning: ruleMeaningSchema,
  })
  .refine(({ meaning, pattern }) => meaning !== 'clear' || (pattern.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 1, {
    path: ['pattern'],
    error: 'what means that nothing was found needs a letter or a digit',
  });
export type TextRule = z.infer<typeof textRuleSchema>;
