/** Bodies that were authentic and could not be read, or were for neither use of the documents endpoint: encrypted as they came. */
import { createHash, randomUUID } from 'node:crypto';
import { type Problem, StationError } from '../../../../shared/errors.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import type { InboxRepository } from './inbox-repository.ts';
import { blankItem, type InboxRow } from './inbox-row.ts';

/** Beyond these somebody has to look first: whoever may call could fill the disk. */
const most = { items: 1000, bytes: 256 * 1024 * 1024 };
/** Bytes of the text that is shown. */
const shown = 64 * 1024;

export type SetAside = {
  /** @throws StationError `inbox-full`, `disk-full` */
  keep(body: Buffer, user: string, why: Problem): Promise<InboxRow>;
  /** Keeps that a body of that size came, without its contents. @throws StationError `inbox-full`, `disk-full` */
  note(size: number, user: string, why: Problem): InboxRow;
  /** Writes, and removes again. */
  rehearse(body: Buffer): Promise<void>;
  /** @throws StationError `contents-not-taken` */
  beginning(item: InboxRow): Promise<{ text: string; cut: boolean }>;
  /** @throws StationError `contents-not-taken` */
  read(item: InboxRow): AsyncIterable<Uint8Array>;
};

export function openSetAside({ store, files, now }: { store: InboxRepository; files: EncryptedFiles; now(): Date }): SetAside {
  function refuseBeyond(size: number): void {
    const { count, bytes } = store.quarantined();
    if (count >= most.items || bytes + size > most.bytes) throw new StationError('inbox-full', { count });
  }

  async function encrypt(owner: string, body: Buffer): Promise<string> {
    const writer = await files.create('set-aside', owner);
    try {
      await writer.write(body);
      return (await writer.finish()).id;
    } catch (thrown) {
      await writer.discard().catch(() => undefined);
      throw thrown;
    }
  }

  function fileOf({ id, bodyFile }: InboxRow) {
    if (bodyFile === null) throw new StationError('contents-not-taken');
    return { kind: 'set-aside', owner: id, id: bodyFile } as const;
  }

  return {
    async keep(body, user, why) {
      refuseBeyond(body.length);
      const id = randomUUID();
      const bodyFile = await encrypt(id, body);
      const sha256 = createHash('sha256').update(body).digest('hex');
      const came = { receivedAt: now().toISOString(), user, size: body.length, sha256, problem: why };
      const item: InboxRow = { ...blankItem, ...came, id, kind: 'set-aside', digest: '', bodyFile };
      try {
        store.put(item);
      } catch (thrown) {
        await files.remove({ kind: 'set-aside', owner: id, id: bodyFile }).catch(() => undefined);
        throw thrown;
      }
      return item;
    },
    note(size, user, why) {
      refuseBeyond(0);
      const item: InboxRow = {
        ...blankItem,
        id: randomUUID(),
        kind: 'set-aside',
        receivedAt: now().toISOString(),
        user,
        size,
        problem: why,
        digest: '',
        bodyFile: null,
      };
      store.put(item);
      return item;
    },
    async rehearse(body) {
      const owner = randomUUID();
      await files.remove({ kind: 'set-aside', owner, id: await encrypt(owner, body) });
    },
    async beginning(item) {
      const file = fileOf(item);
      const end = Math.min(item.size, shown) - 1;
      const pieces: Buffer[] = [];
      if (end >= 0) for await (const piece of files.readRange(file, 0, end)) pieces.push(piece);
      return { text: new TextDecoder().decode(Buffer.concat(pieces)), cut: item.size > shown };
    },
    read: (item) => files.read(fileOf(item)),
  };
}
