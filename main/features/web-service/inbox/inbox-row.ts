/** A stored item of the inbox, encrypted. */
import { z } from 'zod';
import { type InboxItem, inboxItemSchema } from '../../../../shared/domain/web-service.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';

export const inboxRowSchema = inboxItemSchema.omit({ hasContents: true, sizeIsLowerBound: true }).extend({
  /** Of a record: see `contentDigest`. Empty for a quarantined body. */
  digest: z.string(),
  /** Of a quarantined body: the encrypted file `{ kind: 'quarantined', owner: <item>, id }`; null where the contents were not stored. */
  bodyFile: z.string().nullable(),
});
export type InboxRow = z.infer<typeof inboxRowSchema>;

/** The members of an item that are unknown. */
export const blankItem = {
  receivedAt: '',
  user: '',
  read: false,
  size: 0,
  sha256: '',
  uid: null,
  name: '',
  identification: '',
  transaction: null,
  version: 1,
  recordId: null,
  visitId: null,
  repeats: 0,
  repeatedAt: null,
  problem: null,
} satisfies Partial<InboxItem>;

export const toInboxItem = ({ digest: _digest, bodyFile, ...item }: InboxRow): InboxItem => ({
  ...item,
  sizeIsLowerBound: isLowerBound(item.problem),
  hasContents: bodyFile !== null,
});

/** An item whose row does not parse. */
export const unopened = (id: string, why: Problem, read: boolean): InboxItem => ({
  ...blankItem,
  id,
  kind: 'record',
  read,
  sizeIsLowerBound: false,
  hasContents: false,
  problem: why,
});

const mib = 2 ** 20;

/**
 * Describes a body over the limit, which is refused before it is read to its end.
 * @param stated its Content-Length, in bytes; NaN for none: the size is then the smallest over the limit
 */
export function oversizedBody(stated: number, limitMiB: number): { size: number; problem: Problem } {
  if (Number.isSafeInteger(stated))
    return { size: stated, problem: problem('body-too-large', { size: Math.ceil(stated / mib), limit: limitMiB }) };
  return { size: limitMiB * mib + 1, problem: problem('body-too-large', { limit: limitMiB, context: 'unstated' }) };
}

/** Whether the size of an item with this problem is the smallest that it can be. */
const isLowerBound = (found: Problem | null): boolean => found?.code === 'body-too-large' && found.detail?.size === undefined;
