/** A document's state: icon, word and colour, and its reason in one sentence. Red needs a person, amber is doubt, green only what was checked. */

import i18next from 'i18next';
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  FileCheck,
  FileOutput,
  FileWarning,
  FileX,
  FolderClock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type JobStatus, jobStatus } from '../../../shared/domain/signing/job-status.ts';
import type { SigningJob } from '../../../shared/domain/signing/signing.ts';
import { mainFinding } from '../../../shared/domain/verification/verification-text.ts';
import { StatusTag, type Tone } from '../../components/index.ts';
import { momentWords } from '../../i18n/formats.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { holdOfJob, useQueue } from '../../state/jobs.ts';
import type { ShownStatus } from './derive.ts';

export const jobLooks: Record<JobStatus, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'quiet', icon: CircleDashed },
  queued: { tone: 'busy', icon: Hourglass },
  blocked: { tone: 'bad', icon: ShieldAlert },
  sending: { tone: 'busy', icon: LoaderCircle },
  signed: { tone: 'good', icon: CircleCheck },
  'signed-with-remarks': { tone: 'doubt', icon: ShieldAlert },
  'signed-to-check': { tone: 'doubt', icon: TriangleAlert },
  saving: { tone: 'busy', icon: FolderClock },
  'to-deliver': { tone: 'doubt', icon: FolderClock },
  unverified: { tone: 'bad', icon: FileWarning },
  released: { tone: 'doubt', icon: FileOutput },
  rejected: { tone: 'bad', icon: OctagonX },
  failed: { tone: 'bad', icon: CircleX },
  'in-doubt': { tone: 'doubt', icon: TriangleAlert },
  closed: { tone: 'quiet', icon: FileCheck },
  cancelled: { tone: 'quiet', icon: Ban },
};

export function useStatusWords(): (status: JobStatus) => string {
  const { t } = useTranslation(['jobs', 'statuses']);
  return (status) =>
    status === 'blocked' ||
    status === 'signed-with-remarks' ||
    status === 'signed-to-check' ||
    status === 'saving' ||
    status === 'to-deliver' ||
    status === 'released' ||
    status === 'closed'
      ? t(`shown.${status}`)
      : t(`statuses:${status}`);
}

export function JobStatusTag({ status }: { status: JobStatus }) {
  const words = useStatusWords()(status);
  const { tone, icon } = jobLooks[status];
  return (
    <StatusTag tone={tone} icon={icon} spin={status === 'sending'}>
      {words}
    </StatusTag>
  );
}

/** Describes a document in doubt: when it was sent, and that it may have been signed. */
export function doubtWords(job: SigningJob): string {
  if (job.problem?.code === 'earlier-call-in-doubt') return i18next.t('inDoubt.earlierCall', { ns: 'jobs' });
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
    if (status === 'to-deliver') return t('undelivered');
    if (status === 'cancelled') return '';
    const hold = holdOfJob(job, queue);
    if (hold) return t(`hold.${hold}`);
    const problem = job.problem ?? job.warning;
    return problem ? problemWords(problem).what : '';
  };
}

export const toneOf = (status: ShownStatus): Tone => (status === 'unusable' ? 'bad' : jobLooks[status].tone);

/** A document's state in this area: that of its job, or that the file cannot be used. */
export function DocumentStatusTag({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('signing');
  if (status !== 'unusable') return <JobStatusTag status={status} />;
  return (
    <StatusTag tone="bad" icon={FileX}>
      {t('shown.unusable')}
    </StatusTag>
  );
}
