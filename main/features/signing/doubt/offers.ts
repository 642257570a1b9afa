/**
 * Finds candidates for the result of a document in doubt: in the files received before its answer was cut off, and in the
 * provider's own record of the transaction. A file that contains the sent document is a candidate; a person decides.
 */
import { createHash } from 'node:crypto';
import type { Offer } from '../../../../shared/domain/queue.ts';
import { type VerificationSettings, verificationSettingsSchema } from '../../../../shared/domain/verification-settings.ts';
import { type Problem, problemOf, StationError } from '../../../../shared/errors.ts';
import type { Line } from '../../../platform/provider/line.ts';
import type { EncryptedFile, EncryptedFiles, EncryptedName } from '../../../platform/storage/encrypted-files.ts';
import { openIncomingTexts } from '../../../platform/storage/incoming.ts';
import { summaryOf } from '../outbox/job-view.ts';
import type { Outbox, OutboxJob } from '../outbox/outbox.ts';
import type { Checked, CheckReceived } from '../receiving/check-received.ts';
import { decode, type ReadFacts } from '../receiving/read-entry.ts';
import { removeQuietly } from '../receiving/receive.ts';
import { jobWithSame } from '../receiving/same-answer.ts';

export type OfferDeps = {
  outbox: Outbox;
  files: EncryptedFiles;
  readFacts: ReadFacts;
  check: Pick<CheckReceived, 'check'>;
  line(account: string): Promise<Line | null>;
};

/** The file of a candidate, and what its check found. */
export type TakenOffer = { file: EncryptedFile; checked: Checked };

export type Offers = {
  /**
   * Finds the candidates, and drops the earlier ones. `problem`: why the provider could not be asked, or that a received file is damaged.
   * @throws StationError `state-changed` when the document is no longer in doubt by then
   */
  find(job: OutboxJob): Promise<{ offers: Offer[]; problem: Problem | null }>;
  /** Returns the file of a candidate, which the caller owns from now on, and drops the others. @throws StationError `offer-gone` */
  take(documentId: string, offerId: string): Promise<TakenOffer>;
  drop(documentId: string): Promise<void>;
};

type Candidate = TakenOffer & { offer: Offer };

export function createOffers({ outbox, files, readFacts, check, line }: OfferDeps): Offers {
  const found = new Map<string, Candidate[]>();
  /** By document id: a second click while the provider is asked waits for the same answer. */
  const asking = new Map<string, ReturnType<Offers['find']>>();

  async function drop(documentId: string, but?: EncryptedFile): Promise<void> {
    for (const { file } of found.get(documentId) ?? []) if (file !== but) await removeQuietly(file, files);
    found.delete(documentId);
  }

  /**
   * Decodes a text into a candidate; null when it is no PDF that contains the document, or is the document itself.
   * @throws StationError `record-damaged`
   */
  async function candidate(text: EncryptedName, job: OutboxJob, source: Offer['source'], settings: VerificationSettings) {
    const file = await decode(text, job.id, files).catch((thrown: unknown) => {
      if (problemOf(thrown).code === 'record-damaged') throw thrown;
      return null;
    });
    if (file === null) return null;
    const isResult = file.size > job.size && (await beginsWith(files.read(file), job));
    const facts = isResult ? await readFacts(await files.bytes(file)) : null;
    if (facts === null || facts.pages.length === 0) {
      await removeQuietly(file, files);
      return null;
    }
    const { id, size, sha256 } = file;
    const checked = await check.check(file, job, settings, jobWithSame(outbox, sha256, job.id)?.name ?? null);
    const signatures = { signatures: facts.signatures.length, signaturesBefore: job.signatures };
    return { file, checked, offer: { id, source, size, sha256, ...signatures, verification: summaryOf(checked.verification) } };
  }

  async function addAll(
    texts: readonly EncryptedName[],
    job: OutboxJob,
    source: Offer['source'],
    settings: VerificationSettings,
    to: Candidate[],
  ): Promise<void> {
    for (const text of texts) {
      const one = await candidate(text, job, source, settings);
      if (one && to.some(({ file }) => file.sha256 === one.file.sha256)) await removeQuietly(one.file, files);
      else if (one) to.push(one);
    }
  }

  /** Reads the received texts. A damaged text is quarantined, and the others are read all the same. */
  async function fromAnswers(
    texts: readonly EncryptedName[],
    job: OutboxJob,
    settings: VerificationSettings,
    to: Candidate[],
  ): Promise<Problem | null> {
    let damage: Problem | null = null;
    for (const text of texts) {
      await addAll([text], job, 'answer', settings, to).catch((thrown: unknown) => {
        damage = problemOf(thrown);
      });
    }
    return damage;
  }

  /** Fetches the record from the provider; removes the received texts after reading them. */
  async function fromRecord(job: OutboxJob, way: Line | Problem | null, to: Candidate[]): Promise<Problem | null> {
    const texts: EncryptedFile[] = [];
    try {
      if (way !== null && 'code' in way) return way;
      if (way === null) throw new StationError('other-account');
      const incoming = openIncomingTexts(files, job.id);
      for (const content of await way.provider.signedDocumentsOf(job.clientInfo, incoming)) {
        const text = await incoming.encrypted(content);
        if (text) texts.push(text);
      }
      await addAll(texts, job, 'record', way.signing.verification, to);
      return null;
    } catch (thrown) {
      return problemOf(thrown);
    } finally {
      for (const text of texts) await removeQuietly(text, files);
    }
  }

  async function look(job: OutboxJob): ReturnType<Offers['find']> {
    await drop(job.id);
    const candidates: Candidate[] = [];
    const attempts = new Set(outbox.attempts(job.id).map(({ id }) => id));
    const kept = files.list().filter(({ kind, owner }) => (kind === 'received' || kind === 'decoded') && attempts.has(owner));
    const way = await line(job.account).catch((thrown: unknown) => problemOf(thrown));
    const isUp = way !== null && !('code' in way);
    // Without its connection the default settings apply: none of them is more generous.
    const settings = isUp ? way.signing.verification : verificationSettingsSchema.parse({});
    const damage = await fromAnswers(kept, job, settings, candidates);
    const problem = await fromRecord(job, way, candidates).finally(() => isUp && way.release());
    found.set(job.id, candidates);
    if (outbox.status(job.id) !== 'in-doubt') {
      await drop(job.id);
      throw new StationError('state-changed');
    }
    return { offers: candidates.map(({ offer }) => offer), problem: damage ?? problem };
  }

  return {
    find(job) {
      const asked = asking.get(job.id) ?? look(job).finally(() => asking.delete(job.id));
      asking.set(job.id, asked);
      return asked;
    },
    async take(documentId, offerId) {
      const taken = found.get(documentId)?.find(({ offer }) => offer.id === offerId);
      if (!taken) throw new StationError('offer-gone');
      await drop(documentId, taken.file);
      const { file, checked } = taken;
      return { file, checked };
    },
    drop: (documentId) => drop(documentId),
  };
}

/** Whether a file begins with the sent document: signing appends to a PDF, so the signed file begins with the original. */
async function beginsWith(content: AsyncIterable<Uint8Array>, { size, sha256 }: { size: number; sha256: string }): Promise<boolean> {
  const hash = createHash('sha256');
  let left = size;
  for await (const bytes of content) {
    hash.update(bytes.subarray(0, left));
    left -= Math.min(left, bytes.length);
    if (left === 0) break;
  }
  return left === 0 && hash.digest('hex') === sha256;
}
