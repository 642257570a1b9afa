/** One document: its state in three parts, the possible actions, and every fact. */
import { Copy, FolderCheck, FolderOutput } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fileKind, jobStatus } from '../../../../shared/domain/signing/job-status.ts';
import type { SigningJob } from '../../../../shared/domain/signing/signing.ts';
import { copyText } from '../../../components/copy-text.ts';
import { FactList } from '../../../components/FactList.tsx';
import { isFocusLost } from '../../../components/focus-when-lost.ts';
import { Banner, Button, IconButton, ProblemBanner } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { holdOfJob, useQueue } from '../../../state/jobs.ts';
import { CheckInProgress, CheckSummary, ReleaseNote } from '../../verification/CheckSummary.tsx';
import { JobStatusTag, jobLooks } from '../JobStatusTag.tsx';
import { deliver } from './actions.ts';
import { DoubtSection } from './DoubtSection.tsx';
import { jobActs } from './job-acts.ts';
import { UnverifiedSection } from './UnverifiedSection.tsx';

/** What a pending document waits for, and until when. The banner over the view ends the wait. */
function Waiting({ job }: { job: SigningJob }) {
  const { t } = useTranslation(['queue', 'jobs']);
  const queue = useQueue((current) => current);
  const hold = holdOfJob(job, queue);
  const next = queue?.connection.nextAttemptAt;
  const words = hold ? t(`jobs:hold.${hold}`) : t('row.next');
  if (!hold && job.problem) return <ProblemBanner problem={job.problem} tone="busy" />;
  return (
    <Banner
      tone="busy"
      what={words}
      {...(hold && hold !== 'paused' && next ? { why: t('waiting.next', { time: timeWords(next) }) } : {})}
    />
  );
}

/** A received file that is stored by the station but not in its folder yet: why, and what to do. A folder that hangs shows no failure. */
function DeliverySection({ job }: { job: SigningJob }) {
  const { t } = useTranslation(['queue', 'jobs']);
  const signed = job.status === 'signed';
  const isSaving = jobStatus(job) === 'saving';
  const reason = signed ? job.warning : (job.problem ?? job.warning);
  const acts = (
    <>
      <Button size="small" icon={FolderCheck} onPress={() => void deliver([job.documentId], false)}>
        {t('delivery.now')}
      </Button>
      <Button size="small" icon={FolderOutput} onPress={() => void deliver([job.documentId], true)}>
        {t('delivery.elsewhere')}
      </Button>
    </>
  );
  return (
    <>
      <Banner
        tone={isSaving ? 'busy' : 'doubt'}
        what={t(isSaving ? 'jobs:shown.saving' : signed ? 'jobs:undelivered' : 'delivery.stored')}
        actions={acts}
      />
      {reason && <ProblemBanner problem={reason} tone={signed ? 'doubt' : jobLooks[jobStatus(job)].tone} />}
    </>
  );
}

function Reason({ job }: { job: SigningJob }) {
  const status = jobStatus(job);
  if (status === 'in-doubt') return <DoubtSection job={job} />;
  if (status === 'unverified') return <UnverifiedSection job={job} />;
  if (job.delivery === 'waiting') return <DeliverySection job={job} />;
  if (status === 'queued') return <Waiting job={job} />;
  if (job.verification) {
    return (
      <>
        {job.fileRelease && <ReleaseNote release={job.fileRelease} />}
        <CheckSummary checked={job} verification={job.verification} />
        {job.warning && <ProblemBanner problem={job.warning} tone="doubt" />}
      </>
    );
  }
  const problem = job.problem ?? job.warning;
  if (!problem || status === 'cancelled' || status === 'closed') return null;
  return <ProblemBanner problem={problem} tone={jobLooks[status].tone} />;
}

function Acts({ job, onOpenVisit }: { job: SigningJob; onOpenVisit: (visitId: string) => void }) {
  const { t } = useTranslation('queue');
  return (
    <div className="ui-acts">
      {jobActs(job, t, onOpenVisit)
        .filter(({ id }) => id !== 'copy')
        .map(({ id, label, icon, run, isQuiet, shortcut }) => (
          <Button key={id} size="small" icon={icon} onPress={run} {...(isQuiet && { variant: 'quiet' })} {...(shortcut && { shortcut })}>
            {label}
          </Button>
        ))}
    </div>
  );
}

function Facts({ job }: { job: SigningJob }) {
  const { t } = useTranslation(['queue', 'jobs', 'signing']);
  const reference = (
    <>
      {job.reference}
      <IconButton
        className="queue-copy"
        icon={Copy}
        size="small"
        aria-label={t('signing:list.copyReference')}
        onPress={() => void copyText(job.reference, t('signing:list.copied'))}
      />
    </>
  );
  const facts = [
    ['jobs:facts.reference', reference],
    ['facts.client', job.clientInfo],
    ['facts.queuedAt', timeWords(job.queuedAt)],
    ['facts.attempts', job.attempts > 0 ? String(job.attempts) : null],
    ['facts.lastAttemptAt', job.lastAttemptAt && timeWords(job.lastAttemptAt)],
    ['facts.changedAt', timeWords(job.changedAt)],
    ['jobs:facts.providerId', job.providerDocumentId],
    [`jobs:facts.${fileKind(job)}Name`, job.signedName],
    ['jobs:facts.quarantinedName', job.quarantinedName],
    ['facts.closedAt', job.closed && timeWords(job.closed.at)],
    ['facts.note', job.closed?.note],
  ] as const;
  return <FactList className="queue-facts" facts={facts.map(([key, value]) => [t(key), value])} />;
}

export function Details({ job, onOpenVisit }: { job: SigningJob; onOpenVisit: (visitId: string) => void }) {
  const status = jobStatus(job);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef({ id: job.documentId, status });
  useEffect(() => {
    const { id, status: was } = before.current;
    before.current = { id: job.documentId, status };
    // Another state has other buttons: the focused one is gone. Another document is shown from its row.
    if (id === job.documentId && was !== status && isFocusLost()) heading.current?.focus();
  }, [job.documentId, status]);
  return (
    <div className="ui-card queue-card">
      <div className="ui-card-head">
        <h2 ref={heading} tabIndex={-1}>
          {job.name}
        </h2>
        <JobStatusTag status={status} />
      </div>
      {status !== 'unverified' && <CheckInProgress documentId={job.documentId} />}
      <Reason job={job} />
      <Acts job={job} onOpenVisit={onOpenVisit} />
      <Facts job={job} />
    </div>
  );
}
