/** A problem as it crosses to the page and into the database. Apart from the codes, which the page needs from the start, without zod. */
import { z } from 'zod';
import { problemCodes } from './errors.ts';

export const problemSchema = z.object({
  code: z.enum(problemCodes),
  message: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
