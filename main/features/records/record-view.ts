/** A kept record as it is listed and shown; pure. */
import type { RecordReading, RecordSummary, RecordView } from '../../../shared/domain/record.ts';
import type { Problem } from '../../../shared/errors.ts';
import { localDay } from '../../platform/pdf/paper/times.ts';
import { readRecord } from './reading/read-record.ts';
import type { RecordRow } from './record-row.ts';

/** @param caseIdentification of the visit, which the record's is held against; empty for unknown */
export const readingOf = (kept: RecordRow, caseIdentification: string): RecordReading =>
  readRecord(kept.json, kept.files, { caseIdentification, receivedDay: localDay(new Date(kept.receivedAt)) });

export function viewOf(kept: RecordRow, caseIdentification: string): RecordView {
  const { json: _json, files: _files, ...told } = kept;
  return { ...told, ...readingOf(kept, caseIdentification), problem: null };
}

export function summaryOf(kept: RecordRow, caseIdentification: string): RecordSummary {
  const { json: _json, files, ...told } = kept;
  const { uid, name, identification, face, mismatches } = readingOf(kept, caseIdentification);
  return { ...told, uid, name, identification, face, mismatches: mismatches.map(({ kind }) => kind), files: files.length, problem: null };
}

export const unopenedSummary = (id: string, caseId: string, problem: Problem): RecordSummary => ({
  id,
  caseId,
  source: 'fetched',
  receivedAt: '',
  by: '',
  profile: '',
  caller: null,
  parts: [],
  wish: { images: false, documents: false, video: false },
  within: [],
  uid: null,
  name: '',
  identification: '',
  face: 'none',
  mismatches: [],
  size: 0,
  sha256: '',
  version: 1,
  files: 0,
  problem,
});
