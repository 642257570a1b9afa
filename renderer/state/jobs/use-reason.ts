/** Why a document is in its state, in one sentence. */
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { jobStatus } from '../../../shared/domain/job-status.ts';
import type { SigningJob } from '../../../shared/domain/signing.ts';
import { mainFinding } from '../../../shared/domain/verification-text.ts';
import { momentWords } from '../../i18n/formats.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { holdOfJob } from './hold.ts';
import { useQueue } from './store.ts';

/** Describes a document in doubt: when it was sent, and that it may have been signed. */
export function doubtWords(job: SigningJob): string {
  const unanswered = job.problem === null || job.problem.code === 'no-answer' || job.problem.code === 'interrupted';
  return i18next.t(unanswered ? 'inDoubt.noAnswer' : 'inDoubt.other', {
    ns: 'jobs',
    when: momentWords('at', job.lastAttemptAt ?? job.changedAt),
  });
}

/** Returns the reason for a document's state; empty when the state says it all. */
export function useReason(): (job: SigningJob) => string {
  const { t } = useTranslation(['jobs', 'verification']);
  const problemWords = useProblemWords();
  const queue = useQueue((current) => current);
  return (job) => {
    const status = jobStatus(job);
    if (status === 'in-doubt') return doubtWords(job);
    if (status === 'released' && job.fileRelease) {
      const { at, by, reason } = job.fileRelease;
      return t('released', { by, when: momentWords('at', at), reason });
    }
    if (status === 'unverified' || status === 'signed-with-remarks') {
      const finding = job.verification && mainFinding(job.verification);
      if (finding) return t(`verification:finding.${finding}`);
      return job.problem ? problemWords(job.problem).what : t('unverified');
    }
    if (status === 'closed') return job.closed?.note ?? '';
    if (status === 'to-deliver') return t('kept');
    if (status === 'cancelled') return '';
    const hold = holdOfJob(job, queue);
    if (hold) return t(`hold.${hold}`);
    const problem = job.problem ?? job.warning;
    return problem ? problemWords(problem).what : '';
  };
}
