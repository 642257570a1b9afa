/** Channels of signing documents, and of signed files. */
import { z } from 'zod';
import { languageSchema } from '../domain/settings/settings.ts';
import { batchFaultSchema, batchRequestSchema, documentVerificationSchema, signingJobSchema } from '../domain/signing/signing.ts';
import { returnedFileSchema } from '../domain/verification/verification.ts';
import { savedFileSchema } from './app.ts';
import { type ChannelsOf, channel, type EventsOf, ids, nothing } from './channel.ts';

export const signingChannels = {
  /** Finds every fault of every document; none when the batch can be sent. */
  'signing.check': channel(batchRequestSchema, z.array(batchFaultSchema)),
  /** Checks the batch again and queues it; with faults, queues nothing, and `batchId` is null. */
  'signing.send': channel(batchRequestSchema, z.object({ batchId: z.string().nullable(), faults: z.array(batchFaultSchema) })),
  /** Cancels documents that have not been sent yet; `cancelled`: their ids. */
  'signing.cancel': channel(ids, z.object({ cancelled: z.array(z.string()) })),
  /** Cancels every document that has not been sent yet. */
  'signing.cancelAll': channel(nothing, z.object({ cancelled: z.array(z.string()) })),
  /** The jobs of these documents; a document that is not in the queue has none. */
  'signing.jobs': channel(ids, z.array(signingJobSchema)),
  /** Opens the signed files of these documents as documents of their own, for another signature in another call. `taken`: number of files. */
  'signing.openForAnother': channel(ids, z.object({ taken: z.number().int() })),
  'signing.openSigned': channel(z.object({ documentId: z.string() }), nothing),
  'signing.showSigned': channel(z.object({ documentId: z.string() }), nothing),
  /** The report of the latest check of the returned file; null without one. After the document left the queue: its visit's report. */
  'signing.verification': channel(
    z.object({ documentId: z.string(), visitId: z.string().nullable() }),
    documentVerificationSchema.nullable(),
  ),
  /** Asks for a file and writes the report of `signing.verification` as a PDF. Null when dismissed. `document-unknown` without a report. */
  'signing.saveVerification': channel(
    z.object({ documentId: z.string(), visitId: z.string().nullable(), language: languageSchema }),
    savedFileSchema.nullable(),
  ),
  /** The returned file as the viewer needs it; its bytes are at `returnedUrl`. `document-unknown` without one. */
  'signing.returnedFile': channel(z.object({ documentId: z.string() }), returnedFileSchema),
} satisfies ChannelsOf<'signing'>;

export const signingEvents = {
  /** The jobs that changed. */
  'signing.changed': z.array(signingJobSchema),
  /** Ids that are no longer listed. */
  'signing.forgotten': z.array(z.string()),
} satisfies EventsOf<'signing'>;

/** Address of the bytes of the returned file of a document, relative to the page. */
export const returnedUrl = (documentId: string): string => `./returned/${encodeURIComponent(documentId)}`;
