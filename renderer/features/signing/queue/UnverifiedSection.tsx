/** A document that the provider calls signed and the check does not accept: why, and the options to settle it. */
import { RotateCcw, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SigningJob } from '../../../../shared/domain/signing.ts';
import { findingsOfAdditions } from '../../../../shared/domain/verification.ts';
import { Banner, Button, ConfirmButton, ProblemCode } from '../../../components/index.ts';
import { momentWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useInfoStore } from '../../../state/info.ts';
import { CheckSummary } from '../../verification/CheckSummary.tsx';
import { CheckUnderWay } from '../../verification/CheckUnderWay.tsx';
import { ReleaseButton } from '../../verification/ReleaseDialog.tsx';
import { checkAgain, retry } from './actions.ts';
import { CloseWithNote } from './CloseDialog.tsx';
import { RuleFromDocument } from './RuleFromDocument.tsx';
import { useQueueView } from './store.ts';

function CheckAgain({ job: { documentId } }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const isChecking = useQueueView(({ rechecked }) => rechecked.has(documentId));
  return (
    <li>
      <Button icon={ShieldCheck} isPending={isChecking} onPress={() => void checkAgain(documentId)}>
        {t('unverified.checkAgain')}
      </Button>
      <p className="ui-help">{t('unverified.checkAgainHelp')}</p>
      <div role="status">{isChecking && <p>{t('unverified.checking')}</p>}</div>
    </li>
  );
}

export function UnverifiedSection({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const problemWords = useProblemWords();
  const { documentId, verification, problem } = job;
  const isChecked = verification !== null;
  const practice = useInfoStore(({ info }) => info?.practice === true);
  const isLooking = useQueueView(({ proposals }) => proposals[documentId]?.state === 'looking');
  const mayBeAdditions = verification?.findings.some((finding) => findingsOfAdditions.includes(finding)) === true;
  return (
    <>
      <Banner
        tone="bad"
        what={t('unverified.words')}
        why={problem && !isChecked ? problemWords(problem).why : t('unverified.why')}
        {...(problem && { actions: <ProblemCode problem={problem} /> })}
      />
      {/* The search for a rule shows its own message. */}
      {!isLooking && <CheckUnderWay documentId={documentId} />}
      {verification && <CheckSummary checked={job} verification={verification} />}
      <h3>{t('unverified.title')}</h3>
      <ul className="queue-ways">
        {mayBeAdditions && !practice && <RuleFromDocument job={job} />}
        <CheckAgain job={job} />
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
