export { recordJson } from '../../../main/identity/export/record-json.ts';
export { type RecordPdfFacts, recordPdf } from '../../../main/identity/export/record-pdf.ts';
export {
  imageMembers,
  innerMembers,
  type Member,
  recordMembers,
  scoreMembers,
  topMembers,
} from '../../../main/identity/reading/members.ts';
export { readRecord } from '../../../main/identity/reading/read-record.ts';
export { contentDigest } from '../../../main/identity/receiving/content-digest.ts';
export { mediaType } from '../../../main/identity/receiving/media-type.ts';
export { readPush } from '../../../main/identity/receiving/read-push.ts';
export { openRecordFiles } from '../../../main/identity/receiving/record-files.ts';
export { openRecordRepository } from '../../../main/identity/record-repository.ts';
export type { RecordRow } from '../../../main/identity/record-row.ts';
export { summaryOf, viewOf } from '../../../main/identity/record-view.ts';
