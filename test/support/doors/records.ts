export { recordJson } from '../../../main/features/records/export/record-json.ts';
export { type RecordPdfFacts, recordPdf } from '../../../main/features/records/export/record-pdf.ts';
export {
  imageMembers,
  innerMembers,
  type Member,
  recordMembers,
  scoreMembers,
  topMembers,
} from '../../../main/features/records/reading/members.ts';
export { readFacts, readRecord } from '../../../main/features/records/reading/read-record.ts';
export { mediaType } from '../../../main/features/records/receiving/media-type.ts';
export { classifyBody, contentDigest, readPush } from '../../../main/features/records/receiving/read-push.ts';
export { openRecordFiles } from '../../../main/features/records/receiving/record-files.ts';
export { openRecordRepository, type RecordRow, summaryOf, viewOf } from '../../../main/features/records/record-repository.ts';
export { splitJson } from '../../../main/platform/json/split-json.ts';
