/** Channels of the backups. */
import { z } from 'zod';
import { backupStateSchema } from '../domain/settings/backup.ts';
import { savedFileSchema } from './app.ts';
import { type ChannelsOf, channel, type EventsOf, nothing } from './channel.ts';

/** Of a backup for another computer. No channel reads one that was used. */
const codeSchema = z.string().min(1).max(100);

export const backupChannels = {
  'backup.state': channel(nothing, backupStateSchema),
  /** Generates a code for a backup for another computer. */
  'backup.newCode': channel(nothing, z.object({ code: codeSchema })),
  /**
   * Asks for a place and writes a backup there, without `missing` files that cannot be read; null when the dialog is dismissed. `code` null:
   * only this computer opens it.
   */
  'backup.write': channel(z.object({ code: codeSchema.nullable() }), savedFileSchema.extend({ missing: z.number().int() }).nullable()),
  /** Stops what is being written or unpacked. */
  'backup.stop': channel(nothing, nothing),
  /** Asks for a backup; null when the dialog is dismissed. Main remembers its path for `backup.prepare`. */
  'backup.choose': channel(nothing, z.object({ name: z.string(), madeAt: z.iso.datetime(), needsCode: z.boolean() }).nullable()),
  /** Unpacks and compares the chosen backup, or a daily copy by its name; it takes the place of the data at the next start. */
  'backup.prepare': channel(z.object({ daily: z.string().max(100).nullable(), code: codeSchema.nullable() }), nothing),
  /** The next start restores nothing. */
  'backup.discard': channel(nothing, nothing),
  /** Closes the window, which asks first where documents are pending. */
  'backup.closeStation': channel(nothing, nothing),
} satisfies ChannelsOf<'backup'>;

export const backupEvents = {
  /** Throttled to a few times a second. */
  'backup.changed': backupStateSchema,
} satisfies EventsOf<'backup'>;
