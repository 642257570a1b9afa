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
} from '../domain/mass-search.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

export const bulkScreeningChannels = {
  /** Dialog; null when dismissed. A file that cannot be read at all is a refusal, one that can be read in another way a preview with a problem. */
  'mass.chooseFile': channel(nothing, tablePreviewSchema.nullable()),
  /** The same file read in another way. */
  'mass.preview': channel(z.object({ fileId: z.string(), options: tableOptionsSchema }), tablePreviewSchema),
  /** Reads the whole file. */
  'mass.check': channel(z.object({ fileId: z.string(), options: tableOptionsSchema, mapping: columnMappingSchema }), tableCheckSchema),
  /** Takes the rows over and begins; answers as soon as the run is listed (`preparing`). */
  'mass.start': channel(startRunSchema, runSchema),
  'mass.list': channel(nothing, z.array(runSchema)),
  'mass.pause': channel(id, runSchema),
  'mass.resume': channel(id, runSchema),
  /** Puts the failed rows back to be asked; rows whose source did not answer too, with `unavailable`. */
  'mass.retryFailed': channel(id.extend({ unavailable: z.boolean() }), runSchema),
  /** Removes the run with its rows and answers. */
  'mass.remove': channel(id, nothing),
  /** Asks where to, and writes; null when dismissed, else the file's name, its rows, and how many cells were longer than a cell can be. */
  'mass.export': channel(
    id.extend({ format: exportFormatSchema }),
    z.object({ name: z.string(), rows: z.number().int(), cut: z.number().int() }).nullable(),
  ),
} satisfies ChannelsOf<'mass'>;

export const bulkScreeningEvents = {
  /** At most a few times a second. */
  'mass.changed': runSchema,
  'mass.removed': id,
} satisfies EventsOf<'mass'>;
