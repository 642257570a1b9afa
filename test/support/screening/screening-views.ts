/** Screenings as main reports them; a test states only the fields that differ. */
import type { ScreeningSummary, ScreeningView } from '../doors/domain.ts';

/** Clear, answered, without anything to read. */
export const screeningSummaryWith = (differs: Partial<ScreeningSummary> = {}): ScreeningSummary => ({
  id: 's',
  state: 'done',
  outcome: 'clear',
  query: { name: 'Ana Pérez', identification: '1020', judicial: false, procurator: false },
  askedAt: '2026-01-02T10:00:00Z',
  answeredAt: '2026-01-02T10:00:00Z',
  by: 'Marta',
  connection: null,
  block: false,
  logNumber: null,
  sources: [],
  others: [],
  best: null,
  matchCount: 0,
  decided: 0,
  verdict: null,
  problem: null,
  row: null,
  visitId: null,
  ...differs,
});

export const screeningViewWith = (differs: Partial<ScreeningView> = {}): ScreeningView => ({
  ...screeningSummaryWith(),
  sources: [],
  others: [],
  matches: [],
  providerTime: null,
  elapsed: null,
  defects: [],
  differences: [],
  readings: [],
  other: null,
  sha256: null,
  decisions: [],
  ...differs,
});
