/** The test documents that find out how a provider counts, as main reports them, and which connection's page is open. */
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
  /** The one under way, or the latest. */
  test: PlacementTest | null;
  /** When a test document left whose end is unknown; ISO 8601 in UTC. */
  unfinished: string | null;
  clientInfo: string;
  /** Asked for, and main has not begun it yet. */
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

/** While a test is under way, its own page: there is one at a time. */
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

/** Back to the form, with what was typed. */
export async function startAgain(): Promise<void> {
  await attempt(call('placementTest.dismiss'));
  usePlacementTest.setState({ test: null });
}

/** Whether the connection counts so from now on. */
export async function applyFound(profileId: string): Promise<boolean> {
  const done = await attempt(call('placementTest.use', { id: profileId }).then(() => true));
  if (done) await loadProfiles();
  return done === true;
}
