/** Channels of the report of a problem. */
import { z } from 'zod';
import { savedFileSchema } from './app.ts';
import { type ChannelsOf, channel, nothing } from './channel.ts';

/** `name`: path in the ZIP; `size` in bytes; `text`: the whole content. */
export const reportFileSchema = z.object({ name: z.string(), size: z.number().int(), text: z.string() });
export type ReportFile = z.infer<typeof reportFileSchema>;

export const reportChannels = {
  /** Makes a report, and keeps it until the next one, so that what a person has read is what is saved. */
  'report.make': channel(nothing, z.object({ files: z.array(reportFileSchema) })),
  /** Asks for a place and writes the report there, as a ZIP; null when the dialog is dismissed. */
  'report.save': channel(nothing, savedFileSchema.nullable()),
} satisfies ChannelsOf<'report'>;
