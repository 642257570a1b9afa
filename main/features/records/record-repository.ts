/**
 * Transaction records in the database: their JSON, and the names of their encrypted files. A change is on the disk when the call returns.
 * Maps a stored record to its list and page views.
 */
import { z } from 'zod';
import { localDay } from '../../../shared/domain/local-format.ts';
import {
  type RecordReading,
  type RecordSummary,
  type RecordView,
  recordFileSchema,
  recordSummarySchema,
} from '../../../shared/domain/records/record.ts';
import { type Problem, StationError } from '../../../shared/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type Opened, openedOrNot, parseJson } from '../../platform/storage/rows.ts';
import type { SqlRow } from '../../platform/storage/sql.ts';
import { readRecord } from './reading/read-record.ts';

/** Its origin. Its content is read from the JSON whenever it is shown. */
const origin = recordSummarySchema.pick({
  id: true,
  visitId: true,
  source: true,
  receivedAt: true,
  by: true,
  profile: true,
  caller: true,
  parts: true,
  wish: true,
  size: true,
  sha256: true,
  version: true,
  within: true,
});

/** The file's bytes are the encrypted file `{ kind: 'record', owner: <record id>, id: <file id> }`. */
const recordRowSchema = origin.extend({
  /** The id of an earlier version whose content arrived once more after this one; see `noteRepeat`. */
  disputedBy: z.string().nullable().optional(),
  isTextUncertain: z.boolean().optional(),
  /** The transaction number by which it was queried; absent where the profile does not say which part of the path is it. */
  queriedTransaction: z.string().optional(),
  /** The text around the JSON of a fetched record; absent for none. */
  around: z.string().optional(),
  /**
   * As received, numbers digit for digit; null in place of a file's text. Of a fetched record the whole answer, in which it is at `within`;
   * of a pushed one its own text, out of a body that may have several.
   */
  json: z.string(),
  /** Their paths are those in `json`. */
  files: z.array(recordFileSchema),
});
export type RecordRow = z.infer<typeof recordRowSchema>;

export type RecordRepository = {
  /** @throws StationError `disk-full` */
  add(record: RecordRow): void;
  /** @param by the id of a record; null for no longer @throws StationError `record-unknown`, `disk-full`, UnreadableRow */
  dispute(id: string, by: string | null): void;
  /** @throws StationError `record-unknown`, UnreadableRow */
  get(id: string): RecordRow;
  /** Yields the records of all visits in the order of their arrival, one at a time. */
  all(): Generator<Opened<RecordRow>>;
  /** In the order of their arrival. */
  ofVisit(visitId: string): Opened<RecordRow>[];
  removeOfVisit(visitId: string): void;
  /** Whether a record with that id is stored, readable or not. */
  has(id: string): boolean;
};

export function openRecordRepository(database: Database): RecordRepository {
  const { sql } = database;
  const insert = sql.prepare('INSERT INTO identity_record (id, visit_id, value) VALUES (?, ?, ?)');
  const update = sql.prepare('UPDATE identity_record SET value = ? WHERE id = ?');
  const selectOne = sql.prepare(`SELECT id, value FROM identity_record WHERE id = ?`);
  const selectIds = sql.prepare('SELECT id FROM identity_record ORDER BY number');
  const selectOfVisit = sql.prepare(`SELECT id, value FROM identity_record WHERE visit_id = ? ORDER BY number`);
  const removeOfVisit = sql.prepare('DELETE FROM identity_record WHERE visit_id = ?');

  const opened = ({ value }: SqlRow): RecordRow => parseJson('identity-record', value, recordRowSchema);

  const get = (id: string): RecordRow => {
    const row = selectOne.get(id);
    if (!row) throw new StationError('record-unknown');
    return opened(row);
  };
  return {
    add: (record) => void database.transaction(() => insert.run(record.id, record.visitId, JSON.stringify(record))),
    dispute: (id, disputedBy) => void database.transaction(() => update.run(JSON.stringify({ ...get(id), disputedBy }), id)),
    get,
    *all() {
      // By id, so that no statement stays open between two records.
      for (const { id } of selectIds.all()) {
        const row = selectOne.get(String(id));
        if (row) yield openedOrNot(String(id), () => opened(row));
      }
    },
    ofVisit: (visitId) => selectOfVisit.all(visitId).map((row) => openedOrNot(String(row.id), () => opened(row))),
    removeOfVisit: (visitId) => void database.transaction(() => removeOfVisit.run(visitId)),
    has: (id) => selectOne.get(id) !== undefined,
  };
}

function originOf({ json: _json, files: _files, disputedBy: _by, isTextUncertain: _is, around: _around, ...row }: RecordRow) {
  const { queriedTransaction: _queried, ...origin } = row;
  return origin;
}

/** @param visitIdentification of the visit, which the record's is compared with; empty for unknown */
export const readingOf = (row: RecordRow, visitIdentification: string): RecordReading =>
  readRecord(row.json, row.files, {
    visitIdentification,
    receivedDay: localDay(new Date(row.receivedAt)),
    within: row.within,
    isTextUncertain: row.isTextUncertain,
    queriedTransaction: row.queriedTransaction,
    around: row.around,
  });

export const viewOf = (row: RecordRow, visitIdentification: string): RecordView => ({
  ...originOf(row),
  ...readingOf(row, visitIdentification),
  problem: null,
});

export function summaryOf(row: RecordRow, visitIdentification: string): RecordSummary {
  const { uid, name, identification, face, mismatches } = readingOf(row, visitIdentification);
  const kinds = [...new Set(mismatches.map(({ kind }) => kind))];
  return { ...originOf(row), uid, name, identification, face, mismatches: kinds, files: row.files.length, problem: null };
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
