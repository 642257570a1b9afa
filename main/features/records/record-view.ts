/** Maps a stored record to its list and page views; pure. */

import { localDay } from '../../../shared/domain/local-format.ts';
import type { RecordReading, RecordSummary, RecordView } from '../../../shared/domain/record.ts';
import type { Problem } from '../../../shared/errors.ts';
import { readRecord } from './reading/read-record.ts';
import type { RecordRow } from './record-row.ts';

/** @param visitIdentification of the visit, which the record's is held against; empty for unknown */
export const readingOf = (kept: RecordRow, visitIdentification: string): RecordReading =>
  readRecord(kept.json, kept.files, { visitIdentification, receivedDay: localDay(new Date(kept.receivedAt)) });

export function viewOf(kept: RecordRow, visitIdentification: string): RecordView {
  const { json: _json, files: _files, ...told } = kept;
  return { ...told, ...readingOf(kept, visitIdentification), problem: null };
}

export function summaryOf(kept: RecordRow, visitIdentification: string): RecordSummary {
  const { json: _json, files, ...told } = kept;
  const { uid, name, identification, face, mismatches } = readingOf(kept, visitIdentification);
  return { ...told, uid, name, identification, face, mismatches: mismatches.map(({ kind }) => kind), files: files.length, problem: null };
}

export const unopenedSummary = (id: string, visitId: string, problem: Problem): RecordSummary => ({
  id,
  visitId,
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
