/** Channels of bulk screening: a list of persons, row by row. */
import { z } from 'zod';
import {
  columnMappingSchema,
  exportFormatSchema,
  runSchema,
  startRunSchema,
  tableCheckSchema,
  tableOptionsSchema,
  tablePreviewSchema,
} from '../domain/screening/bulk-screening.ts';
import { savedFileSchema } from './app.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

export const bulkScreeningChannels = {
  /**
   * Opens a dialog; null when dismissed. Refuses a file that cannot be read at all; one that can be read with other options is a preview
   * with a problem.
   */
  'bulk.chooseFile': channel(nothing, tablePreviewSchema.nullable()),
  /** Reads the same file with other options. */
  'bulk.preview': channel(z.object({ fileId: z.string(), options: tableOptionsSchema }), tablePreviewSchema),
  /** Reads the whole file. */
  'bulk.check': channel(z.object({ fileId: z.string(), options: tableOptionsSchema, mapping: columnMappingSchema }), tableCheckSchema),
  /** Stores the rows and begins; answers as soon as the run is listed (`preparing`). */
  'bulk.start': channel(startRunSchema, runSchema),
  'bulk.list': channel(nothing, z.array(runSchema)),
  'bulk.pause': channel(id, runSchema),
  'bulk.resume': channel(id, runSchema),
  /** Makes failed rows pending again; with `unavailable`, also rows with a source that did not answer. */
  'bulk.retryFailed': channel(id.extend({ unavailable: z.boolean() }), runSchema),
  /** Removes the run with its rows and answers. */
  'bulk.remove': channel(id, nothing),
  /** Asks for a file and writes it; null when dismissed, else its rows, and the number of cells cut to the maximum length. */
  'bulk.export': channel(
    id.extend({ format: exportFormatSchema }),
    savedFileSchema.extend({ rows: z.number().int(), cut: z.number().int() }).nullable(),
  ),
} satisfies ChannelsOf<'bulk'>;

export const bulkScreeningEvents = {
  /** Throttled to a few times a second. */
  'bulk.changed': runSchema,
  'bulk.removed': id,
} satisfies EventsOf<'bulk'>;
