/** Visits and their parts as main reports them; a test states only the fields that differ. */
import type { Finding, RecordSummary, ScreeningSummary, VisitDocument, VisitEvent, VisitSummary, VisitView } from '../doors/domain.ts';
import { problem } from '../doors/errors.ts';
import { screeningSummaryWith } from '../screening/screening-views.ts';

const at = '2026-01-02T10:00:00Z';

export const summaryWith = (differs: Partial<VisitSummary> = {}): VisitSummary => ({
  id: 'v1',
  name: 'Ana Pérez',
  identification: '1020',
  transaction: 'T-1',
  openedAt: at,
  changedAt: at,
  openedBy: 'Marta',
  records: 0,
  screenings: 0,
  documents: 0,
  face: null,
  outcome: null,
  personBlocked: false,
  blocking: 0,
  waiting: 0,
  removal: null,
  problem: null,
  ...differs,
});

/** A visit without records, screenings and documents. */
export const visitViewWith = (differs: Partial<VisitView> = {}): VisitView => ({
  ...summaryWith(),
  records: [],
  screenings: [],
  documents: [],
  events: [],
  findings: [],
  ...differs,
});

export const recordOf = (id: string): RecordSummary => ({
  id,
  visitId: 'v1',
  source: 'fetched',
  receivedAt: at,
  by: 'Marta',
  profile: null,
  caller: null,
  parts: ['T-1'],
  wish: { images: true, documents: false, video: false },
  within: [],
  uid: null,
  name: 'ANA PEREZ',
  identification: '1020',
  face: 'approved',
  mismatches: [],
  size: 1,
  sha256: 'a'.repeat(64),
  version: 1,
  files: 0,
  problem: null,
});

export const searchOf = (id: string): ScreeningSummary => screeningSummaryWith({ id, visitId: 'v1' });

export const documentOf = (documentId: string, name: string): VisitDocument => ({
  documentId,
  name,
  reference: 'R-1',
  status: 'queued',
  problem: null,
  warning: null,
  queuedAt: at,
  changedAt: at,
  sha256: 'b'.repeat(64),
  signedSha256: null,
  signedName: null,
  fileRelease: null,
  closed: null,
  verification: null,
  copies: { original: true, signed: false },
});

export const eventWith = (differs: Partial<VisitEvent> = {}): VisitEvent => ({
  number: 1,
  at,
  by: 'Marta',
  kind: 'opened',
  about: null,
  detail: {},
  ...differs,
});

export const findingWith = (differs: Partial<Finding> = {}): Finding => ({
  rule: 'blockedPerson',
  level: 'stop',
  overridable: true,
  needsReason: false,
  key: 'k1',
  problem: problem('policy-blocked'),
  overridden: null,
  ...differs,
});
