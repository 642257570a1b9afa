/** Three panes: the documents, the page, and the panel with the data sent along. */
import './documents.css';
import './panel.css';
import './signing.css';
import { FileSpreadsheet, FolderOutput, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { canSendAgain } from '../../../shared/domain/signing/job-status.ts';
import { Button, FilterGroup, part, TextField } from '../../components/index.ts';
import { LengthsContext } from '../../pdf/index.ts';
import { useInfo } from '../../state/info.ts';
import { useJobs, useQueueLoad } from '../../state/jobs.ts';
import { chooseOutputFolder } from '../../state/signed-files.ts';
import { answerReason, chooseLengthUnit, chooseReferences, resume, showCurrent } from './actions.ts';
import { customerBefore, earlierOwner, nameOf } from './customers.ts';
import { DocumentsPane } from './DocumentsPane.tsx';
import { beginAtFirstStart, useFirstStep } from './first-steps.ts';
import { PagePane } from './PagePane.tsx';
import { PlacementSection } from './PlacementSection.tsx';
import { SendSection } from './SendSection.tsx';
import { type EarlierCustomer, signPanes } from './state.ts';
import { documentList, useSigning } from './store.ts';

const FirstStepsFollower = part(async () => (await import('./FirstSteps.tsx')).FirstStepsFollower, { ofFirstScreen: true });
const ResultCard = part(async () => (await import('./ResultCard.tsx')).ResultCard);

type VisitProps = {
  /** Renders the visit that the documents are signed for, and the findings of the branch's policy; supplied from outside this area. */
  renderVisit: (about: {
    visit: { id: string; name: string } | null;
    clientInfo: string;
    onLeave: () => void;
    /** Whether the person is asked for the reason that signing needs first. */
    asksReason: boolean;
    onReason: (given: boolean) => void;
    /** Whether rules that prevent signing are on the screen. */
    onRulesShown: (shown: boolean) => void;
  }) => ReactNode;
};

const setRulesShown = (rulesShown: boolean): void => useSigning.setState({ rulesShown });

/** The client that the documents are signed for, and the references by which the answer names them. */
function ClientSection({ renderVisit }: Pick<VisitProps, 'renderVisit'>) {
  const { t } = useTranslation('signing');
  const { clientInfo, visit } = useSigning();
  const asksReason = useSigning(({ reasonFor }) => reasonFor !== null);
  const before = useSigning(customerBefore);
  const isMissing = useSigning(({ faults }) => faults?.some(({ problem }) => problem.code === 'client-info-missing') ?? false);
  return (
    <section className="sign-section" aria-labelledby="sign-client" data-field="client">
      <h2 id="sign-client">{t('client.title')}</h2>
      <TextField
        label={t('client.label')}
        description={t('client.help')}
        value={clientInfo}
        maxLength={4000}
        errorMessage={isMissing ? t('client.missing') : undefined}
        onChange={(typed) => useSigning.setState({ clientInfo: typed })}
      />
      {clientInfo === '' && before && (
        <Button
          variant="link"
          size="small"
          onPress={() => useSigning.setState({ clientInfo: before.clientInfo, visit: before.visit, sentClientInfo: null })}
        >
          {t('client.again', { name: nameOf(before) })}
        </Button>
      )}
      {renderVisit({
        visit,
        clientInfo,
        onLeave: () => useSigning.setState({ visit: null }),
        asksReason,
        onReason: (given) => void answerReason(given),
        onRulesShown: setRulesShown,
      })}
    </section>
  );
}

/** In place of the client and the position, for a document of an earlier customer. */
function EarlierSection({ customer }: { customer: EarlierCustomer }) {
  const { t } = useTranslation('signing');
  return (
    <section className="sign-section" aria-labelledby="sign-earlier">
      <h2 id="sign-earlier">{t('customers.earlier')}</h2>
      <p>{t('customers.earlierWhy', { name: nameOf(customer) || t('customers.unnamed') })}</p>
      <Button size="small" icon={Undo2} onPress={() => resume(customer.id)}>
        {t('customers.resume')}
      </Button>
    </section>
  );
}

/** In place of the button that sends, which would send documents that are not on the screen. */
function BackSection() {
  const { t } = useTranslation('signing');
  return (
    <div className="sign-send">
      <Button variant="primary" size="large" shortcut="mod+enter" onPress={showCurrent}>
        {t('customers.back')}
      </Button>
    </div>
  );
}

function ReferencesSection() {
  const { t } = useTranslation('signing');
  return (
    <section className="sign-section" aria-labelledby="sign-references">
      <h2 id="sign-references">{t('references.title')}</h2>
      <p className="ui-help">{t('references.help')}</p>
      <Button size="small" icon={FileSpreadsheet} onPress={() => void chooseReferences()}>
        {t('references.choose')}
      </Button>
    </section>
  );
}

type Props = VisitProps & {
  onOpenSettings: () => void;
  /** Shows a document in the queue, or the queue as a whole. */
  onOpenQueue: (documentId: string) => void;
};

/** Where signed files go. */
function OutputSection() {
  const { t } = useTranslation('signing');
  const { outputFolder } = useInfo().settings;
  return (
    <section className="sign-section" aria-labelledby="sign-output">
      <h2 id="sign-output">{t('output.title')}</h2>
      <p className="sign-output" title={outputFolder ?? undefined}>
        {outputFolder ?? t('output.beside')}
      </p>
      <div className="ui-acts">
        <Button size="small" icon={FolderOutput} onPress={() => void chooseOutputFolder(false)}>
          {t('output.change')}
        </Button>
        {outputFolder !== null && (
          <Button size="small" variant="quiet" onPress={() => void chooseOutputFolder(true)}>
            {t('output.besideAgain')}
          </Button>
        )}
      </div>
    </section>
  );
}

export function SigningView({ onOpenSettings, onOpenQueue, renderVisit }: Props) {
  const { t } = useTranslation('signing');
  const document = useSigning((state) => state.documents.find(({ id }) => id === state.currentId) ?? null);
  const job = useJobs((state) => (document ? state.jobs[document.id] : undefined));
  const owner = useSigning((state) => earlierOwner(state, state.currentId));
  // What was sent keeps its position.
  const canBePlaced = job === undefined || canSendAgain(job) || job.status === 'draft';
  const pane = useSigning((state) => state.pane);
  const panel = useRef<HTMLDivElement>(null);
  const resultOf = job && `${job.documentId} ${job.status}`;
  useEffect(() => {
    // The result is at the top of the panel.
    if (resultOf !== undefined) panel.current?.scrollTo({ top: 0 });
  }, [resultOf]);
  const begun = useSigning(({ arrived }) => arrived[0]);
  useEffect(() => {
    // A new customer's data begin at the top, too.
    if (begun !== undefined) panel.current?.scrollTo({ top: 0 });
  }, [begun]);
  const step = useFirstStep();
  const { loaded: queueLoaded } = useQueueLoad();
  const isLoaded = documentList.use(({ value }) => value !== null) && queueLoaded;
  useEffect(() => {
    if (isLoaded) void beginAtFirstStart();
  }, [isLoaded]);
  // The ring is around the control that the step needs next.
  const lacksClient = useSigning(({ clientInfo }) => clientInfo.trim() === '');
  const { lengthUnit } = useInfo().settings;
  return (
    <div className="sign" data-shown={pane} data-step={step === 'send' && lacksClient ? 'client' : step}>
      <LengthsContext value={{ unit: lengthUnit, onChoose: chooseLengthUnit }}>
        {step && <FirstStepsFollower />}
        <div className="sign-tabs" data-pane="">
          <FilterGroup label={t('panes.label')} names={signPanes} chosen={pane} onChoose={(shown) => useSigning.setState({ pane: shown })}>
            {(name) => t(`panes.${name}`)}
          </FilterGroup>
        </div>
        <DocumentsPane />
        <PagePane document={document} />
        <section className="sign-panel" data-pane="input" aria-label={t('panel.label')}>
          <div className="sign-panel-scroll" ref={panel}>
            {document && job && <ResultCard document={document} job={job} onOpenQueue={onOpenQueue} />}
            {owner ? (
              <EarlierSection customer={owner} />
            ) : (
              <>
                <ClientSection renderVisit={renderVisit} />
                {canBePlaced && <PlacementSection document={document} />}
                <ReferencesSection />
                <OutputSection />
              </>
            )}
          </div>
          {owner ? <BackSection /> : <SendSection onOpenSettings={onOpenSettings} />}
        </section>
      </LengthsContext>
    </div>
  );
}
