/** Channels of checking any PDF. */
import { z } from 'zod';
import { languageSchema } from '../domain/settings/settings.ts';
import { chosenPdfSchema, verifiedFileSchema } from '../domain/verification/verification.ts';
import { savedFileSchema } from './app.ts';
import { type ChannelsOf, channel, nothing } from './channel.ts';

/** `checkId` is made by the page. */
const check = z.object({ checkId: z.string() });

export const verificationChannels = {
  /** Opens a dialog; null when dismissed. */
  'verification.choose': channel(nothing, chosenPdfSchema.nullable()),
  /** Reads the files again and checks them. `cancelled` after `verification.stop`. */
  'verification.check': channel(check.extend({ fileId: z.string(), originalId: z.string().nullable() }), verifiedFileSchema),
  'verification.stop': channel(check, nothing),
  /** Asks for a file and writes the report of a check as a PDF; null when dismissed. */
  'verification.saveReport': channel(check.extend({ language: languageSchema }), savedFileSchema.nullable()),
} satisfies ChannelsOf<'verification'>;
