/** The outcome of the document on the page: state, reason in three parts, time, ids, the signed file, and the possible actions. */
import { ExternalLink, FolderSearch, ListOrdered, PenLine, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import { canSendAgain, fileKind } from '../../../shared/domain/signing/job-status.ts';
import type { SigningJob } from '../../../shared/domain/signing/signing.ts';
import { FactList } from '../../components/FactList.tsx';
import { Banner, Button, ProblemBanner } from '../../components/index.ts';
import { timeWords } from '../../i18n/formats.ts';
import { holdOfJob, useQueue } from '../../state/jobs.ts';
import { openSigned, showSigned } from '../../state/signed-files.ts';
import { CheckInProgress, CheckSummary, ReleaseButton, ReleaseNote } from '../verification/CheckSummary.tsx';
import { cancel, sendAgain, signAnother } from './actions.ts';
import { DoubtBanner } from './DoubtBanner.tsx';
import { type ShownStatus, shownStatus } from './derive.ts';
import { DocumentStatusTag, toneOf } from './JobStatusTag.tsx';

type Props = { document: StationDocument; job: SigningJob; onOpenQueue: (documentId: string) => void };

function Facts({ job }: { job: SigningJob }) {
  const { t } = useTranslation(['signing', 'jobs']);
  const facts = [
    ['result.when', timeWords(job.changedAt)],
    ['jobs:facts.reference', job.reference],
    ['jobs:facts.providerId', job.providerDocumentId],
    [`jobs:facts.${fileKind(job)}Name`, job.signedName],
    ['jobs:facts.quarantinedName', job.quarantinedName],
  ] as const;
  return <FactList className="sign-facts" facts={facts.map(([key, value]) => [t(key), value])} />;
}

/** The reason for the status; for a pending document, what it waits for. */
function Reason({ job, status }: { job: SigningJob; status: ShownStatus }) {
  const { t } = useTranslation(['signing', 'jobs']);
  const hold = useQueue((queue) => holdOfJob(job, queue));
  if (status === 'cancelled') return null;
  if (hold) return <Banner tone="busy" what={t(`jobs:hold.${hold}`)} />;
  if (status === 'to-deliver') return <Banner tone="doubt" what={t('jobs:undelivered')} />;
  if (status === 'closed') return <Banner tone="quiet" what={t('result.closed')} why={job.closed?.note} />;
  if (status === 'unverified') {
    return (
      <Banner
        tone="bad"
        what={t('result.unverified')}
        why={t(job.signedName === null ? 'result.unverifiedWhy' : 'result.unverifiedSavedWhy')}
      />
    );
  }
  if (status === 'in-doubt') return <DoubtBanner job={job} />;
  const problem = status === 'released' ? job.warning : (job.problem ?? job.warning);
  if (!problem) return null;
  return <ProblemBanner problem={problem} tone={toneOf(status)} />;
}

export function ResultCard({ document, job, onOpenQueue }: Props) {
  const { t } = useTranslation(['signing', 'ui']);
  const status = shownStatus(document, job);
  const isOpen = status === 'in-doubt' || status === 'unverified';
  return (
    <section className="sign-section sign-result" aria-labelledby="sign-result">
      <div className="sign-result-head">
        <h2 id="sign-result">{t('result.title')}</h2>
        <DocumentStatusTag status={status} />
      </div>
      <CheckInProgress documentId={job.documentId} />
      <Reason job={job} status={status} />
      {job.fileRelease && <ReleaseNote release={job.fileRelease} />}
      {job.verification && status !== 'closed' && <CheckSummary checked={job} verification={job.verification} />}
      <div className="ui-acts">
        {job.signedName && (
          <>
            <Button size="small" icon={ExternalLink} onPress={() => void openSigned(document.id)}>
              {t('ui:open')}
            </Button>
            <Button size="small" icon={FolderSearch} onPress={() => void showSigned(document.id)}>
              {t('ui:showInFolder')}
            </Button>
            {job.status === 'signed' && (
              <Button size="small" icon={PenLine} onPress={() => void signAnother([document.id])}>
                {t('another.begin')}
              </Button>
            )}
          </>
        )}
        {status === 'unverified' && <ReleaseButton checked={job} isSmall />}
        {canSendAgain(job) && (
          <Button size="small" icon={RotateCcw} onPress={() => void sendAgain(document)}>
            {t('result.again')}
          </Button>
        )}
        {status === 'queued' && (
          <Button size="small" onPress={() => void cancel([document.id])}>
            {t('result.cancelThis')}
          </Button>
        )}
        <Button size="small" icon={ListOrdered} variant={isOpen ? 'primary' : 'secondary'} onPress={() => onOpenQueue(document.id)}>
          {t(isOpen ? 'result.settle' : 'result.seeInQueue')}
        </Button>
      </div>
      <Facts job={job} />
    </section>
  );
}
