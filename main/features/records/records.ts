/** The door of records: all that other areas import of it. */
export { recordJson } from './export/record-json.ts';
export { recordPdf } from './export/record-pdf.ts';
export { listRecords } from './list-records.ts';
export { topMembers } from './reading/members.ts';
export type { RecordFacts } from './reading/read-record.ts';
export { pathInRecord, readRecord } from './reading/read-record.ts';
export { findRecord } from './receiving/find-record.ts';
export { recordFileEnding } from './receiving/media-type.ts';
export {
  type BodyRecords,
  classifyBody,
  type PushBody,
  type PushedRecord,
  partOf,
  readPush,
  readPushBody,
  recordAt,
} from './receiving/read-push.ts';
export { openRecordFiles, type RecordFiles } from './receiving/record-files.ts';
export {
  openRecordRepository,
  type RecordRepository,
  type RecordRow,
  readingOf,
  summaryOf,
  unopenedSummary,
  viewOf,
} from './record-repository.ts';
