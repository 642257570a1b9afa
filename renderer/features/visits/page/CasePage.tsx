/** One visit: who, what the rules find, what can be done, everything that belongs to it, and what happened. */
import './page.css';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '../../../../shared/domain/case.ts';
import { Button, ProblemBanner } from '../../../components/index.ts';
import { useJobsOf } from '../../../state/jobs/index.ts';
import { aboutScreening, aboutSigning, reloadCase } from '../actions.ts';
import { closeCase, openRecord, useCustomers } from '../store.ts';
import { CaseActs } from './CaseActs.tsx';
import { CaseHead } from './CaseHead.tsx';
import { Documents } from './Documents.tsx';
import { Findings } from './Findings.tsx';
import { Published } from './Published.tsx';
import { Records } from './Records.tsx';
import { Screenings } from './Screenings.tsx';
import { Timeline } from './Timeline.tsx';

export type CasePageProps = {
  /** A record lies over it. */
  covered: boolean;
  onScreen: (about: ReturnType<typeof aboutScreening>) => void;
  onSign: (about: ReturnType<typeof aboutSigning>) => void;
  onOpenScreening: (id: string) => void;
  onOpenQueue: (documentId: string) => void;
  onOpenSettings: () => void;
};

function Whole({ view, ...props }: Omit<CasePageProps, 'covered'> & { view: CaseView }) {
  useJobsOf(view.documents.map(({ documentId }) => documentId));
  const screen = () => props.onScreen(aboutScreening(view));
  const sign = () => props.onSign(aboutSigning(view));
  return (
    <>
      <CaseHead view={view} />
      <CaseActs view={view} onScreen={screen} onSign={sign} />
      <Findings caseId={view.id} findings={view.findings} />
      <div className="cust-columns">
        <div className="cust-parts">
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

export function CasePage({ covered, ...props }: CasePageProps) {
  const { t } = useTranslation('customers');
  const opened = useCustomers((state) => state.opened);
  const page = useRef<HTMLDivElement>(null);
  const { state } = opened;
  // Reading goes on at who it is, as soon as that is known; in the meantime Escape and Enter are at the way back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is uncovered again gives the focus back to where it was
  useEffect(() => {
    if (!covered) page.current?.querySelector<HTMLElement>(state === 'open' ? 'h1' : 'button')?.focus();
  }, [state]);
  // It may have changed while another area was in view.
  useEffect(() => void reloadCase(), []);
  return (
    <div className="cust-layer cust-page" ref={page} inert={covered}>
      <div className="cust-inside">
        <Button variant="quiet" size="small" icon={ArrowLeft} shortcut="escape" className="cust-back" onPress={closeCase}>
          {t('back')}
        </Button>
        {opened.state === 'opening' && <p className="cust-note">{t('page.opening')}</p>}
        {opened.state === 'refused' && (
          <ProblemBanner
            problem={opened.problem}
            alert
            actions={
              <Button size="small" onPress={() => void reloadCase()}>
                {t('page.again')}
              </Button>
            }
          />
        )}
        {opened.state === 'open' && <Whole view={opened.view} {...props} />}
      </div>
    </div>
  );
}
