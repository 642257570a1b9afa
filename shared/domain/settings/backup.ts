/** Backups of a station, and the restore of one. */
import { z } from 'zod';

export const backupStateSchema = z.object({
  /** The latest backup that was written from the window; `missing`: files that could not be read for it. Times are ISO 8601, sizes bytes. */
  last: z.object({ at: z.iso.datetime(), path: z.string(), missing: z.number().int() }).nullable(),
  /** Daily copies in the data folder, the latest first. */
  daily: z.array(z.object({ name: z.string(), madeAt: z.iso.datetime() })),
  /** A backup that is being written, or unpacked and compared; `total` is 0 until it is known. */
  work: z.object({ kind: z.enum(['backup', 'restore']), done: z.number(), total: z.number() }).nullable(),
  /** When the backup was made that takes the place of the data at the next start; null for none. */
  prepared: z.iso.datetime().nullable(),
  /** The data end with the station: there is nothing on the disk to back up. */
  memoryOnly: z.boolean(),
});
export type BackupState = z.infer<typeof backupStateSchema>;
