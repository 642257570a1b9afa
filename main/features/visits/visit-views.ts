/** Maps visits to their list and page views; pure. */

import type { Finding } from '../../../shared/domain/policy.ts';
import type { VisitDocument, VisitEvent, VisitSummary, VisitsState } from '../../../shared/domain/visit.ts';
import { visitEventKinds } from '../../../shared/domain/visit.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { isUnderWay, mayBeSigned, summaryOf as verificationSummary } from '../signing/signing.ts';
import { isStop } from './judge.ts';
import type { VisitDocumentRow, VisitFacts, VisitRow } from './visit-row.ts';

export type Shown = {
  findings: readonly Finding[];
  facts: VisitFacts;
  /** Some visit of this person, or of this transaction, says so. */
  blocked: boolean;
  /** Milliseconds since 1970. */
  removal: number | null;
};

export function summaryOf(visit: VisitRow, { findings, facts, blocked, removal }: Shown): VisitSummary {
  const { id, name, identification, transaction, openedAt, changedAt, openedBy, documents } = visit;
  return {
    id,
    name,
    identification,
    transaction,
    openedAt,
    changedAt,
    openedBy,
    records: facts.records,
    screenings: facts.screenings,
    documents: documents.length,
    face: facts.record?.face ?? null,
    outcome: facts.asked.at(-1)?.outcome ?? null,
    blocked,
    stops: findings.filter(isStop).length,
    waiting: waitingIn({ documents, facts }),
    removal: removal === null ? null : new Date(removal).toISOString(),
    problem: null,
  };
}

export const unopenedSummary = (id: string, problem: Problem): VisitSummary => ({
  id,
  name: '',
  identification: '',
  transaction: '',
  openedAt: '',
  changedAt: '',
  openedBy: '',
  records: 0,
  screenings: 0,
  documents: 0,
  face: null,
  outcome: null,
  blocked: false,
  stops: 0,
  waiting: 0,
  removal: null,
  problem,
});

/** The pending documents and screenings of a visit. */
export const waitingIn = ({ documents, facts }: Pick<VisitRow, 'documents' | 'facts'>): number =>
  documents.filter(isOpen).length + facts.waitingSearches;

/** In progress, or waiting for a person. */
const isOpen = ({ status, fileRelease }: VisitDocumentRow): boolean => isUnderWay(status) || (mayBeSigned(status) && fileRelease === null);

export function documentOf({ originalCopy, signedCopy, verification, ...rest }: VisitDocumentRow): VisitDocument {
  return {
    ...rest,
    verification: verificationSummary(verification),
    kept: { original: originalCopy !== null, signed: signedCopy !== null },
  };
}

/** Skips events that were erased or cannot be opened: they have no content to show. */
export function eventsOf(entries: readonly AuditEntry[]): VisitEvent[] {
  return entries.flatMap(({ number, at, kind, content }) => {
    const known = visitEventKinds.find((one) => one === kind);
    return known && content ? [{ number, at, kind: known, ...content }] : [];
  });
}

/** `due`: near their removal; `firstRemoval`: milliseconds since 1970, null for none. */
export type VisitCounts = { attention: number; waiting: number; due: number; firstRemoval: number | null };

/** The totals over all visits that the rail shows. */
export const stateOf = ({ firstRemoval, ...counts }: VisitCounts, memoryOnly: Problem | null): VisitsState => ({
  ...counts,
  firstRemoval: firstRemoval === null ? null : new Date(firstRemoval).toISOString(),
  memoryOnly,
});
