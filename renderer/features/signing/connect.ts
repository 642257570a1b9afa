/** Connects the store to main: the initial state, and every event after it. */
import i18next from 'i18next';
import type { StationDocument } from '../../../shared/domain/document.ts';
import { problemOf } from '../../../shared/errors.ts';
import { call, subscribe } from '../../bridge.ts';
import { announce, toast } from '../../components/index.ts';
import { loadJobsOf, useJobs } from '../../state/jobs/index.ts';
import { batchOf, sendable, summaryOf, withDocuments } from './derive.ts';
import type { SigningState } from './state.ts';
import { useSigning } from './store.ts';
import { summarySentence } from './words.ts';

async function load(): Promise<void> {
  try {
    const [documents, presets] = await Promise.all([call('documents.list'), call('presets.list')]);
    await loadJobsOf(documents.map(({ id }) => id));
    useSigning.setState((state) => ({
      ...withDocuments(state, useJobs.getState().jobs, documents),
      presets,
      loaded: true,
      loadProblem: null,
    }));
  } catch (thrown) {
    useSigning.setState({ loaded: true, loadProblem: problemOf(thrown) });
  }
}

/** Stores the list as main last reported it, once the jobs of its documents are loaded. */
function listDocuments(): (documents: StationDocument[]) => Promise<void> {
  let latest: StationDocument[] = [];
  return async (documents) => {
    latest = documents;
    // Without the jobs, main refuses documents that were sent before.
    await loadJobsOf(documents.map(({ id }) => id)).catch(() => undefined);
    if (latest !== documents) return;
    const before = useSigning.getState();
    useSigning.setState(withDocuments(before, useJobs.getState().jobs, documents));
    tellEmptied(before, useSigning.getState());
  };
}

/** Reports that the client's data were emptied for the next client, with a button to undo it. */
function tellEmptied(before: SigningState, after: SigningState): void {
  if (before.clientInfo === '' || after.clientInfo !== '' || after.documents.length === 0) return;
  const { clientInfo, visit } = before;
  toast(i18next.t('client.emptied', { ns: 'signing' }), {
    action: { label: i18next.t('undo', { ns: 'signing' }), run: () => useSigning.setState({ clientInfo, visit }) },
  });
}

const recheckDelay = 300;

/** Checks the faults of a batch again, so that corrected ones disappear. */
async function recheckFaults(): Promise<void> {
  const state = useSigning.getState();
  const about = state.checked;
  if (!about || state.faults === null) return;
  const documents =
    about.length > 0 ? state.documents.filter(({ id }) => about.includes(id)) : sendable(state.documents, useJobs.getState().jobs);
  // A check that fails leaves the faults as they were; sending reports them again.
  const faults = await call('signing.check', batchOf(documents, state)).catch(() => null);
  // Sent or emptied in the meantime: the answer is about nothing on the screen.
  if (faults === null || useSigning.getState().faults === null) return;
  useSigning.setState({ faults: faults.length > 0 ? faults : null });
  if (faults.length === 0) announce(i18next.t('faults.cleared', { ns: 'signing' }));
}

/** Checks again as the clerk corrects faults, and as something happens in a visit. */
function followFaults(): () => void {
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
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

export function startSigning(): () => void {
  const list = listDocuments();
  const ends = [
    subscribe('documents.changed', (documents) => void list(documents)),
    subscribe('documents.reading', (reading) => useSigning.setState({ reading })),
    useJobs.subscribe(({ jobs }, { jobs: before }) => {
      const { summaryOf: batch } = useSigning.getState();
      if (batch === null || jobs === before) return;
      const summary = summaryOf(before, batch) ? null : summaryOf(jobs, batch);
      if (summary) announce(summarySentence(summary));
    }),
    followFaults(),
  ];
  void load();
  return () => {
    for (const end of ends) end();
  };
}

export const reload = load;
