/**
 * Puts what was received where the clerk looks for it: the chosen folder, or `signed/` beside the original. Where
 * that fails, `signed/` beside the original; where that fails too it stays encrypted, and is tried again later: a
 * document that is signed is never given up for want of a folder.
 */
import { basename, dirname, extname, join } from 'node:path';
import pLimit from 'p-limit';
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';
import { findWritten } from '../../files/find-written.ts';
import { signedName } from '../../files/signed-name.ts';
import { removeUnfinished, type WholeFile, writeWhole } from '../../files/write-whole.ts';
import { type EncryptedFile, type EncryptedFiles, isLost } from '../../store/encrypted-files.ts';
import type { Outbox, OutboxJob, ReceivedFile } from '../outbox/outbox.ts';
import { removeQuietly } from './receive.ts';

export type Delivery = {
  /** Delivers what waits of these documents, or of all; never rejects. `folder`: there and nowhere else. */
  deliver(ids?: readonly string[], folder?: string): Promise<void>;
};

/** @param outputFolder the settings' choice, null for beside the original */
export function createDelivery(outbox: Outbox, files: EncryptedFiles, outputFolder: () => string | null): Delivery {
  // One at a time: two deliveries of one file would write it twice.
  const limit = pLimit(1);

  async function deliverJob(id: string, folder: string | undefined): Promise<void> {
    for (let at = 0; at < (outbox.job(id)?.received.length ?? 0); at += 1) {
      const job = outbox.job(id);
      const file = job?.received[at];
      if (job && file && isUndelivered(file) && file.encrypted !== null) await deliverFile(job, file, file.encrypted, folder);
    }
    const job = outbox.job(id);
    if (job?.original && isInPlace(job)) {
      outbox.change(id, { original: null });
      await removeQuietly(job.original, files);
    }
  }

  async function deliverFile(job: OutboxJob, file: ReceivedFile, encrypted: EncryptedFile, folder: string | undefined): Promise<void> {
    const set = (change: Partial<ReceivedFile>, deliveryProblem: Problem | null) => {
      // By its encrypted file: an answer that comes meanwhile puts others before it.
      const received = (outbox.job(job.id) ?? job).received.map((one) =>
        one.encrypted?.id === encrypted.id ? { ...one, ...change } : one,
      );
      outbox.change(job.id, { received, deliveryProblem });
    };
    const places = placesFor(job, folder, outputFolder());
    try {
      // Written down first, so that a delivery that the end of the station cuts off is not made a second time.
      if (!file.begun) set({ begun: true }, job.deliveryProblem);
      const { name, path, problem: elsewhere } = await firstThatTakes(places, nameOf(job, file), encrypted, files, file.begun);
      set({ name, path, encrypted: null }, elsewhere);
      await removeQuietly(encrypted, files);
    } catch (thrown) {
      if (isLost(thrown)) await setAside(outbox.job(job.id) ?? job, file, encrypted);
      else set({}, problemOf(thrown));
    }
  }

  /** What is on the disk is not what came: nothing of it is shown as signed. */
  async function setAside(job: OutboxJob, { role }: ReceivedFile, encrypted: EncryptedFile): Promise<void> {
    await files.quarantine(encrypted);
    const received = job.received.filter((one) => one.encrypted?.id !== encrypted.id);
    const damage = problem('record-damaged', { kind: encrypted.kind });
    if (role === 'signed') outbox.move('spoil', [job.id], { problem: damage, received, signedSha256: null });
    else outbox.change(job.id, { received, deliveryProblem: damage });
  }

  return {
    async deliver(ids, folder) {
      const wanted =
        ids ??
        outbox
          .openJobs()
          .filter((job) => hasUndelivered(job) || (job.original && isInPlace(job)))
          .map(({ id }) => id);
      // What fails here (the database's disk is full) is tried again with the next delivery.
      for (const id of wanted) await limit(() => deliverJob(id, folder)).catch(() => undefined);
    },
  };
}

/** Signed and in its folder: it will not be sent again, and its encrypted copy can go. The end of the station may come between the two. */
export const isInPlace = (job: OutboxJob): boolean => job.status === 'signed' && !hasUndelivered(job);

export const hasUndelivered = (job: OutboxJob): boolean => job.received.some(isUndelivered);

/** A file whose check does not agree goes into no folder, whatever else is delivered. */
const isUndelivered = ({ role, path }: ReceivedFile): boolean => path === null && role !== 'unverified';

/** The name of a file that was released says so: it is not a signed one. */
function nameOf({ name, status }: OutboxJob, { role, extension }: ReceivedFile): string {
  if (role === 'signed' && status === 'signed') return signedName(name);
  return `${basename(name, extname(name))}-${role === 'signed' ? 'released' : 'received'}${extension}`;
}

type Place = Pick<WholeFile, 'folder' | 'createFolder'>;

function placesFor(job: OutboxJob, folder: string | undefined, settingsFolder: string | null): Place[] {
  if (folder !== undefined) return [{ folder }];
  const beside = { folder: join(dirname(job.path), 'signed'), createFolder: true };
  const chosen = job.outputFolder ?? settingsFolder;
  return chosen === null ? [beside] : [{ folder: chosen }, beside];
}

async function firstThatTakes(places: readonly Place[], name: string, encrypted: EncryptedFile, files: EncryptedFiles, begun: boolean) {
  let first: { thrown: unknown } | null = null;
  for (const place of places) {
    try {
      const there = begun ? await findWritten(place.folder, name, encrypted) : null;
      if (there) await removeUnfinished(place.folder, encrypted.id);
      const written = there ?? (await writeWhole({ ...place, name, key: encrypted.id, content: files.read(encrypted) }));
      return { ...written, problem: first === null ? null : problemOf(first.thrown) };
    } catch (thrown) {
      if (isLost(thrown)) throw thrown;
      first ??= { thrown };
    }
  }
  throw first?.thrown;
}
