/** A document that the provider calls signed and the check does not: why, and the ways to settle it. */
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SigningJob } from '../../../shared/domain/signing.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { momentWords } from '../../jobs/index.ts';
import { Banner, ConfirmButton, ProblemCode } from '../../ui/index.ts';
import { CheckSummary, ReleaseButton } from '../../verification/index.ts';
import { retry } from './actions.ts';
import { CloseWithNote } from './CloseDialog.tsx';

export function UnverifiedSection({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const problemWords = useProblemWords();
  const { documentId, verification, problem } = job;
  const isChecked = verification !== null;
  return (
    <>
      <Banner
        tone="bad"
        what={t('unverified.words')}
        why={problem && !isChecked ? problemWords(problem).why : t('unverified.why')}
        {...(problem && { actions: <ProblemCode problem={problem} /> })}
      />
      {verification && <CheckSummary checked={job} verification={verification} />}
      <h3>{t('unverified.title')}</h3>
      <ul className="queue-ways">
        <li>
          <ReleaseButton checked={job} />
          <p className="ui-help">{t('unverified.release')}</p>
        </li>
        <li>
          <ConfirmButton
            icon={RotateCcw}
            label={t('doubt.again')}
            title={t('doubt.againTitle', { name: job.name })}
            confirmLabel={t('doubt.againConfirm')}
            onConfirm={() => void retry([documentId], true)}
            danger
          >
            {t('doubt.againLoss', { when: momentWords('at', job.lastAttemptAt ?? job.changedAt) })}
          </ConfirmButton>
          <p className="ui-help">{t('unverified.againHelp')}</p>
        </li>
        <CloseWithNote job={job} help={t('unverified.closeHelp')} />
      </ul>
    </>
  );
}
