/** One document of the queue. Its height never changes, so nothing jumps when its state does. */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { jobStatus } from '../../../../shared/domain/job-status.ts';
import type { SigningJob } from '../../../../shared/domain/signing.ts';
import { FileName } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { JobStatusTag, jobLooks, useReason } from '../JobStatusTag.tsx';

export const rowHeight = 76;

export const QueueRow = memo(function QueueRow({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const status = jobStatus(job);
  const reason = useReason()(job) || (status === 'queued' ? t('row.next') : (job.signedName ?? ''));
  return (
    <div className="queue-row">
      <FileName name={job.name} />
      <JobStatusTag status={status} />
      <span className="queue-row-who truncate">{t('row.who', { reference: job.reference, client: job.clientInfo })}</span>
      <span className="queue-row-when">
        {timeWords(job.changedAt)}
        {job.attempts > 0 && <> · {t('row.attempts', { count: job.attempts })}</>}
      </span>
      <span className={`queue-row-reason queue-tone-${jobLooks[status].tone} truncate`} title={reason}>
        {reason}
      </span>
    </div>
  );
});
