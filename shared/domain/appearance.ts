/** Settings that the window has before the station is open. Apart from the others, so that it does not wait for their schemas. */
import { z } from 'zod';
import { languages } from '../i18n/languages.ts';

export const appearanceSchema = z.object({
  /** `system`: the operating system's, or the default where that is none of ours. */
  language: z.enum(['system', ...languages]).default('system'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
});
export type Appearance = z.infer<typeof appearanceSchema>;
