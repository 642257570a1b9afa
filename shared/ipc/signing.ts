/** Channels of signing documents and of their results. */
import { z } from 'zod';
import { languageSchema } from '../domain/settings.ts';
import { batchFaultSchema, batchRequestSchema, documentVerificationSchema, signingJobSchema } from '../domain/signing.ts';
import { returnedFileSchema } from '../domain/verification.ts';
import { type ChannelsOf, channel, type EventsOf, ids, nothing } from './channel.ts';

export const signingChannels = {
  /** Every fault of every document at once; empty when the batch can be sent. */
  'signing.check': channel(batchRequestSchema, z.array(batchFaultSchema)),
  /** Checks again and queues; with faults, nothing is queued and `batchId` is null. */
  'signing.send': channel(batchRequestSchema, z.object({ batchId: z.string().nullable(), faults: z.array(batchFaultSchema) })),
  /** Cancels those of the documents that have not been sent yet; answers with the ids cancelled. */
  'signing.cancel': channel(ids, z.object({ cancelled: z.array(z.string()) })),
  'signing.jobs': channel(nothing, z.array(signingJobSchema)),
  'signing.openSigned': channel(z.object({ documentId: z.string() }), nothing),
  'signing.showSigned': channel(z.object({ documentId: z.string() }), nothing),
  /** The report of the latest check of the file that came back; null without one. Of a document that the queue has forgotten, that of its visit. */
  'signing.verification': channel(
    z.object({ documentId: z.string(), caseId: z.string().nullable() }),
    documentVerificationSchema.nullable(),
  ),
  /** The report of `signing.verification` as a PDF; asks where to. Null when dismissed. `document-unknown` without a report. */
  'signing.saveVerification': channel(
    z.object({ documentId: z.string(), caseId: z.string().nullable(), language: languageSchema }),
    z.object({ name: z.string() }).nullable(),
  ),
  /** What the viewer needs of the file that came back; its bytes are at `returnedUrl`. `document-unknown` without one. */
  'signing.returnedFile': channel(z.object({ documentId: z.string() }), returnedFileSchema),
} satisfies ChannelsOf<'signing'>;

export const signingEvents = {
  /** Only the jobs that changed. */
  'signing.changed': z.array(signingJobSchema),
  /** Ids that are no longer listed. */
  'signing.forgotten': z.array(z.string()),
} satisfies EventsOf<'signing'>;

/** Address of the bytes of the file that came back for a document, relative to the page. */
export const returnedUrl = (documentId: string): string => `./returned/${encodeURIComponent(documentId)}`;
