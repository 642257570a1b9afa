/** Quarantines bodies from known users that cannot be read, or are for neither use of the documents endpoint: encrypted, unchanged. */
import { randomUUID } from 'node:crypto';
import { type Problem, StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { type EncryptedFiles, isLost } from '../../../platform/storage/encrypted-files.ts';
import { blankItem, type InboxRepository, type InboxRow } from './inbox-repository.ts';

export type QuarantineDeps = { database: Database; inbox: InboxRepository; files: EncryptedFiles; now(): Date };

/** Above these bounds nothing is quarantined until a person removes some: otherwise any user of the web service could fill the disk. */
const maxItems = 1000;
const maxBytes = 256 * 1024 * 1024;

/** `lost`: an item of the same body, whose file is lost: the new one takes its place. */
type NewQuarantined = { body: Buffer; sha256: string; user: string; why: Problem; lost: InboxRow | undefined };

/** @throws StationError `inbox-full`, `disk-full` */
export async function quarantineBody(deps: QuarantineDeps, { body, sha256, user, why, lost }: NewQuarantined): Promise<InboxRow> {
  const { database, inbox, files } = deps;
  refuseAboveBounds(inbox.quarantined(), body.length);
  const id = randomUUID();
  const { id: bodyFile } = await files.encrypt('quarantined', id, [body]);
  const item: InboxRow = { ...quarantinedItem(deps, user, why), id, size: body.length, sha256, digest: sha256, bodyFile };
  try {
    database.transaction(() => {
      if (lost) inbox.remove(lost.id);
      inbox.put(item);
    });
  } catch (thrown) {
    await files.remove({ kind: 'quarantined', owner: id, id: bodyFile }).catch(() => undefined);
    throw thrown;
  }
  return item;
}

/** Adds an item for a body of that size without its contents. @throws StationError `inbox-full`, `disk-full` */
export function quarantineSize(deps: QuarantineDeps, size: number, user: string, why: Problem): InboxRow {
  refuseAboveBounds(deps.inbox.quarantined(), 0);
  const item: InboxRow = { ...quarantinedItem(deps, user, why), size };
  deps.inbox.put(item);
  return item;
}

/** Encrypts a body to the disk, and removes it again. */
export async function rehearseQuarantine(files: EncryptedFiles, body: Buffer): Promise<void> {
  await files.remove(await files.encrypt('quarantined', randomUUID(), [body]));
}

/** Bytes of the text that is shown. */
const shownBytes = 64 * 1024;

/** @throws StationError `contents-not-taken` */
export async function readBeginning(files: EncryptedFiles, item: InboxRow): Promise<{ text: string; cut: boolean }> {
  const file = bodyFileOf(item);
  const end = Math.min(item.size, shownBytes) - 1;
  const pieces = end < 0 ? [] : await Array.fromAsync(files.readRange(file, 0, end));
  return { text: new TextDecoder().decode(Buffer.concat(pieces)), cut: item.size > shownBytes };
}

/** Whether the body was stored, and its file is gone or damaged. @throws StationError `data-folder-unusable` while its disk is away */
export async function isLostBody(files: EncryptedFiles, item: InboxRow): Promise<boolean> {
  if (item.bodyFile === null || item.size === 0) return false;
  try {
    await Array.fromAsync(files.readRange(bodyFileOf(item), 0, item.size - 1), () => null);
    return false;
  } catch (thrown) {
    if (isLost(thrown)) return true;
    throw thrown;
  }
}

/** The encrypted file of a quarantined body. @throws StationError `contents-not-taken` */
export function bodyFileOf({ id, bodyFile }: InboxRow) {
  if (bodyFile === null) throw new StationError('contents-not-taken');
  return { kind: 'quarantined', owner: id, id: bodyFile } as const;
}

const quarantinedItem = ({ now }: QuarantineDeps, user: string, why: Problem): InboxRow => ({
  ...blankItem,
  id: randomUUID(),
  kind: 'quarantined',
  receivedAt: now().toISOString(),
  user,
  problem: why,
  digest: '',
  bodyFile: null,
});

/** @param size of one more @throws StationError `inbox-full` */
export function refuseAboveBounds({ count, bytes }: { count: number; bytes: number }, size: number): void {
  if (count >= maxItems || bytes + size > maxBytes) throw new StationError('inbox-full', { count });
}
