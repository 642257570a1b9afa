/** Checks faults again as the clerk corrects them. */
import { call, subscribe } from '../../bridge.ts';
import { announce } from '../../components/LiveRegion.tsx';
import { useJobs } from '../../state/jobs.ts';
import { endAll } from '../../state/remote.ts';
import { currentDocuments } from './customers.ts';
import { batchOf, sendable } from './derive.ts';
import { useSigning } from './store.ts';
import { words } from './words.ts';

/** Milliseconds. */
const recheckDelay = 300;

/** Number of the last check: only its answer is used. */
let lastCheck = 0;

/** Checks the faults of a batch again, so that corrected ones disappear. */
export async function recheckFaults(): Promise<void> {
  lastCheck += 1;
  const own = lastCheck;
  const state = useSigning.getState();
  const about = state.checked;
  if (!about || state.faults === null || state.sending) return;
  const documents =
    about.length > 0 ? state.documents.filter(({ id }) => about.includes(id)) : sendable(currentDocuments(state), useJobs.getState().jobs);
  // A check that fails leaves the faults as they were; sending reports them again.
  const faults = await call('signing.check', batchOf(documents, state)).catch(() => null);
  // Sent, emptied or checked again in the meantime: the answer is about nothing on the screen. What is being sent counts as a duplicate.
  const now = useSigning.getState();
  if (faults === null || own !== lastCheck || now.faults === null || now.checked !== about || now.sending) return;
  useSigning.setState({ faults: faults.length > 0 ? faults : null });
  if (faults.length === 0) announce(words('faults.cleared'));
}

/** Checks again as the clerk corrects faults, and as something happens in a visit. */
export function followFaults(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void recheckFaults(), recheckDelay);
  };
  const ends = [
    subscribe('visits.changed', soon),
    useSigning.subscribe((state, before) => {
      const touched =
        state.drafts !== before.drafts ||
        state.rule !== before.rule ||
        state.clientInfo !== before.clientInfo ||
        state.visit !== before.visit ||
        state.documents !== before.documents;
      if (state.faults !== null && touched) soon();
    }),
  ];
  return endAll([...ends, () => clearTimeout(timer)]);
}
