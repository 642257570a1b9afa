/** Ties the store to main: what is there at the start, and every event after. */
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

/** The list as main told it last, once the jobs are there that its documents have. */
function listDocuments(): (documents: StationDocument[]) => Promise<void> {
  let latest: StationDocument[] = [];
  return async (documents) => {
    latest = documents;
    // Without them, main refuses what was sent before.
    await loadJobsOf(documents.map(({ id }) => id)).catch(() => undefined);
    if (latest !== documents) return;
    const before = useSigning.getState();
    useSigning.setState(withDocuments(before, useJobs.getState().jobs, documents));
    tellEmptied(before, useSigning.getState());
  };
}

/** The client's data were emptied for the next client: said, and undone with one press. */
function tellEmptied(before: SigningState, after: SigningState): void {
  if (before.clientInfo === '' || after.clientInfo !== '' || after.documents.length === 0) return;
  const { clientInfo, visit } = before;
  toast(i18next.t('client.emptied', { ns: 'signing' }), {
    action: { label: i18next.t('undo', { ns: 'signing' }), run: () => useSigning.setState({ clientInfo, visit }) },
  });
}

const recheckDelay = 300;

/** Looks again for what was found wrong with a batch, so that what is put right goes away. */
async function recheckFaults(): Promise<void> {
  const state = useSigning.getState();
  const about = state.checked;
  if (!about || state.faults === null) return;
  const documents =
    about.length > 0 ? state.documents.filter(({ id }) => about.includes(id)) : sendable(state.documents, useJobs.getState().jobs);
  // A check that fails leaves the faults as they were; sending will say what is wrong.
  const faults = await call('signing.check', batchOf(documents, state)).catch(() => null);
  // Sent or emptied meanwhile: the answer is about nothing on the screen.
  if (faults === null || useSigning.getState().faults === null) return;
  useSigning.setState({ faults: faults.length > 0 ? faults : null });
  if (faults.length === 0) announce(i18next.t('faults.cleared', { ns: 'signing' }));
}

/** As the clerk puts them right, and as something happens in a visit. */
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
