/** Reads a record's pictures, videos and documents from their encrypted files. */

import { StationError } from '../../../shared/errors.ts';
import type { EncryptedFiles, EncryptedName } from '../../platform/storage/encrypted-files.ts';
import type { RecordRepository } from '../records/records.ts';
import type { StoredFile } from './visit-service.ts';

/** File extensions by kind; any other kind is a binary file. */
const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
};

export function recordFiles(records: RecordRepository, files: EncryptedFiles): (recordId: string, fileId: string) => StoredFile {
  return (recordId, fileId) => {
    const kept = records.get(recordId);
    const at = kept.files.findIndex(({ id }) => id === fileId);
    const file = kept.files[at];
    if (!file) throw new StationError('record-file-unknown');
    const { size, sha256, mime, decoded } = file;
    const encrypted: EncryptedName = { kind: 'record', owner: recordId, id: fileId };
    const section =
      String(file.path[0] ?? 'file')
        .replaceAll(/[^A-Za-z]/g, '')
        .slice(0, 40) || 'file';
    const ending = mime === null ? (decoded ? 'bin' : 'txt') : (endings[mime] ?? 'bin');
    return {
      name: `${section}-${at + 1}.${ending}`,
      size,
      sha256,
      mime,
      range: (start, end) => files.readRange(encrypted, start, end),
      read: () => files.read(encrypted),
    };
  };
}
