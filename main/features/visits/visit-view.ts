/** Builds the page view of one visit with all of its data. */

import type { VisitView } from '../../../shared/domain/visit.ts';
import type { Audit } from '../audit/audit.ts';
import { type RecordRepository, summaryOf as recordSummary, unopenedSummary as unopenedRecord } from '../records/records.ts';
import { type ScreeningRepository, summaryOf as screeningSummary, unopenedSummary as unopenedScreening } from '../screening/screening.ts';
import type { VisitBook } from './visit-book.ts';
import type { VisitRepository } from './visit-repository.ts';
import { documentOf, eventsOf } from './visit-views.ts';

export type VisitViewDeps = {
  store: VisitRepository;
  book: VisitBook;
  records: RecordRepository;
  screenings: ScreeningRepository;
  audit: Audit;
};

/** The returned function reads the visit of an id. @throws StationError `visit-unknown`, UnreadableRow */
export function createVisitView({ store, book, records, screenings, audit }: VisitViewDeps): (id: string) => VisitView {
  return (id) => {
    const visit = store.get(id);
    // Reads the facts again: stored ones may lack what was written just before a kill.
    book.forget(id);
    const facts = book.facts(visit);
    const { records: _records, screenings: _screenings, documents: _documents, ...summary } = book.summary({ ...visit, facts });
    return {
      ...summary,
      records: records
        .ofVisit(id)
        .map((one) => (one.ok ? recordSummary(one.value, visit.identification) : unopenedRecord(one.id, id, one.problem)))
        .toReversed(),
      screenings: screenings
        .ofVisit(id)
        .map((screening) => ('unopened' in screening ? unopenedScreening(screening) : screeningSummary(screening)))
        .toReversed(),
      documents: visit.documents.map(documentOf),
      events: eventsOf(audit.ofVisit(id)),
      findings: book.findings(visit),
    };
  };
}
