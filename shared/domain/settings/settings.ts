/** Settings that the station stores besides profiles and presets. */
import { z } from 'zod';
import { languages } from '../../i18n/languages.ts';
import { lengthUnits } from '../placement/length-unit.ts';
import { policySchema } from '../visits/policy.ts';
import { languageChoices, themes } from './appearance.ts';

export const languageSchema = z.enum(languages);
export type { Language } from '../../i18n/languages.ts';

export const settingsSchema = z.object({
  language: z.enum(languageChoices).default('system'),
  theme: z.enum(themes).default('system'),
  /** The unit of lengths on a page; placements are stored in points. */
  lengthUnit: z.enum(lengthUnits).default('point'),
  /** Absolute path for signed files; null puts them in `signed/` next to each original. */
  outputFolder: z.string().nullable().default(null),
  /** Where the disk or share of `outputFolder` is mounted; null for the disk of the system. */
  outputMount: z.string().nullable().default(null),
  /** Null: practice mode. */
  activeProfileId: z.string().nullable().default(null),
  /** Clerk at the station, as evidence names them; empty: the operating system's user. */
  clerk: z.string().trim().max(80).default(''),
  /** The policy. */
  policy: policySchema.prefault({}),
  /** Days after the last change of a visit until it is removed; 0: visits are never removed. */
  retentionDays: z.number().int().min(0).max(36_500).default(365),
  /** The first steps in practice mode were shown: they begin again only on request. */
  firstStepsShown: z.boolean().default(false),
});
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Settings that the page may change. Without the defaults: an absent member stays unchanged. The output
 * folder is left out, since only its dialog sets it.
 */
const { language, theme, lengthUnit, activeProfileId, clerk, retentionDays, firstStepsShown } = settingsSchema.shape;
export const settingsChangeSchema = z
  .object({
    language: language.unwrap(),
    theme: theme.unwrap(),
    lengthUnit: lengthUnit.unwrap(),
    activeProfileId: activeProfileId.unwrap(),
    clerk: clerk.unwrap(),
    policy: policySchema,
    retentionDays: retentionDays.unwrap(),
    firstStepsShown: firstStepsShown.unwrap(),
  })
  .partial();
