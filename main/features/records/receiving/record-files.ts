/**
 * Stores pictures, video and documents of a record while it arrives: the text is encrypted piece by piece and, once it is complete,
 * decoded from base64 (design, sections 2.6 and 2.8). The text of a record that did not arrive completely is removed at the next start.
 */
import type { RecordFile } from '../../../../shared/domain/records/record.ts';
import { StationError } from '../../../../shared/errors.ts';
import { decodeBase64, textOf } from '../../../platform/json/base64-stream.ts';
import type { LongText } from '../../../platform/provider/validation-answer.ts';
import type { EncryptedFile, EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import { type IncomingContent, type IncomingStore, openIncomingTexts } from '../../../platform/storage/incoming.ts';
import { holdsBase64 } from '../reading/members.ts';
import { examinedBytes, mediaType } from './media-type.ts';

export type RecordFiles = IncomingStore & {
  /**
   * Decodes the texts into encrypted files `{ kind: 'record', owner: recordId, id }`; a text that is no base64 stays unchanged.
   * Texts with one path (a member that is there twice) become a file each, in the order of the record. On failure nothing is left.
   * @throws StationError `disk-full`, `data-folder-unusable`, `stored-data-damaged`
   */
  finish(texts: readonly LongText[]): Promise<RecordFile[]>;
  /** Discards all received files, including the result of `finish`; safe to repeat. */
  discard(): Promise<void>;
};

export function openRecordFiles(files: EncryptedFiles, recordId: string): RecordFiles {
  const incoming = openIncomingTexts(files, recordId);
  const contents: IncomingContent[] = [];
  const made: EncryptedFile[] = [];

  async function discard(): Promise<void> {
    // A file that cannot be removed is encrypted, and nothing refers to it.
    await Promise.allSettled([...contents.map((content) => content.discard()), ...made.map((file) => files.remove(file))]);
  }

  /** @returns null for an empty text */
  async function decode({ path, content }: LongText): Promise<RecordFile | null> {
    const text = await incoming.encrypted(content);
    if (text === null) return null;
    const decoded = await encrypt(decodeBase64(textOf(files.read(text)))).catch((thrown: unknown) => {
      if (thrown instanceof StationError && thrown.problem.code === 'signed-not-base64') return null;
      throw thrown;
    });
    const meant = decoded !== null && decoded.file.size > 0 && (decoded.mime !== null || holdsBase64(path));
    if (decoded && !meant) await files.remove(decoded.file);
    const { file, mime } = meant ? decoded : { ...(await encrypt(files.read(text))), mime: null };
    made.push(file);
    await files.remove(text);
    return { id: file.id, path, size: file.size, sha256: file.sha256, mime, decoded: meant };
  }

  async function encrypt(pieces: AsyncIterable<Uint8Array>): Promise<{ file: EncryptedFile; mime: string | null }> {
    let head = Buffer.alloc(0);
    async function* examined() {
      for await (const bytes of pieces) {
        if (head.length < examinedBytes) head = Buffer.concat([head, bytes.subarray(0, examinedBytes)]);
        yield bytes;
      }
    }
    const file = await files.encrypt('record', recordId, examined());
    return { file, mime: mediaType(head) };
  }

  return {
    async open() {
      const content = await incoming.open();
      contents.push(content);
      return content;
    },
    async finish(texts) {
      try {
        const decoded: RecordFile[] = [];
        for (const text of texts) decoded.push(...[await decode(text)].filter((file) => file !== null));
        return decoded;
      } catch (thrown) {
        await discard();
        throw thrown;
      }
    },
    discard,
  };
}
