/** A stored bulk screening run; its counts come from its rows. */
import { z } from 'zod';
import { columnMappingSchema, runPaceSchema, runStateSchema, tableOptionsSchema } from '../../../../shared/domain/bulk-screening.ts';
import { problemSchema } from '../../../../shared/problem-schema.ts';

export const bulkRunRowSchema = z.object({
  id: z.string(),
  startedAt: z.string(),
  /** Never `waiting`, the state of a running one without a connection. */
  state: runStateSchema.exclude(['waiting']),
  endedAt: z.string().nullable(),
  fileName: z.string(),
  /** The file of its rows, while they are being imported. `sha256` of the file's bytes. */
  source: z.object({ path: z.string(), sha256: z.string() }),
  options: tableOptionsSchema,
  mapping: columnMappingSchema,
  /** Names of the file's columns, as exports begin with them. */
  columns: z.array(z.string()),
  /** Cells of its widest row. */
  width: z.number().int(),
  judicial: z.boolean(),
  procurator: z.boolean(),
  pace: runPaceSchema,
  by: z.string(),
  connection: z.string().nullable(),
  account: z.string(),
  /** The reason for its automatic pause. */
  problem: problemSchema.nullable(),
  /** Path of the result of the command line; null for a list of the screen. */
  out: z.string().nullable(),
  /** SHA-256 of the last two results that the command line wrote there: only such a file is replaced. */
  written: z.array(z.string()),
  /** A person paused it during the import of its rows. */
  pauseAfter: z.boolean(),
});
export type BulkRunRow = z.infer<typeof bulkRunRowSchema>;
