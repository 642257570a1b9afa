/** Finds or opens the visit of a pushed record, within the transaction that stores it. */

import { rememberedIndex, type VisitIndex, visitForRecord } from '../../../shared/domain/match-visit.ts';
import type { VisitDetails } from '../../../shared/domain/visit.ts';
import { newRowId } from '../../platform/storage/row-id.ts';
import type { PushedRecord, RecordRow } from '../records/records.ts';
import { filledBy } from './details.ts';
import type { PushedPlace } from './visit-records.ts';
import type { VisitRepository } from './visit-repository.ts';
import type { VisitRow } from './visit-row.ts';
import type { PushBook } from './visit-service.ts';

export type PlaceDeps = {
  store: VisitRepository;
  /** Opens a visit with its first record. */
  begin(id: string, details: VisitDetails, record: RecordRow, index: VisitIndex<VisitRow>): void;
  /** The visit has another record. */
  add(record: RecordRow): void;
  now(): Date;
};

const nobody: VisitDetails = { name: '', identification: '', transaction: '' };

/** Null for a duplicate. */
export function placePush({ facts, digest }: PushedRecord, from: string, pushes: PushBook, parts: PlaceDeps): PushedPlace | null {
  const known = pushes.find(facts.uid, digest);
  if (known === null) return null;
  const { version, visitId } = known;
  const place = (to: string, note: (record: RecordRow) => void): PushedPlace => ({
    ...{ visitId: to, version, from },
    kept(record) {
      note(record);
      pushes.add(record, facts, digest);
    },
  });
  // All versions of a record belong to one visit, whatever the later one says about the person.
  if (visitId !== null && parts.store.find(visitId)) return place(visitId, parts.add);
  const index = rememberedIndex(parts.store.index);
  const visit = visitForRecord(facts, index, parts.now());
  if (visit) return place(visit.id, parts.add);
  const id = newRowId();
  const details = filledBy(nobody, { ...facts, transaction: facts.transaction ?? facts.uid });
  return place(id, (record) => parts.begin(id, details, record, index));
}
