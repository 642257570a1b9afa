/** A stored item of the inbox, encrypted. */
import { z } from 'zod';
import { type InboxItem, inboxItemSchema } from '../../../../shared/domain/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { isLowerBound } from './oversized-body.ts';

export const inboxRowSchema = inboxItemSchema.omit({ hasContents: true, sizeIsLowerBound: true }).extend({
  /** Of a record: see `contentDigest`. Empty for what was set aside. */
  digest: z.string(),
  /** Of a quarantined body: the encrypted file `{ kind: 'set-aside', owner: <item>, id }`; null where the contents were not taken. */
  bodyFile: z.string().nullable(),
});
export type InboxRow = z.infer<typeof inboxRowSchema>;

/** The content of an item about which nothing more is known. */
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
