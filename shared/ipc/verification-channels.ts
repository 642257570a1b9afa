/** The contract's channels of checking any PDF. */
import { z } from 'zod';
import { languageSchema } from '../domain/settings.ts';
import { chosenPdfSchema, returnedFileSchema, verifiedFileSchema } from '../domain/verification.ts';
import { channel, nothing } from './channel.ts';

/** `checkId` is the page's own. */
const check = z.object({ checkId: z.string() });

export const verificationChannels = {
  /** Dialog; null when dismissed. */
  'verification.choose': channel(nothing, chosenPdfSchema.nullable()),
  /** Reads the files as they are now. `cancelled` after `verification.stop`. */
  'verification.check': channel(check.extend({ fileId: z.string(), originalId: z.string().nullable() }), verifiedFileSchema),
  'verification.stop': channel(check, nothing),
  /** Asks where to, and writes the report of a check as a PDF; null when dismissed. */
  'verification.saveReport': channel(check.extend({ language: languageSchema }), z.object({ name: z.string() }).nullable()),
  /** The report of `signing.verification` as a PDF; asks where to. Null when dismissed. `document-unknown` without a report. */
  'signing.saveVerification': channel(
    z.object({ documentId: z.string(), caseId: z.string().nullable(), language: languageSchema }),
    z.object({ name: z.string() }).nullable(),
  ),
  /** What the viewer needs of the file that came back; its bytes are at `returnedUrl`. `document-unknown` without one. */
  'signing.returnedFile': channel(z.object({ documentId: z.string() }), returnedFileSchema),
  /** Opens the PDF that was saved last of this check. */
  'verification.openReport': channel(check, nothing),
};
