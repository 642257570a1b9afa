/** Channels of the client's own web service: its state and settings, publications, and the inbox of pushes. */
import { z } from 'zod';
import {
  inboxFilterSchema,
  inboxItemSchema,
  inboxPageSchema,
  inboxStateSchema,
  publicationFilterSchema,
  publicationPageSchema,
  publicationSchema,
  publishRequestSchema,
  selfTestSchema,
  serviceChangeSchema,
  serviceSettingsSchema,
  serviceStateSchema,
  serviceUserSchema,
  stagedSchema,
  usernameSchema,
} from '../domain/client-service.ts';
import { longestPage } from '../domain/screening.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

const page = { offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(longestPage) };
/** Shown once, kept nowhere in clear. */
const withPassword = z.object({ user: serviceUserSchema, password: z.string() });

export const webServiceChannels = {
  'service.state': channel(nothing, serviceStateSchema),
  'service.settings': channel(nothing, serviceSettingsSchema),
  /** Takes effect at once; what the service then says is in `service.state`. */
  'service.change': channel(serviceChangeSchema, serviceSettingsSchema),
  /** Dialog for one of the paths; `clear` takes it away. A dismissed dialog changes nothing. */
  'service.choosePath': channel(
    z.object({ what: z.enum(['certificateFile', 'keyFile', 'pkcs12File', 'watchedFolder']), clear: z.boolean() }),
    serviceSettingsSchema,
  ),
  /** Of the PKCS#12 file, into the vault; empty takes it away. There is no channel that reads it back. */
  'service.setPassphrase': channel(z.object({ value: z.string().max(1000) }), nothing),
  'service.passphraseSet': channel(nothing, z.object({ set: z.boolean() })),
  'service.selfTest': channel(nothing, selfTestSchema),

  'serviceUsers.list': channel(nothing, z.array(serviceUserSchema)),
  'serviceUsers.add': channel(z.object({ username: usernameSchema }), withPassword),
  /** A new password; the one before goes on for so many hours, so that the provider can change over. 0: ends now. */
  'serviceUsers.renew': channel(
    id.extend({
      hours: z
        .number()
        .int()
        .min(0)
        .max(24 * 30),
    }),
    withPassword,
  ),
  /** Every token of the user ends now. Answers with how many. */
  'serviceUsers.revoke': channel(id, z.object({ revoked: z.number().int() })),
  /** With all tokens. */
  'serviceUsers.remove': channel(id, nothing),

  /** Dialog; what was chosen, read and checked. */
  'publications.choose': channel(nothing, z.array(stagedSchema)),
  /** Not published after all. */
  'publications.unstage': channel(z.object({ ids: z.array(z.string()).max(10_000) }), nothing),
  'publications.publish': channel(publishRequestSchema, z.array(publicationSchema)),
  /** Newest first. */
  'publications.page': channel(z.object({ filter: publicationFilterSchema, ...page }), publicationPageSchema),
  'publications.ofCase': channel(id, z.array(publicationSchema)),
  /** It is not offered any longer; what was fetched stays told. */
  'publications.withdraw': channel(id, publicationSchema),
  /** Offers it again after it was fetched or withdrawn. */
  'publications.offer': channel(id, publicationSchema),
  /** Off the list, with its sealed copy; only one that is not offered. */
  'publications.remove': channel(id, nothing),

  'inbox.state': channel(nothing, inboxStateSchema),
  'inbox.page': channel(z.object({ filter: inboxFilterSchema, ...page }), inboxPageSchema),
  'inbox.item': channel(id, inboxItemSchema),
  /** `ids` null: all. */
  'inbox.mark': channel(z.object({ ids: z.array(z.string()).max(10_000).nullable(), read: z.boolean() }), nothing),
  /** The body of what was set aside, as text, cut off after a while. */
  'inbox.body': channel(id, z.object({ text: z.string(), cut: z.boolean() })),
  /** Asks where to, and writes the body out as it came; null when dismissed. */
  'inbox.saveBody': channel(id, z.object({ name: z.string() }).nullable()),
  /** Only what was set aside; records go with their visit. */
  'inbox.remove': channel(id, nothing),
} satisfies ChannelsOf<'service' | 'serviceUsers' | 'publications' | 'inbox'>;

export const webServiceEvents = {
  /** At most a few times a second. */
  'service.state': serviceStateSchema,
  'publications.changed': publicationSchema,
  'publications.removed': id,
  /** New, or changed (read, repeated). */
  'inbox.changed': inboxItemSchema,
  'inbox.removed': id,
  'inbox.state': inboxStateSchema,
} satisfies EventsOf<'service' | 'publications' | 'inbox'>;
