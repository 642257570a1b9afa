/** Opens one visit with all of its data, as its page shows it. */

import { type VisitDocument, type VisitEvent, type VisitView, visitEventKinds } from '../../../shared/domain/visit.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { summaryOf as recordSummary, unopenedSummary as unopenedRecord } from '../records/records.ts';
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
