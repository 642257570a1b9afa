/** To which visit a pushed record goes, within the transaction that keeps it. */
import type { CaseDetails } from '../../shared/domain/case.ts';
import { visitForRecord } from '../../shared/domain/match-visit.ts';
import type { PushedContent, PushedPlace } from './case-records.ts';
import type { PushBook } from './case-service.ts';
import { filledBy } from './details.ts';
import type { VisitRepository } from './visit-repository.ts';

export type PlaceParts = {
  store: VisitRepository;
  /** Opens a visit, and answers with its id. */
  begin(details: CaseDetails): string;
  now(): Date;
};

const nobody: CaseDetails = { name: '', identification: '', transaction: '' };

/** Null: that very content came before. */
export function placePush({ reading, digest }: PushedContent, from: string, pushes: PushBook, parts: PlaceParts): PushedPlace | null {
  const { store, begin, now } = parts;
  const known = pushes.find(reading.uid, digest);
  if (known === null) return null;
  const { version, caseId } = known;
  // All versions of a record belong to one visit, whatever the later one says about the person.
  const place = (to: string): PushedPlace => ({ caseId: to, version, from, kept: (record) => pushes.add(record, reading, digest) });
  if (caseId !== null && store.find(caseId)) return place(caseId);
  const visit = visitForRecord(reading, store.index, now());
  return place(visit?.id ?? begin(filledBy(nobody, { ...reading, transaction: reading.transaction ?? reading.uid })));
}
