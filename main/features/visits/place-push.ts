/** To which visit a pushed record goes, within the transaction that stores it. */

import type { CaseDetails } from '../../../shared/domain/case.ts';
import { rememberedIndex, type VisitIndex, visitForRecord } from '../../../shared/domain/match-visit.ts';
import { newRowId } from '../../platform/storage/row-id.ts';
import type { PushedRecord, RecordRow } from '../records/records.ts';
import type { PushedPlace } from './case-records.ts';
import type { PushBook } from './case-service.ts';
import { filledBy } from './details.ts';
import type { VisitRepository } from './visit-repository.ts';
import type { VisitRow } from './visit-row.ts';

export type PlaceParts = {
  store: VisitRepository;
  /** Opens a visit with its first record. */
  begin(id: string, details: CaseDetails, record: RecordRow, index: VisitIndex<VisitRow>): void;
  /** The visit has another record. */
  add(record: RecordRow): void;
  now(): Date;
};

const nobody: CaseDetails = { name: '', identification: '', transaction: '' };

/** Null: that very content came before. */
export function placePush({ facts, digest }: PushedRecord, from: string, pushes: PushBook, parts: PlaceParts): PushedPlace | null {
  const known = pushes.find(facts.uid, digest);
  if (known === null) return null;
  const { version, caseId } = known;
  const place = (to: string, note: (record: RecordRow) => void): PushedPlace => ({
    ...{ caseId: to, version, from },
    kept(record) {
      note(record);
      pushes.add(record, facts, digest);
    },
  });
  // All versions of a record belong to one visit, whatever the later one says about the person.
  if (caseId !== null && parts.store.find(caseId)) return place(caseId, parts.add);
  const index = rememberedIndex(parts.store.index);
  const visit = visitForRecord(facts, index, parts.now());
  if (visit) return place(visit.id, parts.add);
  const id = newRowId();
  const details = filledBy(nobody, { ...facts, transaction: facts.transaction ?? facts.uid });
  return place(id, (record) => parts.begin(id, details, record, index));
}
