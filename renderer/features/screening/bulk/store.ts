/** The runs as main reported them, the draft, and the choices made in each run. It outlives the view. */
import { create } from 'zustand';
import type { Run } from '../../../../shared/domain/bulk-screening.ts';
import type { ScreeningFilter } from '../../../../shared/domain/screening.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { call } from '../../../bridge.ts';
import type { Draft } from './draft/draft.ts';

export type Outcomes = ScreeningFilter['outcome'];

/** The choices within one run. */
export type Chosen = {
  outcome: Outcomes;
  text: string;
  /** The row from which the arrow keys continue. */
  active: number;
  /** Pixels from the top. */
  scrolled: number;
  /** Id of the row that shows its full result. */
  opened: string | null;
};

export const nothingChosen: Chosen = { outcome: 'any', text: '', active: 0, scrolled: 0, opened: null };

type BulkState = {
  /** By id. Null until main answered. */
  runs: Readonly<Record<string, Run>> | null;
  loadProblem: Problem | null;
  draft: Draft | null;
  /** Whether the draft is on screen, not the runs. */
  drafting: boolean;
  openRun: string | null;
  /** By run. */
  chosen: Readonly<Record<string, Chosen>>;
  /** Runs that are being written to a file. */
  exporting: ReadonlySet<string>;
  /** Whether runs and screenings are lost when the station closes. */
  memoryOnly: boolean;
};

export const useBulk = create<BulkState>(() => ({
  runs: null,
  loadProblem: null,
  draft: null,
  drafting: false,
  openRun: null,
  chosen: {},
  exporting: new Set(),
  memoryOnly: false,
}));

export async function loadRuns(): Promise<void> {
  try {
    const runs = await call('bulk.list');
    useBulk.setState({ runs: Object.fromEntries(runs.map((run) => [run.id, run])), loadProblem: null });
  } catch (thrown) {
    useBulk.setState({ loadProblem: problemOf(thrown) });
  }
}

export const putRun = (run: Run): void => useBulk.setState(({ runs }) => ({ runs: { ...runs, [run.id]: run } }));

export const choose = (runId: string, part: Partial<Chosen>): void =>
  useBulk.setState(({ chosen }) => ({ chosen: { ...chosen, [runId]: { ...(chosen[runId] ?? nothingChosen), ...part } } }));
