/** Channels of settings, placement presets, connection profiles and their secrets. */
import { z } from 'zod';
import { presetSchema } from '../domain/placement/placement.ts';
import { tokenMembers } from '../domain/provider/token.ts';
import { secretNameSchema, storedProfileSchema, typedProfileSchema } from '../domain/settings/profile.ts';
import { settingsChangeSchema, settingsSchema } from '../domain/settings/settings.ts';
import { rootFactsSchema } from '../domain/verification/verification-settings.ts';
import { problemSchema } from '../problem-schema.ts';
import { appInfoSchema } from './app.ts';
import { type ChannelsOf, channel, type EventsOf, nothing } from './channel.ts';

/**
 * A stored profile with the names of its secrets in the vault, never the secrets. `secretsElsewhere`: secrets that were typed for
 * another address; they are not used until they are typed again.
 */
export const profileViewSchema = z.object({
  profile: storedProfileSchema,
  secretsSet: z.array(secretNameSchema),
  secretsElsewhere: z.array(secretNameSchema),
});
export const caFileChoiceSchema = z.enum(['keep', 'none', 'chosen']);
export type CaFileChoice = z.infer<typeof caFileChoiceSchema>;
export type ProfileView = z.infer<typeof profileViewSchema>;

export const settingsChannels = {
  /** Changes settings, but not the output folder: only its dialog sets it. */
  'settings.set': channel(settingsChangeSchema, settingsSchema),
  /** `beside`: signed files go into `signed/` next to each original again. A dismissed dialog changes nothing. */
  'settings.chooseOutputFolder': channel(z.object({ beside: z.boolean() }), settingsSchema),

  'presets.list': channel(nothing, z.array(presetSchema)),
  'presets.save': channel(presetSchema.partial({ id: true }), z.array(presetSchema)),
  'presets.remove': channel(z.object({ id: z.string() }), z.array(presetSchema)),

  'profiles.list': channel(nothing, z.array(profileViewSchema)),
  /**
   * Without an id, makes a new profile. `caFile`: the profile's file stays (the default), is removed, or is the one that the dialog
   * returned last.
   */
  'profiles.save': channel(
    z.object({ id: z.string().optional(), profile: typedProfileSchema, caFile: caFileChoiceSchema.optional() }),
    profileViewSchema,
  ),
  /** Removes the profile and its secrets. */
  'profiles.remove': channel(z.object({ id: z.string() }), nothing),
  /** Gets a token with the stored secret; `problem` is null on success, `unread` names the unreadable members of the answer. */
  'profiles.test': channel(
    z.object({ id: z.string() }),
    z.object({ problem: problemSchema.nullable(), unread: z.array(z.enum(tokenMembers)) }),
  ),
  /** Opens a dialog; null when dismissed. Main remembers the path for `profiles.save`; the page only shows it. */
  'profiles.chooseCaFile': channel(nothing, z.object({ path: z.string().nullable() })),
  /** Reads the facts of a profile's root certificates, in their order. `bad-request` for a text that is no certificate. */
  'profiles.describeRoots': channel(z.object({ roots: z.string() }), z.array(rootFactsSchema)),
  /**
   * Opens a dialog; null when dismissed. Returns the roots of the request and of the file, each once.
   * `roots-unreadable`, `roots-too-many`.
   */
  'profiles.chooseRoots': channel(z.object({ roots: z.string() }), z.array(rootFactsSchema).nullable()),

  /** Stores a secret in the vault; no channel reads one. */
  'secrets.set': channel(z.object({ profileId: z.string(), name: secretNameSchema, value: z.string().min(1) }), nothing),
  'secrets.remove': channel(z.object({ profileId: z.string(), name: secretNameSchema }), nothing),
  /** Makes a new key and encrypts the data with it. */
  'secrets.renewKey': channel(nothing, nothing),
} satisfies ChannelsOf<'settings' | 'presets' | 'profiles' | 'secrets'>;

export const settingsEvents = {
  'settings.changed': appInfoSchema,
} satisfies EventsOf<'settings'>;
