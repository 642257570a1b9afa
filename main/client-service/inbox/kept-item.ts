/** An item of the inbox as it is kept, sealed. */
import { z } from 'zod';
import { inboxItemSchema } from '../../../shared/domain/client-service.ts';

export const keptItemSchema = inboxItemSchema.extend({
  /** Of a record: see `contentDigest`. Empty for what was set aside. */
  digest: z.string(),
  /** Of what was set aside: the sealed file `{ kind: 'set-aside', owner: <item>, id }`. */
  bodyFile: z.string().nullable(),
});
export type KeptItem = z.infer<typeof keptItemSchema>;
