/**
 * The first steps: what a new clerk does in practice mode, on the real screen. They follow what the clerk really does, begin once without
 * being asked, and then only on request.
 */
import { create } from 'zustand';
import { call } from '../../bridge.ts';
import { keysLabel, toast } from '../../components/index.ts';
import { attempt } from '../../state/attempt.ts';
import { useInfoStore } from '../../state/info.ts';
import { currentSummary, useJobs } from '../../state/jobs.ts';
import { firstStepOf, isFinished, nextCustomer } from './customers.ts';
import type { FirstStep } from './state.ts';
import { useSigning } from './store.ts';
import { words } from './words.ts';

export const useFirstSteps = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** The current step; null while the first steps are not shown. */
export function useFirstStep(): FirstStep | null {
  const isOpen = useFirstSteps((state) => state.isOpen);
  // Each selector runs when its own store changes, and reads the other one.
  useJobs(({ jobs }) => isOpen && firstStepOf(useSigning.getState(), jobs));
  const step = useSigning((state) => isOpen && firstStepOf(state, useJobs.getState().jobs));
  return step || null;
}

async function hasWork(): Promise<boolean> {
  const queued = Object.values(currentSummary()?.groups ?? {}).some((count) => count > 0);
  if (queued || useSigning.getState().documents.length > 0) return true;
  const visits = await call('visits.page', { filter: { text: '', show: 'all' }, offset: 0, limit: 1 });
  return visits.total > 0;
}

/** Begins the first steps at the first start in practice mode, unless there is work already. */
export async function beginAtFirstStart(): Promise<void> {
  const { info } = useInfoStore.getState();
  if (!info?.practice || info.settings.firstStepsShown) return;
  const isBusy = await hasWork().catch(() => true);
  // From now on they are shown only on request, also when the station is closed in the middle.
  await attempt(call('settings.set', { firstStepsShown: true }));
  if (!isBusy) useFirstSteps.setState({ isOpen: true });
}

/** Begins them on request. Documents that were sent make room first. */
export function beginFirstSteps(): void {
  if (!useInfoStore.getState().info?.practice) {
    toast(() => words('firstSteps.onlyPractice'), { tone: 'doubt' });
    return;
  }
  const { jobs } = useJobs.getState();
  useSigning.setState((state) => (isFinished(state, jobs) ? nextCustomer(state) : state));
  useFirstSteps.setState({ isOpen: true });
}

export const endFirstSteps = (): void => useFirstSteps.setState({ isOpen: false });

/** Ends them before their end, and says where they are. */
export function leaveFirstSteps(): void {
  endFirstSteps();
  toast(() => words('firstSteps.left', { palette: keysLabel('mod+k') }));
}

export const openSamples = (): Promise<unknown> => attempt(call('documents.openSamples'));
