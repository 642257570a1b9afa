/** Opens one visit with all of its data, as its page shows it; one of its records, and the pictures, videos and documents of that. */

import type { RecordView } from '../../../shared/domain/records/record.ts';
import { type VisitDocument, type VisitEvent, type VisitView, visitEventKinds } from '../../../shared/domain/visits/visit.ts';
import { StationError } from '../../../shared/errors.ts';
import type { EncryptedName } from '../../platform/storage/encrypted-files.ts';
import type { AuditEntry } from '../audit/audit.ts';
import {
  type RecordRow,
  recordFileEnding,
  summaryOf as recordSummary,
  viewOf as recordView,
  unopenedSummary as unopenedRecord,
} from '../records/records.ts';
import { damagedSummary, toScreeningSummary } from '../screening/screening.ts';
import { summaryOf as verificationSummary } from '../signing/signing.ts';
import { currentFacts, findingsOf, toVisitSummary } from './evaluate-visit.ts';
import type { VisitContext } from './visit-context.ts';
import type { VisitDocumentRow } from './visit-repository.ts';

/** @throws StationError `visit-unknown`, UnreadableRow */
export function openVisit(context: VisitContext, id: string): VisitView {
  const { visits, records, screenings, audit, cachedFacts } = context;
  const visit = visits.get(id);
  // Derives the facts again: stored ones may lack what was written just before a kill.
  cachedFacts.delete(id);
  const facts = currentFacts(context, visit);
  const { records: _records, screenings: _screenings, documents: _documents, ...summary } = toVisitSummary(context, { ...visit, facts });
  return {
    ...summary,
    records: records
      .ofVisit(id)
      .map((one) => (one.ok ? recordSummary(one.value, visit.identification) : unopenedRecord(one.id, id, one.problem)))
      .toReversed(),
    screenings: screenings
      .ofVisit(id)
      .map((screening) => ('damaged' in screening ? damagedSummary(screening) : toScreeningSummary(screening)))
      .toReversed(),
    documents: visit.documents.map(toVisitDocument),
    events: toVisitEvents(audit.ofVisit(id)),
    findings: findingsOf(context, visit),
  };
}

function toVisitDocument({ originalCopy, signedCopy, verification, ...rest }: VisitDocumentRow): VisitDocument {
  return {
    ...rest,
    verification: verificationSummary(verification),
    copies: { original: originalCopy !== null, signed: signedCopy !== null },
  };
}

/** Skips events that were erased or cannot be opened: they have no content to show. */
function toVisitEvents(entries: readonly AuditEntry[]): VisitEvent[] {
  return entries.flatMap(({ number, at, kind, content }) => {
    const known = visitEventKinds.find((one) => one === kind);
    return known && content ? [{ number, at, kind: known, ...content }] : [];
  });
}

/** @throws StationError `record-unknown`, `stored-data-damaged` */
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
    size,
    sha256,
    mime,
    range: (start, end) => files.readRange(encrypted, start, end),
    read: () => files.read(encrypted),
  };
}
