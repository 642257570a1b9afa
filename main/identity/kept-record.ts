/** A record as it is kept, sealed: its JSON, and the names of its sealed files. */
import { z } from 'zod';
import { recordFileSchema, recordSourceSchema, recordWishSchema } from '../../shared/domain/record.ts';

/** The file's bytes are the sealed file `{ kind: 'record', owner: <record id>, id: <file id> }`. */
export const keptRecordSchema = z.object({
  id: z.string(),
  caseId: z.string(),
  source: recordSourceSchema,
  receivedAt: z.string(),
  by: z.string(),
  connection: z.string().nullable(),
  parts: z.array(z.string()),
  wish: recordWishSchema,
  size: z.number().int(),
  sha256: z.string(),
  /** As it came, numbers digit for digit; null where a file's text stood. */
  json: z.string(),
  files: z.array(recordFileSchema),
});
export type KeptRecord = z.infer<typeof keptRecordSchema>;
