/** Returns to a visit when the step that the clerk began in another area is done, if the clerk is still in that area. */
import { shownOutcome } from '../features/screening/derive.ts';
import { answers, useScreening } from '../features/screening/store.ts';
import { summaryOf } from '../features/signing/derive.ts';
import { useSigning } from '../features/signing/store.ts';
import { useJobs } from '../state/jobs.ts';
import { endAll } from '../state/remote.ts';
import { useView } from './view.ts';

type Step = { visitId: string; view: 'screen' | 'sign' };

let step: Step | null = null;

export function beginStep(begun: Step): void {
  step = begun;
}

/** Opens the visit when its screening is clear or its batch is signed. Otherwise the area stays open, since a person has to decide. */
export function followSteps(openVisit: (id: string) => void): () => void {
  const end = (view: Step['view'], visitId: string | undefined) => {
    if (step === null || step.view !== view || step.visitId !== visitId || useView.getState().view !== view) return;
    step = null;
    openVisit(visitId);
  };
  return endAll([
    useScreening.subscribe(({ shownId, visit }, before) => {
      const answer = shownId === null || shownId === before.shownId ? null : (answers.known(shownId)?.value() ?? null);
      if (answer && shownOutcome(answer) === 'clear') end('screen', visit?.id);
    }),
    useJobs.subscribe(({ jobs }) => {
      const { summaryOf: batch, visit } = useSigning.getState();
      const summary = step?.view === 'sign' && batch !== null ? summaryOf(jobs, batch) : null;
      if (summary?.every(({ outcome }) => outcome === 'signed')) end('sign', visit?.id);
    }),
  ]);
}
