/** Why a document is as it is, in one sentence; empty when its state says it all. */
import { useTranslation } from 'react-i18next';
import type { SigningJob } from '../../../shared/domain/signing.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { doubtWords, heldBy, jobStatus, useJobs } from '../../jobs/index.ts';

export function useReason(): (job: SigningJob) => string {
  const { t } = useTranslation(['queue', 'jobs']);
  const problemWords = useProblemWords();
  const queue = useJobs((state) => state.queue);
  return (job) => {
    const status = jobStatus(job);
    if (status === 'in-doubt') return doubtWords(job);
    if (status === 'closed') return job.closed?.note ?? '';
    if (status === 'to-deliver') return t('delivery.kept');
    const hold = heldBy(job, queue);
    if (hold) return t(`jobs:hold.${hold}`);
    const problem = job.problem ?? job.warning;
    if (problem && status !== 'cancelled') return problemWords(problem).what;
    return status === 'queued' ? t('row.next') : (job.signedName ?? '');
  };
}
