/** Channels of settings, placement presets, connection profiles and their secrets. */
import { z } from 'zod';
import { presetSchema } from '../domain/placement.ts';
import { secretNameSchema, storedProfileSchema, typedProfileSchema } from '../domain/profile.ts';
import { settingsChangeSchema, settingsSchema } from '../domain/settings.ts';
import { rootFactsSchema } from '../domain/verification-settings.ts';
import { problemSchema } from '../errors.ts';
import { tokenMembers } from '../provider/token.ts';
import { appInfoSchema } from './app.ts';
import { type ChannelsOf, channel, type EventsOf, nothing } from './channel.ts';

/**
 * A stored profile with, for each secret, only whether the vault has it. `secretsElsewhere`: those that were typed for another
 * address; they are not used until they are typed again.
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
  'settings.get': channel(nothing, settingsSchema),
  /** The output folder is left out: only its dialog sets it. */
  'settings.set': channel(settingsChangeSchema, settingsSchema),
  /** `beside`: back to `signed/` beside each original. A dismissed dialog changes nothing. */
  'settings.chooseOutputFolder': channel(z.object({ beside: z.boolean() }), settingsSchema),

  'presets.list': channel(nothing, z.array(presetSchema)),
  'presets.save': channel(presetSchema.partial({ id: true }), z.array(presetSchema)),
  'presets.remove': channel(z.object({ id: z.string() }), z.array(presetSchema)),

  'profiles.list': channel(nothing, z.array(profileViewSchema)),
  /** Without an id a new profile is made. `caFile`: the file stays as it is (also when left out), is none, or becomes the one that the dialog gave last. */
  'profiles.save': channel(
    z.object({ id: z.string().optional(), profile: typedProfileSchema, caFile: caFileChoiceSchema.optional() }),
    profileViewSchema,
  ),
  /** Removes the profile and its secrets. */
  'profiles.remove': channel(z.object({ id: z.string() }), nothing),
  /** Gets a token with the stored secret; `problem` is null when that worked, `unread` names what could not be read of the answer. */
  'profiles.test': channel(
    z.object({ id: z.string() }),
    z.object({ problem: problemSchema.nullable(), unread: z.array(z.enum(tokenMembers)) }),
  ),
  /** Dialog; null when dismissed. Main remembers the path for `profiles.save`; the page only shows it. */
  'profiles.chooseCaFile': channel(nothing, z.object({ path: z.string().nullable() })),
  /** What the roots of a profile say, in their order. `bad-request` for what is no certificate. */
  'profiles.describeRoots': channel(z.object({ roots: z.string() }), z.array(rootFactsSchema)),
  /** Dialog; null when dismissed. Answers with the request's roots and those of the file, each once. `roots-unreadable`, `roots-too-many`. */
  'profiles.chooseRoots': channel(z.object({ roots: z.string() }), z.array(rootFactsSchema).nullable()),

  /** Into the vault; there is no channel that reads one back. */
  'secrets.set': channel(z.object({ profileId: z.string(), name: secretNameSchema, value: z.string().min(1) }), nothing),
  'secrets.remove': channel(z.object({ profileId: z.string(), name: secretNameSchema }), nothing),
  /** Makes a new key for everything sealed on disk and seals it anew. */
  'secrets.renewKey': channel(nothing, nothing),
} satisfies ChannelsOf<'settings' | 'presets' | 'profiles' | 'secrets'>;

export const settingsEvents = {
  'settings.changed': appInfoSchema,
} satisfies EventsOf<'settings'>;
