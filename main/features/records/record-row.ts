/** A stored record, encrypted: its JSON, and the names of its encrypted files. */
import { z } from 'zod';
import { recordFileSchema, recordSummarySchema } from '../../../shared/domain/record.ts';

/** Where it comes from, as it is listed; what it says is read from its JSON whenever it is shown. */
const origin = recordSummarySchema.pick({
  id: true,
  visitId: true,
  source: true,
  receivedAt: true,
  by: true,
  profile: true,
  caller: true,
  parts: true,
  wish: true,
  size: true,
  sha256: true,
});

/** The file's bytes are the encrypted file `{ kind: 'record', owner: <record id>, id: <file id> }`. */
export const recordRowSchema = origin.extend({
  version: recordSummarySchema.shape.version.default(1),
  within: recordSummarySchema.shape.within.default([]),
  /** As it came, numbers digit for digit; null where a file's text stood. */
  json: z.string(),
  files: z.array(recordFileSchema),
});
export type RecordRow = z.infer<typeof recordRowSchema>;
