/** Stores a pushed record with the visit that it belongs to, or opens a visit for it. */

import { isNewVersion } from '../../../shared/domain/record.ts';
import type { VisitDetails } from '../../../shared/domain/visit.ts';
import { newRowId } from '../../platform/storage/row-id.ts';
import type { RecordFacts, RecordRow } from '../records/records.ts';
import { changeVisit, completeDetails, emitFindingsAfterwards, insertNewVisit, type NewVisitEvent } from './change-visit.ts';
import { noFacts } from './evaluate-visit.ts';
import { memoizedIndex, visitForRecord } from './rules/match-visit.ts';
import type { VisitContext } from './visit-context.ts';

const noDetails: VisitDetails = { name: '', identification: '', transaction: '' };

/**
 * Part of the current transaction. `earlierVisitId`: the visit of earlier versions of the record; null without one.
 * @throws StationError `disk-full`
 */
export type AddPushedRecord = (pushed: Omit<RecordRow, 'visitId'>, facts: RecordFacts, earlierVisitId: string | null) => RecordRow;

export function addPushedRecord(context: VisitContext, ...[pushed, facts, earlierVisitId]: Parameters<AddPushedRecord>): RecordRow {
  const { visits, records, now } = context;
  const index = memoizedIndex(visits.index);
  const earlier = earlierVisitId === null ? null : visits.find(earlierVisitId);
  const visit = visitForRecord(facts, index, now(), earlier);
  const record: RecordRow = { ...pushed, visitId: visit?.id ?? newRowId() };
  records.add(record);
  if (visit) {
    addRecordEvent(context, 'record-pushed', '', record, facts);
  } else {
    const { identification, face } = facts;
    insertNewVisit(context, {
      id: record.visitId,
      details: completeDetails(noDetails, { ...facts, transaction: facts.transaction ?? facts.uid }),
      by: '',
      first: {
        facts: { ...noFacts, records: 1, record: { id: record.id, identification, face, alerts: 0 } },
        event: recordEvent('record-pushed', '', record),
        index,
      },
    });
  }
  return record;
}

const recordEvent = (kind: 'record-fetched' | 'record-pushed', by: string, record: RecordRow): NewVisitEvent => ({
  ...{ kind, by, about: record.id },
  detail: isNewVersion(record) ? { version: record.version } : {},
});

/** Logs a record that was just stored, and completes the details of its visit from its facts. */
export function addRecordEvent(
  context: VisitContext,
  kind: 'record-fetched' | 'record-pushed',
  by: string,
  record: RecordRow,
  facts: RecordFacts,
): void {
  changeVisit(context, record.visitId, (visit) => completeDetails(visit, facts), recordEvent(kind, by, record));
  emitFindingsAfterwards(context);
}
