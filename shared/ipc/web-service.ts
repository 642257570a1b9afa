/** Channels of the client's own web service: its state and settings, publications, and the inbox of pushes. */
import { z } from 'zod';
import { maxPageRows } from '../domain/max-page-rows.ts';
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
} from '../domain/web-service/web-service.ts';
import { savedFileSchema } from './app.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

const page = { offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(maxPageRows) };
/** A user and a password that is shown once; only its hash is stored. */
const withPassword = z.object({ user: serviceUserSchema, password: z.string() });

export const webServiceChannels = {
  'service.state': channel(nothing, serviceStateSchema),
  'service.settings': channel(nothing, serviceSettingsSchema),
  /** Changes the settings at once; `service.state` has the state after it. */
  'service.change': channel(serviceChangeSchema, serviceSettingsSchema),
  /** Opens a dialog for one of the paths; `clear` removes the path. A dismissed dialog changes nothing. */
  'service.choosePath': channel(
    z.object({ what: z.enum(['certificateFile', 'keyFile', 'pkcs12File', 'watchedFolder']), clear: z.boolean() }),
    serviceSettingsSchema,
  ),
  /** Stores the passphrase of the PKCS#12 file in the vault; an empty one removes it. No channel reads it. */
  'service.setPassphrase': channel(z.object({ value: z.string().max(1000) }), nothing),
  'service.passphraseSet': channel(nothing, z.object({ set: z.boolean() })),
  'service.selfTest': channel(nothing, selfTestSchema),

  'serviceUsers.list': channel(nothing, z.array(serviceUserSchema)),
  'serviceUsers.add': channel(z.object({ username: usernameSchema }), withPassword),
  /** Makes a new password; the earlier one stays valid for some hours, so that the provider can change to the new one. 0: it ends now. */
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
  /** Ends every token of the user now; returns their number. */
  'serviceUsers.revoke': channel(id, z.object({ revoked: z.number().int() })),
  /** Removes the user with all tokens. */
  'serviceUsers.remove': channel(id, nothing),

  /** Opens a dialog; returns the chosen files, read and checked. */
  'publications.choose': channel(nothing, z.array(stagedSchema)),
  /** Drops chosen files that are not published. */
  'publications.unstage': channel(z.object({ ids: z.array(z.string()).max(10_000) }), nothing),
  'publications.publish': channel(publishRequestSchema, z.array(publicationSchema)),
  /** A page of publications, newest first. */
  'publications.page': channel(z.object({ filter: publicationFilterSchema, ...page }), publicationPageSchema),
  'publications.ofVisit': channel(id, z.array(publicationSchema)),
  /** Withdraws a publication; its earlier fetches stay listed. */
  'publications.withdraw': channel(id, publicationSchema),
  /** Offers a publication again that was fetched or withdrawn. */
  'publications.offer': channel(id, publicationSchema),
  /** Removes a publication that is not offered, with its encrypted copy. */
  'publications.remove': channel(id, nothing),

  'inbox.state': channel(nothing, inboxStateSchema),
  'inbox.page': channel(z.object({ filter: inboxFilterSchema, ...page }), inboxPageSchema),
  'inbox.item': channel(id, inboxItemSchema),
  /** All records of an item's Uid, the newest first. */
  'inbox.versions': channel(id, z.array(inboxItemSchema)),
  /** Marks items as read; `ids` null: all. */
  'inbox.mark': channel(z.object({ ids: z.array(z.string()).max(10_000), read: z.boolean() }), nothing),
  /** The beginning of a quarantined body, as text. */
  'inbox.body': channel(id, z.object({ text: z.string(), cut: z.boolean() })),
  /** Asks for a file and writes the unchanged body; null when dismissed. */
  'inbox.saveBody': channel(id, savedFileSchema.nullable()),
  /** Removes a quarantined body; records are removed with their visit. */
  'inbox.remove': channel(id, nothing),
} satisfies ChannelsOf<'service' | 'serviceUsers' | 'publications' | 'inbox'>;

export const webServiceEvents = {
  /** Throttled to a few times a second. */
  'service.state': serviceStateSchema,
  'publications.changed': publicationSchema,
  'publications.removed': id,
  /** Items that are new or have changed (read, repeated). */
  'inbox.changed': inboxItemSchema,
  'inbox.removed': id,
  'inbox.state': inboxStateSchema,
} satisfies EventsOf<'service' | 'publications' | 'inbox'>;
