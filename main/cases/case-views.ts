/** What lists and pages show of a visit; pure. */
import type { CaseDocument, CaseEvent, CaseFilter, CaseSummary, CasesState } from '../../shared/domain/case.ts';
import { caseEventKinds } from '../../shared/domain/case.ts';
import { foldedText, identificationKey } from '../../shared/domain/names.ts';
import type { Finding } from '../../shared/domain/policy.ts';
import type { Problem } from '../../shared/errors.ts';
import type { AuditEntry } from '../audit/audit.ts';
import { summaryOf as verificationSummary } from '../signing/outbox/job-view.ts';
import { isUnderWay, mayBeSigned } from '../signing/states.ts';
import { isStop } from './judge.ts';
import type { CaseFacts, KeptCase, KeptDocument } from './kept-case.ts';

export type Shown = {
  findings: readonly Finding[];
  facts: CaseFacts;
  /** Some visit of this person, or of this transaction, says so. */
  blocked: boolean;
  /** Milliseconds since 1970. */
  removal: number | null;
};

export function summaryOf(visit: KeptCase, { findings, facts, blocked, removal }: Shown): CaseSummary {
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
    waiting: documents.filter(isOpen).length + facts.waitingSearches,
    removal: removal === null ? null : new Date(removal).toISOString(),
    problem: null,
  };
}

export const unopenedSummary = (id: string, problem: Problem): CaseSummary => ({
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

/** On its way, or waiting for a person. */
const isOpen = ({ status, fileRelease }: KeptDocument): boolean => isUnderWay(status) || (mayBeSigned(status) && fileRelease === null);

export function documentOf({ originalCopy, signedCopy, verification, ...rest }: KeptDocument): CaseDocument {
  return {
    ...rest,
    verification: verificationSummary(verification),
    kept: { original: originalCopy !== null, signed: signedCopy !== null },
  };
}

/** What was erased or cannot be opened is passed over: there is nothing to tell of it. */
export function eventsOf(entries: readonly AuditEntry[]): CaseEvent[] {
  return entries.flatMap(({ number, at, kind, content }) => {
    const known = caseEventKinds.find((one) => one === kind);
    return known && content ? [{ number, at, kind: known, ...content }] : [];
  });
}

export function isListed(summary: CaseSummary, { text, show }: CaseFilter): boolean {
  const shown =
    show === 'all' ||
    (show === 'attention' && (summary.stops > 0 || summary.problem !== null)) ||
    (show === 'waiting' && summary.waiting > 0) ||
    (show === 'due' && summary.removal !== null);
  if (!shown) return false;
  // As searches are found: accents and case do not count, and of a number neither do its dots.
  const asked = foldedText(text);
  const key = identificationKey(text);
  const texts = [summary.name, summary.identification, summary.transaction];
  return asked === '' || texts.some((one) => foldedText(one).includes(asked) || (key !== '' && identificationKey(one).includes(key)));
}

/** What the rail tells of all visits. */
export function stateOf(all: readonly CaseSummary[], notKept: Problem | null): CasesState {
  const removals = all.flatMap(({ removal }) => removal ?? []).toSorted();
  return {
    attention: all.filter(({ stops, problem }) => stops > 0 || problem !== null).length,
    waiting: all.filter(({ waiting }) => waiting > 0).length,
    due: removals.length,
    firstRemoval: removals[0] ?? null,
    notKept,
  };
}
