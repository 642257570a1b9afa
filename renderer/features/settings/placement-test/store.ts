/** The test documents that determine how a provider counts, as main reports them, and the connection with the open page. */
import { create } from 'zustand';
import type { PlacementTest } from '../../../../shared/domain/placement-test.ts';
import { problemOf } from '../../../../shared/errors.ts';
import { call, subscribe } from '../../../bridge.ts';
import { toastProblem } from '../../../components/index.ts';
import { attempt } from '../../../state/attempt.ts';
import { loadProfiles } from '../store.ts';

type PlacementTestStore = {
  /** Null: no page is open. */
  profileId: string | null;
  /** The test in progress, or the latest. */
  test: PlacementTest | null;
  /** When a test document with an unknown outcome was sent; ISO 8601 in UTC. */
  unfinished: string | null;
  clientInfo: string;
  /** Requested, but not yet started by main. */
  starting: boolean;
};

export const usePlacementTest = create<PlacementTestStore>(() => ({
  profileId: null,
  test: null,
  unfinished: null,
  clientInfo: '',
  starting: false,
}));

export const isRunning = (test: PlacementTest | null): boolean => test !== null && test.step !== 'done';

export function startPlacementTests(): () => void {
  void call('placementTest.state').then(
    (state) => usePlacementTest.setState(state),
    (thrown: unknown) => toastProblem(problemOf(thrown)),
  );
  return subscribe('placementTest.changed', (test) =>
    usePlacementTest.setState({ test, starting: false, ...(test.calls.length > 1 && { unfinished: null }) }),
  );
}

/** Opens the page of a test; while one is in progress, its own page: there is one at a time. */
export const openPlacementTest = (profileId: string): void =>
  usePlacementTest.setState(({ test }) => ({ profileId: test !== null && isRunning(test) ? test.profileId : profileId }));

export function closePlacementTest(): void {
  const { test } = usePlacementTest.getState();
  usePlacementTest.setState({ profileId: null });
  if (isRunning(test)) return;
  usePlacementTest.setState({ test: null, clientInfo: '' });
  void attempt(call('placementTest.dismiss'));
}

export async function sendTestDocuments(): Promise<void> {
  const { profileId, clientInfo } = usePlacementTest.getState();
  if (profileId === null) return;
  usePlacementTest.setState({ starting: true });
  const started = await attempt(call('placementTest.start', { profileId, clientInfo }).then(() => true));
  if (!started) usePlacementTest.setState({ starting: false });
}

export const cancelTest = (): Promise<unknown> => attempt(call('placementTest.cancel'));

/** Returns to the form, with its input. */
export async function startAgain(): Promise<void> {
  await attempt(call('placementTest.dismiss'));
  usePlacementTest.setState({ test: null });
}

/** Applies the result. Returns whether the connection uses it from now on. */
export async function applyFound(profileId: string): Promise<boolean> {
  const done = await attempt(call('placementTest.use', { id: profileId }).then(() => true));
  if (done) await loadProfiles();
  return done === true;
}
