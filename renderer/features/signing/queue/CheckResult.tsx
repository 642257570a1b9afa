/** The result of checking a document in doubt: candidate files, or that there is none and what to do then. */
import { FileCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Candidate } from '../../../../shared/domain/queue.ts';
import type { SigningJob } from '../../../../shared/domain/signing.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { Banner, ConfirmButton, ProblemBanner } from '../../../components/index.ts';
import { sizeWords } from '../../../i18n/formats.ts';
import { accept } from './actions.ts';

function CandidateItem({ job, candidate }: { job: SigningJob; candidate: Candidate }) {
  const { t } = useTranslation('queue');
  const added = candidate.signatures - candidate.signaturesBefore;
  return (
    <li className="queue-offer">
      <FileCheck size={18} aria-hidden="true" />
      <div>
        <p className="queue-offer-what">{t(`offer.from.${candidate.source}`)}</p>
        <p>{t('offer.contains')}</p>
        <p className={added > 0 ? undefined : 'queue-tone-doubt'}>
          {sizeWords(candidate.size)} · {t('offer.signatures', { count: Math.max(added, 0) })}
        </p>
        <ConfirmButton
          size="small"
          variant="primary"
          label={t('offer.use')}
          title={t('offer.title')}
          confirmLabel={t('offer.use')}
          onConfirm={() => void accept(job.documentId, candidate.id)}
        >
          <p>{t('offer.consequence', { name: job.name })}</p>
          {added <= 0 && <p>{t('offer.noNewSignature')}</p>}
        </ConfirmButton>
      </div>
    </li>
  );
}

type Props = {
  job: SigningJob;
  candidates: readonly Candidate[];
  problem: Problem | null;
  /** The provider was asked, not only the station's stored answers. */
  asked: boolean;
};

export function CheckResult({ job, candidates, problem, asked }: Props) {
  const { t } = useTranslation('queue');
  // It is already shown above that it is not set up.
  const shown = problem?.code === 'validation-not-set-up' ? null : problem;
  return (
    <>
      {shown && <ProblemBanner problem={shown} tone="doubt" />}
      {candidates.length > 0 ? (
        <ul className="queue-offers" aria-label={t('offer.label')}>
          {candidates.map((candidate) => (
            <CandidateItem key={candidate.id} job={job} candidate={candidate} />
          ))}
        </ul>
      ) : (
        !shown && <Banner tone="quiet" what={t(asked ? 'doubt.nothing' : 'doubt.nothingKept')} do={t('doubt.nothingDo')} />
      )}
    </>
  );
}
