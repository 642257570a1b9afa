/** The middle pane: the document's pages with the rectangle, or why they cannot be shown. */
import { FilePlus, FileSearch, FileX, FolderOpen, GraduationCap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import { documentRemarks } from '../../../shared/domain/documents/document-remarks.ts';
import { documentUrl } from '../../../shared/domain/documents/document-url.ts';
import { isUnderWay } from '../../../shared/domain/signing/job-status.ts';
import type { SigningJob } from '../../../shared/domain/signing/signing.ts';
import { subscribe } from '../../bridge.ts';
import { Button, EmptyState, ProblemBanner, part } from '../../components/index.ts';
import { PdfWorkbench, type TypedPassword, type WorkbenchHandle } from '../../pdf/index.ts';
import { useInfo } from '../../state/info.ts';
import { useJobs } from '../../state/jobs.ts';
import { openFiles, openFolder, recheck, sayReplaced } from './actions.ts';
import { currentDocuments, earlierOwner } from './customers.ts';
import { sendable } from './derive.ts';
import { FirstStepMark } from './first-step-mark.ts';
import { openSamples, useFirstSteps } from './first-steps.ts';
import type { ShownFile } from './ReturnedPages.tsx';
import { useCurrentRule, useSigning } from './store.ts';

const ReturnedPages = part(async () => (await import('./ReturnedPages.tsx')).ReturnedPages);

const RecentList = part(async () => (await import('./RecentList.tsx')).RecentList, { ofFirstScreen: true });
const emptySteps = ['open'] as const;
const pageSteps = ['place'] as const;

function EmptyPage() {
  const { t } = useTranslation('signing');
  const { practice } = useInfo();
  const hasSteps = useFirstSteps(({ isOpen }) => isOpen);
  return (
    <EmptyState
      icon={FileSearch}
      title={t('invite.title')}
      actions={
        <>
          <Button variant="primary" size="large" icon={FolderOpen} shortcut="mod+shift+o" onPress={() => void openFolder()}>
            {t('open.folder')}
          </Button>
          <Button size="large" icon={FilePlus} shortcut="mod+o" onPress={() => void openFiles()}>
            {t('open.files')}
          </Button>
          {practice && (
            <Button size="large" icon={GraduationCap} onPress={() => void openSamples()}>
              {t('open.samples')}
            </Button>
          )}
        </>
      }
      more={hasSteps ? <FirstStepMark steps={emptySteps} /> : <RecentList />}
    >
      {t('invite.words')}
    </EmptyState>
  );
}

function DocumentProblem({ document }: { document: StationDocument }) {
  const { t } = useTranslation('signing');
  if (!document.problem) return null;
  return (
    <ProblemBanner
      problem={document.problem}
      actions={
        <Button size="small" onPress={() => void recheck([document.id])}>
          {t('list.recheck')}
        </Button>
      }
    />
  );
}

const PasswordPrompt = part(async () => (await import('./PasswordPrompt.tsx')).PasswordPrompt);
const FileChoice = part(async () => (await import('./ReturnedPages.tsx')).FileChoice);

/** Of a document that is not read yet: the same list in each render. */
const none: never[] = [];

/** Whether a returned file belongs to the current status. */
const hasReturned = ({ status, signedSha256 }: SigningJob): boolean =>
  (status === 'signed' || status === 'unverified') && signedSha256 !== null;

export function PagePane({ document }: { document: StationDocument | null }) {
  const { t } = useTranslation('signing');
  const { rule, change, scope, toConfirm } = useCurrentRule(document?.id ?? null);
  const pending = useSigning((state) => sendable(currentDocuments(state), useJobs.getState().jobs).length);
  const password = useRef<TypedPassword>(null);
  const workbench = useRef<WorkbenchHandle>(null);
  useEffect(() => subscribe('app.menu', (command) => workbench.current?.run(command)), []);
  const placesChosen = useSigning((state) => state.placesChosen);
  const shownPlaces = useRef(placesChosen);
  useEffect(() => {
    // Only when a place was chosen since, not when the view is shown again.
    if (shownPlaces.current !== placesChosen) workbench.current?.goToSignature();
    shownPlaces.current = placesChosen;
  }, [placesChosen]);
  const job = useJobs((state) => (document ? state.jobs[document.id] : undefined));
  const [shows, setShows] = useState<ShownFile>('returned');
  const preview = useSigning((state) => state.preview);
  const hasSteps = useFirstSteps(({ isOpen }) => isOpen);
  const facts = document?.facts ?? null;
  // A large document is shown while it is read, and stays as it is when it becomes the current one.
  const shown = document ?? preview;
  if (!shown) {
    return (
      <section className="sign-page" data-pane=".viewer-scroll" aria-label={t('page.label')}>
        <EmptyPage />
      </section>
    );
  }
  // Nothing else is known of a document that asks for a password.
  if (document && (facts === null || facts.pages.length === 0)) {
    return (
      <section className="sign-page" data-pane=".viewer-scroll" aria-label={t('page.label')}>
        <div className="sign-page-problem">
          <FileX size={36} strokeWidth={1.4} aria-hidden="true" />
          <h2>{document.name}</h2>
          <DocumentProblem document={document} />
          {document.problem?.code === 'pdf-password' && <PasswordPrompt key={document.id} documentId={document.id} password={password} />}
        </div>
      </section>
    );
  }
  const isEarlier = earlierOwner(useSigning.getState(), document?.id ?? null) !== null;
  const remarks = document?.problem || job ? [] : documentRemarks(facts);
  const returned = job && hasReturned(job) ? job : null;
  const isReturned = returned !== null && shows === 'returned';
  return (
    <section className="sign-page" data-pane=".viewer-scroll" aria-label={t('page.label')}>
      {document?.problem && (
        <div className="sign-pad">
          <DocumentProblem document={document} />
        </div>
      )}
      {remarks.length > 0 && (
        <div className="sign-pad">
          {remarks.map((remark) => (
            <ProblemBanner key={remark.code} problem={remark} tone={remark.code === 'signature-broken' ? 'bad' : 'doubt'} />
          ))}
        </div>
      )}
      {hasSteps && <FirstStepMark steps={pageSteps} />}
      {returned && <FileChoice chosen={shows} isSigned={returned.status === 'signed'} onChoose={setShows} />}
      {isReturned && <ReturnedPages key={`${shown.id} ${returned.signedSha256}`} documentId={shown.id} ref={workbench} />}
      {!isReturned && (
        <PdfWorkbench
          ref={workbench}
          documentId={shown.id}
          url={documentUrl(shown.id)}
          name={shown.name}
          password={password}
          pages={facts?.pages ?? none}
          signatures={facts?.signatures ?? none}
          rule={document ? rule : null}
          onRuleChange={change}
          onReplaced={sayReplaced}
          scope={scope === 'all' ? t('placement.all', { count: pending }) : t('placement.this')}
          tentative={toConfirm}
          readOnly={
            document === null ||
            document.problem !== null ||
            isEarlier ||
            job?.status === 'signed' ||
            job?.status === 'unverified' ||
            (job !== undefined && isUnderWay(job.status))
          }
        />
      )}
    </section>
  );
}
