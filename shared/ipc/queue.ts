/** Channels of the queue of documents to be signed, and of settling documents that need a person. */
import { z } from 'zod';
import { candidateSchema, maxNoteLength, queueStateSchema } from '../domain/signing/queue.ts';
import {
  actCountsSchema,
  queueFilterSchema,
  queuePageRequestSchema,
  queuePageSchema,
  queueSummarySchema,
} from '../domain/signing/queue-list-schemas.ts';
import { batchFaultSchema, reasonSubjectSchema } from '../domain/signing/signing.ts';
import { providerRuleSchema } from '../domain/verification/provider-rule.ts';
import { maxProviderRules } from '../domain/verification/verification-settings.ts';
import { problemSchema } from '../problem-schema.ts';
import { type ChannelsOf, channel, type EventsOf, ids, nothing } from './channel.ts';

export const queueChannels = {
  'queue.state': channel(nothing, queueStateSchema),
  'queue.summary': channel(nothing, queueSummarySchema),
  /** The documents that match a filter, by group and in the order of each. */
  'queue.page': channel(queuePageRequestSchema, queuePageSchema),
  /** Ids of all documents that match, in that order. */
  'queue.ids': channel(queueFilterSchema, z.array(z.string())),
  /** Number of documents before one in the list of a filter; null when it is not in that list. */
  'queue.offset': channel(
    z.object({ documentId: z.string(), filter: queueFilterSchema }),
    z.object({ offset: z.number().int().nullable() }),
  ),
  'queue.countActs': channel(ids, actCountsSchema),
  'queue.pause': channel(nothing, nothing),
  'queue.resume': channel(nothing, nothing),
  /** Tries pending documents now: the network changed, or a person does not want to wait. */
  'queue.wake': channel(nothing, nothing),
  /**
   * Queues failed, rejected and cancelled documents again, from their encrypted copies; documents in doubt and unverified ones only
   * with `resend` ("I know that it may have been signed"). A duplicate of a sent document is queued only with `again`; otherwise
   * `sentBefore` has it, so that the page can ask the clerk. `needsReason`: those whose visit asks for a reason first.
   */
  'queue.retry': channel(
    ids.extend({ resend: z.boolean(), again: z.boolean() }),
    z.object({ queued: z.array(z.string()), sentBefore: z.array(batchFaultSchema), needsReason: z.array(reasonSubjectSchema) }),
  ),
  /** Asks the provider about a document in doubt, and searches the received part of its answer for candidates. */
  'queue.check': channel(
    z.object({ documentId: z.string() }),
    z.object({ candidates: z.array(candidateSchema), problem: problemSchema.nullable() }),
  ),
  /** Takes a candidate as the result: the document is signed when the check agreed, otherwise unverified. */
  'queue.accept': channel(z.object({ documentId: z.string(), candidateId: z.string() }), nothing),
  /** Closes a document that is in doubt or unverified, with a person's note. */
  'queue.close': channel(z.object({ documentId: z.string(), note: z.string().trim().min(1).max(maxNoteLength) }), nothing),
  /**
   * Puts the file of an unverified document into its folder. The log and the visit have the reason and the person. The document
   * stays unverified. `state-changed` when there is no such file or it was released before.
   */
  'queue.releaseFile': channel(z.object({ documentId: z.string(), reason: z.string().trim().min(1).max(maxNoteLength) }), nothing),
  /** Checks the files of unverified documents again by the present settings; `signed`: ids of the documents that are signed now. */
  'queue.checkAgain': channel(ids, z.object({ signed: z.array(z.string()) })),
  /**
   * Finds the smallest rules of the provider by which an unverified document would be signed, and the number of other unverified
   * documents of its connection that they may let through. `queue.stopCheck` stops the search.
   */
  'queue.proposeRule': channel(
    z.object({ documentId: z.string() }),
    z.object({ rules: z.array(providerRuleSchema), others: z.number().int() }),
  ),
  /** Saves rules in the profile of the document's connection and checks its unverified documents again, like `queue.checkAgain`. */
  'queue.acceptRule': channel(
    z.object({ documentId: z.string(), rules: z.array(providerRuleSchema).min(1).max(maxProviderRules) }),
    z.object({ signed: z.array(z.string()) }),
  ),
  /** Ends a running check (`checking` of the queue's state): the document is then unverified, or stays in its earlier state. */
  'queue.stopCheck': channel(z.object({ documentId: z.string() }), nothing),
  /** Delivers the received files now; `elsewhere` asks for another folder. `delivered`: number of files in their folder. */
  'queue.deliver': channel(ids.extend({ elsewhere: z.boolean() }), z.object({ delivered: z.number().int() })),
  /** Removes finished documents (signed and delivered, rejected, failed, cancelled, closed, released) from the list. `removed`: their ids. */
  'queue.remove': channel(ids, z.object({ removed: z.array(z.string()) })),
  /** Lists removed documents again. `restored`: their ids. */
  'queue.restore': channel(ids, z.object({ restored: z.array(z.string()) })),
  /** While closing: stops waiting for documents in flight; they will be in doubt. */
  'queue.finishClosing': channel(nothing, nothing),
} satisfies ChannelsOf<'queue'>;

export const queueEvents = {
  'queue.changed': queueStateSchema,
  /** A few times a second at most. */
  'queue.summary': queueSummarySchema,
} satisfies EventsOf<'queue'>;
