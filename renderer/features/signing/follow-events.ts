/** Follows main's events about documents, and saves what the clerk has begun. */
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import { subscribe } from '../../bridge.ts';
import { announce } from '../../components/index.ts';
import { type Jobs, useJobs } from '../../state/jobs.ts';
import { endAll } from '../../state/remote.ts';
import { loadedWorkspace, loadWorkspace, saveSoon } from '../../state/workspace.ts';
import { focusList } from './actions.ts';
import { withDocuments } from './customers.ts';
import { summaryOf } from './derive.ts';
import { recentOpenings } from './recent.ts';
import { followFaults } from './recheck-faults.ts';
import type { SigningState } from './state.ts';
import { documentList, loadJobsOfList, presets, useSigning } from './store.ts';
import { summarySentence, words } from './words.ts';
import { savedMembers, toWorkspace, withWorkspace } from './workspace.ts';

/** Resolves when the last list that main sent is shown. */
let taken: Promise<void> | undefined;

/** Stores a list of documents that main reported, once the jobs of its documents are loaded. */
function takeDocuments(documents: StationDocument[]): void {
  taken = documentList.reload(async () => {
    // Without the jobs, main refuses documents that were sent before.
    await Promise.all([loadJobsOfList(documents).catch(() => undefined), loadWorkspace()]);
    return documents;
  });
}

/** Whether the state continues that of the page before this one. Nothing is saved before, so that nothing replaces what it left. */
let isRestored = false;

/** Returns the state before these documents: at the first list, the one in which the page before this one ended. */
function stateBefore(documents: readonly StationDocument[]): SigningState {
  const state = useSigning.getState();
  const left = isRestored ? null : (loadedWorkspace()?.signing ?? null);
  if (left === null) return state;
  // Its document may have ended that page: unless the clerk continues from here, the next page does not show it again.
  saveSoon('signing', () => ({ ...left, currentId: null }));
  return withWorkspace(state, left, documents);
}

function showDocuments(documents: readonly StationDocument[]): void {
  const before = stateBefore(documents);
  useSigning.setState(withDocuments(before, useJobs.getState().jobs, documents));
  isRestored = true;
  if (before.returning.size > 0) requestAnimationFrame(focusList);
  const { arrived, placementToConfirm } = useSigning.getState();
  if (before.arrived.length > 0 || arrived.length === 0) return;
  announce(words(placementToConfirm ? 'list.arrivedConfirm' : 'list.arrived'));
  // In the next frame the client's field of the customer before is empty.
  requestAnimationFrame(focusList);
}

/** Announces the outcome of a batch when its last document is done. */
function announceSummary(jobs: Jobs, before: Jobs): void {
  const { summaryOf: batch } = useSigning.getState();
  if (batch === null) return;
  const summary = summaryOf(before, batch) ? null : summaryOf(jobs, batch);
  if (summary) announce(summarySentence(summary));
}

export function followSigning(): () => void {
  const ends = [
    documentList.use.subscribe(({ value }, before) => {
      if (value !== null && value !== before.value) showDocuments(value);
    }),
    subscribe('documents.changed', takeDocuments),
    // After the list that main sent before it: at the end of the reading the list is complete.
    subscribe('documents.reading', async ({ preview, ...reading }) => {
      await taken;
      // The document that is read stays on the page until main lists it.
      useSigning.setState({ reading, ...(preview && { preview }), ...(reading.done === 0 && { arrived: [] }) });
    }),
    useJobs.subscribe(({ jobs }, before) => announceSummary(jobs, before.jobs)),
    followFaults(),
    useSigning.subscribe((state, before) => {
      if (isRestored && savedMembers.some((name) => state[name] !== before[name]))
        saveSoon('signing', () => toWorkspace(useSigning.getState()));
    }),
  ];
  for (const remote of [documentList, presets, recentOpenings]) void remote.reload();
  return endAll(ends);
}
