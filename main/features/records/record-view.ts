/** Maps a stored record to its list and page views; pure. */

import { localDay } from '../../../shared/domain/local-format.ts';
import type { RecordReading, RecordSummary, RecordView } from '../../../shared/domain/record.ts';
import type { Problem } from '../../../shared/errors.ts';
import { readRecord } from './reading/read-record.ts';
import type { RecordRow } from './record-repository.ts';

/** @param visitIdentification of the visit, which the record's is compared with; empty for unknown */
export const readingOf = (row: RecordRow, visitIdentification: string): RecordReading =>
  readRecord(row.json, row.files, { visitIdentification, receivedDay: localDay(new Date(row.receivedAt)) });

export function viewOf(row: RecordRow, visitIdentification: string): RecordView {
  const { json: _json, files: _files, ...origin } = row;
  return { ...origin, ...readingOf(row, visitIdentification), problem: null };
}

export function summaryOf(row: RecordRow, visitIdentification: string): RecordSummary {
  const { json: _json, files, ...origin } = row;
  const { uid, name, identification, face, mismatches } = readingOf(row, visitIdentification);
  return { ...origin, uid, name, identification, face, mismatches: mismatches.map(({ kind }) => kind), files: files.length, problem: null };
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
