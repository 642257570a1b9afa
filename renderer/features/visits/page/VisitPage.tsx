/** One visit: the customer, the findings, the actions, everything that belongs to it, and its events. */
import './page.css';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { Button, ProblemBanner } from '../../../components/index.ts';
import { useJobsOf } from '../../../state/jobs.ts';
import { aboutScreening, aboutSigning, reloadVisit } from '../actions.ts';
import { closeVisit, openedVisit, openRecord } from '../store.ts';
import { Documents } from './Documents.tsx';
import { Findings } from './Findings.tsx';
import { Published } from './Published.tsx';
import { Records } from './Records.tsx';
import { Screenings } from './Screenings.tsx';
import { Timeline } from './Timeline.tsx';
import { VisitActs } from './VisitActs.tsx';
import { VisitHead } from './VisitHead.tsx';

export type VisitPageProps = {
  /** Whether a record covers it. */
  covered: boolean;
  onScreen: (about: ReturnType<typeof aboutScreening>) => void;
  onSign: (about: ReturnType<typeof aboutSigning>) => void;
  onOpenScreening: (id: string) => void;
  onOpenQueue: (documentId: string) => void;
  onOpenSettings: () => void;
};

function VisitSections({ view, ...props }: Omit<VisitPageProps, 'covered'> & { view: VisitView }) {
  useJobsOf(view.documents.map(({ documentId }) => documentId));
  const screen = () => props.onScreen(aboutScreening(view));
  const sign = () => props.onSign(aboutSigning(view));
  return (
    <>
      <VisitHead view={view} />
      <VisitActs view={view} onScreen={screen} onSign={sign} />
      <Findings visitId={view.id} findings={view.findings} />
      <div className="cust-columns">
        <div className="cust-parts" data-pane="">
          <Records view={view} onOpenSettings={props.onOpenSettings} />
          <Screenings view={view} onOpen={props.onOpenScreening} />
          <Documents view={view} onOpen={props.onOpenQueue} />
          <Published view={view} />
        </div>
        <Timeline view={view} onOpenRecord={openRecord} onOpenScreening={props.onOpenScreening} onOpenQueue={props.onOpenQueue} />
      </div>
    </>
  );
}

export function VisitPage({ covered, ...props }: VisitPageProps) {
  const { t } = useTranslation('customers');
  const { value: view, problem } = openedVisit.use();
  const state = problem ? 'failed' : view ? 'open' : 'opening';
  const page = useRef<HTMLDivElement>(null);
  // The focus moves to the name as soon as it is known; until then it is on the back button, for Escape and Enter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is uncovered again, the focus returns to its earlier place
  useEffect(() => {
    if (!covered) page.current?.querySelector<HTMLElement>(state === 'open' ? 'h1' : 'button')?.focus();
  }, [state]);
  // It may have changed while another area was in view.
  useEffect(() => void reloadVisit(), []);
  return (
    <div className="cust-layer cust-page" ref={page} inert={covered}>
      <div className="cust-inside">
        <Button variant="quiet" size="small" icon={ArrowLeft} shortcut="escape" className="cust-back" onPress={closeVisit}>
          {t('back')}
        </Button>
        {state === 'opening' && <p className="ui-note">{t('page.opening')}</p>}
        {state === 'failed' && problem && (
          <ProblemBanner
            problem={problem}
            alert
            actions={
              <Button size="small" onPress={() => void reloadVisit()}>
                {t('page.again')}
              </Button>
            }
          />
        )}
        {state === 'open' && view && <VisitSections view={view} {...props} />}
      </div>
    </div>
  );
}
