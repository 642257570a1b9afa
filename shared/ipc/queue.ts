/** Channels of the queue of documents to be signed, and of settling those that need a person. */
import { z } from 'zod';
import { providerRuleSchema } from '../domain/provider-rule.ts';
import { longestNote, offerSchema, queueStateSchema } from '../domain/queue.ts';
import { batchFaultSchema } from '../domain/signing.ts';
import { maxProviderRules } from '../domain/verification-settings.ts';
import { problemSchema } from '../errors.ts';
import { type ChannelsOf, channel, type EventsOf, ids, nothing } from './channel.ts';

export const queueChannels = {
  'queue.state': channel(nothing, queueStateSchema),
  'queue.pause': channel(nothing, nothing),
  'queue.resume': channel(nothing, nothing),
  /** The network changed or a person does not want to wait: what waits is tried now. */
  'queue.wake': channel(nothing, nothing),
  /**
   * Queues again, from the sealed copies, what failed, was rejected or cancelled, and what is in doubt or unverified only with
   * `release` ("I know that it may have been signed"). What was sent before under another id is queued only with `again`; else
   * it is answered in `sentBefore`, so that the clerk can be asked.
   */
  'queue.retry': channel(
    ids.extend({ release: z.boolean(), again: z.boolean() }),
    z.object({ queued: z.array(z.string()), sentBefore: z.array(batchFaultSchema) }),
  ),
  /** Asks the provider about a document in doubt, and looks at what was received of its answer. */
  'queue.check': channel(
    z.object({ documentId: z.string() }),
    z.object({ offers: z.array(offerSchema), problem: problemSchema.nullable() }),
  ),
  /** Takes an offered file as the result: the document is signed when its check agreed, else unverified. */
  'queue.accept': channel(z.object({ documentId: z.string(), offerId: z.string() }), nothing),
  /** Settles a document in doubt or unverified by a person's word. */
  'queue.close': channel(z.object({ documentId: z.string(), note: z.string().trim().min(1).max(longestNote) }), nothing),
  /**
   * Puts the file of an unverified document into its folder, for a reason that the log and the visit show with who did it. The
   * document stays unverified. `state-changed` when there is no such file or it was released before.
   */
  'queue.releaseFile': channel(z.object({ documentId: z.string(), reason: z.string().trim().min(1).max(longestNote) }), nothing),
  /** Checks the files of unverified documents again by the settings of now; answers with the ids of those that are signed by that. */
  'queue.checkAgain': channel(ids, z.object({ signed: z.array(z.string()) })),
  /**
   * The smallest rules of the provider by which an unverified document would be signed, and how many other unverified documents of its
   * connection they may let through. `queue.stopCheck` stops the search.
   */
  'queue.proposeRule': channel(
    z.object({ documentId: z.string() }),
    z.object({ rules: z.array(providerRuleSchema), others: z.number().int() }),
  ),
  /** Saves them in the profile of the document's connection, and checks its unverified documents again; answers as `queue.checkAgain`. */
  'queue.acceptRule': channel(
    z.object({ documentId: z.string(), rules: z.array(providerRuleSchema).min(1).max(maxProviderRules) }),
    z.object({ signed: z.array(z.string()) }),
  ),
  /** Gives up a check under way (`checking` of the queue's state): the document is unverified then, or as it was before. */
  'queue.stopCheck': channel(z.object({ documentId: z.string() }), nothing),
  /** Puts what was received into its folder now; `elsewhere` asks for another folder. Answers with how many are in place. */
  'queue.deliver': channel(ids.extend({ elsewhere: z.boolean() }), z.object({ delivered: z.number().int() })),
  /** Takes finished documents from the list: signed and delivered, rejected, failed, cancelled, closed, released. Answers with the ids taken. */
  'queue.forget': channel(ids, z.object({ forgotten: z.array(z.string()) })),
  /** While closing: does not wait for what is being sent any longer; it will be in doubt. */
  'queue.finishClosing': channel(nothing, nothing),
} satisfies ChannelsOf<'queue'>;

export const queueEvents = {
  'queue.changed': queueStateSchema,
} satisfies EventsOf<'queue'>;
