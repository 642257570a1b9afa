/** The test documents that determine how a provider counts, as main reports them, and the connection with the open page. */
import { create } from 'zustand';
import type { PlacementTest } from '../../../../shared/domain/placement/placement-test.ts';
import { call, subscribe } from '../../../bridge.ts';
import { toastProblem } from '../../../components/index.ts';
import { attempt, succeeded } from '../../../state/attempt.ts';
import { createRemote, endAll } from '../../../state/remote.ts';
import { profiles } from '../store.ts';

type PlacementTestStore = {
  /** Null: no page is open. */
  profileId: string | null;
  clientInfo: string;
  /** Requested, but not yet started by main. */
  starting: boolean;
};

export const usePlacementTest = create<PlacementTestStore>(() => ({
  profileId: null,
  clientInfo: '',
  starting: false,
}));

export const isRunning = (test: PlacementTest | null): boolean => test !== null && test.step !== 'done';

/**
 * `test`: the one in progress, or the latest. `unfinished`: when a test document with an unknown outcome was sent; ISO 8601 in UTC.
 */
export const testState = createRemote(() => call('placementTest.state'));

const currentTest = (): PlacementTest | null => testState.value()?.test ?? null;

const forgetTest = (): void => testState.change((before) => ({ ...before, test: null }));

/** Stores a test as main reported it. */
function take(test: PlacementTest): void {
  usePlacementTest.setState({ starting: false });
  const unfinished = test.calls.length > 1 ? null : (testState.value()?.unfinished ?? null);
  testState.set({ test, unfinished });
}

export function followPlacementTests(): () => void {
  const end = testState.use.subscribe(({ problem }, before) => {
    if (problem && problem !== before.problem) toastProblem(problem);
  });
  void testState.reload();
  return endAll([end, subscribe('placementTest.changed', take)]);
}

/** Opens the page of a test; while one is in progress, its own page: there is one at a time. */
export function openPlacementTest(profileId: string): void {
  const test = currentTest();
  usePlacementTest.setState({ profileId: test !== null && isRunning(test) ? test.profileId : profileId });
}

export function closePlacementTest(): void {
  usePlacementTest.setState({ profileId: null });
  if (isRunning(currentTest())) return;
  forgetTest();
  usePlacementTest.setState({ clientInfo: '' });
  void attempt(call('placementTest.dismiss'));
}

export async function sendTestDocuments(): Promise<void> {
  const { profileId, clientInfo } = usePlacementTest.getState();
  if (profileId === null) return;
  usePlacementTest.setState({ starting: true });
  const started = await succeeded(call('placementTest.start', { profileId, clientInfo }));
  if (!started) usePlacementTest.setState({ starting: false });
}

export const cancelTest = (): Promise<unknown> => attempt(call('placementTest.cancel'));

/** Returns to the form, with its input. */
export async function startAgain(): Promise<void> {
  await attempt(call('placementTest.dismiss'));
  forgetTest();
}

/** Applies the result. Returns whether the connection uses it from now on. */
export async function applyFound(profileId: string): Promise<boolean> {
  const done = await succeeded(call('placementTest.use', { id: profileId }));
  if (done) await profiles.reload();
  return done;
}
