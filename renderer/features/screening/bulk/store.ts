/** The runs as main reported them, the draft, and the choices made in each run. It outlives the view. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { Run } from '../../../../shared/domain/screening/bulk-screening.ts';
import type { ScreeningFilter } from '../../../../shared/domain/screening/screening.ts';
import { call, subscribe } from '../../../bridge.ts';
import { announce } from '../../../components/LiveRegion.tsx';
import { withWords } from '../../../i18n/index.ts';
import { createRemote, endAll } from '../../../state/remote.ts';
import { screeningState } from '../store.ts';
import type { Draft } from './draft/draft.ts';
import { type RunShown, runShown } from './run-state.ts';

export type Outcomes = ScreeningFilter['outcome'];

/** The choices within one run. */
export type Chosen = {
  outcome: Outcomes;
  /** Whether a person chose the filter; otherwise each opening chooses it. */
  byPerson: boolean;
  text: string;
  /** The row from which the arrow keys continue. */
  active: number;
  /** Pixels from the top. */
  scrolled: number;
  /** Id of the row that shows its full result. */
  opened: string | null;
};

export const nothingChosen: Chosen = { outcome: 'any', byPerson: false, text: '', active: 0, scrolled: 0, opened: null };

type BulkState = {
  draft: Draft | null;
  /** Whether the draft is on screen, not the runs. */
  drafting: boolean;
  openRun: string | null;
  /** By run. */
  chosen: Readonly<Record<string, Chosen>>;
  /** Runs that are being written to a file. */
  exporting: ReadonlySet<string>;
};

export const useBulk = create<BulkState>(() => ({
  draft: null,
  drafting: false,
  openRun: null,
  chosen: {},
  exporting: new Set(),
}));

/** The runs, by id. */
export const runs = createRemote(
  async (): Promise<Readonly<Record<string, Run>>> => Object.fromEntries((await call('bulk.list')).map((run) => [run.id, run])),
);

export const putRun = (run: Run): void => runs.change((before) => ({ ...before, [run.id]: run }));

/** States that a run enters without a press. */
const saidStates: readonly RunShown[] = ['done', 'ended-short', 'stopped', 'waiting-offline', 'waiting-service', 'waiting-connection'];

/** Stores a run that main reported, and announces that it ended, stopped or waits. */
function takeRun(run: Run): void {
  const before = runs.value()?.[run.id];
  putRun(run);
  const shown = runShown(run);
  if (!before || runShown(before) === shown || !saidStates.includes(shown)) return;
  void withWords('bulk', () => {
    const t = i18next.getFixedT(i18next.language, 'bulk');
    announce(t('said.state', { state: t(`state.${shown}`), name: run.fileName }));
  });
}

function dropRun(id: string): void {
  runs.change(({ [id]: _, ...others }) => others);
  useBulk.setState(({ chosen: { [id]: _, ...chosen }, openRun }) => ({ chosen, openRun: openRun === id ? null : openRun }));
}

/** Follows main's events about the runs. Returns the function that ends it. */
export function followRuns(): () => void {
  void runs.reload();
  return endAll([subscribe('bulk.changed', takeRun), subscribe('bulk.removed', ({ id }) => dropRun(id))]);
}

/** Whether runs and screenings are lost when the station closes. */
export const useMemoryOnly = (): boolean => screeningState.use(({ value }) => value?.memoryOnly != null);

export const choose = (runId: string, part: Partial<Chosen>): void =>
  useBulk.setState(({ chosen }) => ({ chosen: { ...chosen, [runId]: { ...(chosen[runId] ?? nothingChosen), ...part } } }));
