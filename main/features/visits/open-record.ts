/** Opens a record of a visit, and its pictures, videos and documents. */

import type { RecordView } from '../../../shared/domain/record.ts';
import { StationError } from '../../../shared/errors.ts';
import type { EncryptedName } from '../../platform/storage/encrypted-files.ts';
import { type RecordRow, recordFileEnding, viewOf as recordView } from '../records/records.ts';
import type { VisitContext } from './visit-context.ts';

/** @throws StationError `record-unknown`, `record-damaged` */
export function openRecord({ visits, records }: VisitContext, id: string): { row: RecordRow; view: RecordView } {
  const row = records.get(id);
  return { row, view: recordView(row, visits.find(row.visitId)?.identification ?? '') };
}

/** Bytes of a record's picture, video or document. */
export type StoredFile = {
  name: string;
  size: number;
  sha256: string;
  mime: string | null;
  /** Reads a range of bytes, both ends included. */
  range(start: number, end: number): AsyncIterable<Uint8Array>;
  read(): AsyncIterable<Uint8Array>;
};

/** @throws StationError `record-file-unknown`, and those of `openRecord` */
export function openRecordFile({ records, files }: VisitContext, recordId: string, fileId: string): StoredFile {
  const record = records.get(recordId);
  const at = record.files.findIndex(({ id }) => id === fileId);
  const file = record.files[at];
  if (!file) throw new StationError('record-file-unknown');
  const { size, sha256, mime } = file;
  const encrypted: EncryptedName = { kind: 'record', owner: recordId, id: fileId };
  const section =
    String(file.path[0] ?? 'file')
      .replaceAll(/[^A-Za-z]/g, '')
      .slice(0, 40) || 'file';
  return {
    name: `${section}-${at + 1}.${recordFileEnding(file)}`,
    ...{ size, sha256, mime },
    range: (start, end) => files.readRange(encrypted, start, end),
    read: () => files.read(encrypted),
  };
}
