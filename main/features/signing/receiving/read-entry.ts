/** Reads the content of one entry of an answer: whether it exists, decodes, and opens as a PDF ("signed" counts only then). */
import type { PdfFacts } from '../../../../shared/domain/document.ts';
import type { VerificationSettings } from '../../../../shared/domain/verification-settings.ts';
import { type Problem, problem, StationError } from '../../../../shared/errors.ts';
import { DamagedFile } from '../../../platform/keychain/encrypted-stream.ts';
import { decodeBase64, textOf } from '../../../platform/provider/base64-stream.ts';
import { type EncryptedFile, type EncryptedFiles, type EncryptedName, isLost } from '../../../platform/storage/encrypted-files.ts';
import type { OutboxJob, SavedAnswer } from '../outbox/job.ts';
import type { ReadEntry } from '../rules/resolve-outcome.ts';
import type { CheckReceived } from './check-received.ts';

/** Reads the facts of a PDF in memory; null when it does not open or is not whole: parsers accept a missing end. */
export type ReadFacts = (bytes: Uint8Array) => Promise<PdfFacts | null>;
export type ReadDeps = { files: EncryptedFiles; check: Pick<CheckReceived, 'inspect'> };

/**
 * Reads and checks an entry. Files in the result are encrypted: decoded bytes, or the received text if it did not decode.
 * @throws StationError `disk-full`, `data-folder-unusable` when the station's own disk fails (the text stays stored); `cancelled` when
 * the station ends; `record-damaged`
 */
export async function readSignedEntry(
  item: SavedAnswer['items'][number],
  job: OutboxJob,
  settings: VerificationSettings,
  { files, check }: ReadDeps,
): Promise<ReadEntry> {
  const { documentId: providerDocumentId, received } = item;
  if (item.status === null) return { kind: 'unclear', providerDocumentId };
  if (item.status === 'FAIL') return { kind: 'fail', providerDocumentId, reason: item.errorReason, file: received };
  if (received === null) return { kind: 'empty', providerDocumentId };
  const unusable = (why: Problem, file: EncryptedFile): ReadEntry => ({ kind: 'unusable', providerDocumentId, problem: why, file });

  let file: EncryptedFile;
  try {
    file = received.kind === 'decoded' ? received : await decode(received, job.id, files);
  } catch (thrown) {
    if (thrown instanceof StationError && thrown.problem.code === 'signed-not-base64') return unusable(thrown.problem, received);
    throw thrown;
  }
  const { opens, checked } = await check.inspect(file, job, settings).catch(async (thrown: unknown) => {
    if (isLost(thrown)) await files.quarantine(file);
    throw thrown;
  });
  if (!opens) return unusable(problem('signed-not-pdf'), file);
  return { kind: 'pdf', providerDocumentId, file, sha256: file.sha256, checked };
}

/**
 * Decodes an encrypted text into an encrypted file of the document; copies it if it is decoded already. A damaged text is
 * quarantined.
 * @throws StationError `signed-not-base64`, `record-damaged`
 */
export async function decode(text: EncryptedName, documentId: string, files: EncryptedFiles): Promise<EncryptedFile> {
  const writer = await files.create('decoded', documentId);
  try {
    const content = files.read(text);
    for await (const bytes of text.kind === 'decoded' ? content : decodeBase64(textOf(content))) await writer.write(bytes);
    return await writer.finish();
  } catch (thrown) {
    await writer.discard();
    if (!(thrown instanceof DamagedFile)) throw thrown;
    await files.quarantine(text);
    throw new StationError('record-damaged', { kind: text.kind, count: 1 }, { cause: thrown });
  }
}
