/** A document that was sent and has no known outcome: the facts, and the three options to settle it. */
import { Check as CheckIcon, RotateCcw, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../shared/domain/queue-list.ts';
import type { SigningJob } from '../../../../shared/domain/signing.ts';
import { Banner, Button, ConfirmButton, ProblemCode } from '../../../components/index.ts';
import { momentWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useQueue } from '../../../state/jobs.ts';
import { doubtWords } from '../JobStatusTag.tsx';
import { check, deliver, retry } from './actions.ts';
import { CheckResult } from './CheckResult.tsx';
import { CloseWithNote } from './CloseDialog.tsx';
import { useQueueView } from './store.ts';

function Ask({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const canCheck = useQueue((queue) => queue?.canCheck ?? false);
  const found = useQueueView((state) => state.checks[job.documentId]);
  const notSetUp = useProblemWords()({ code: 'validation-not-set-up', message: '' });
  const asking = found?.state === 'asking';
  const hasCandidates = found?.state === 'done' && found.candidates.length > 0;
  return (
    <li>
      <Button
        icon={Search}
        variant={canCheck && !hasCandidates ? 'primary' : 'secondary'}
        isPending={asking}
        onPress={() => void check(job.documentId)}
      >
        {t(canCheck ? 'doubt.check' : 'doubt.look')}
      </Button>
      <p className="ui-help">{canCheck ? t('doubt.checkHelp') : `${notSetUp.what} ${notSetUp.why} ${t('doubt.lookHelp')}`}</p>
      <div role="status">
        {asking && <p>{t('doubt.asking')}</p>}
        {found?.state === 'done' && <CheckResult job={job} candidates={found.candidates} problem={found.problem} asked={canCheck} />}
      </div>
    </li>
  );
}

function SendKnowingly({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  return (
    <li>
      <ConfirmButton
        icon={RotateCcw}
        label={t('doubt.again')}
        title={t('doubt.againTitle', { name: job.name })}
        confirmLabel={t('doubt.againConfirm')}
        onConfirm={() => void retry([job.documentId], true)}
        danger
      >
        {t('doubt.againLoss', { when: momentWords('at', job.lastAttemptAt ?? job.changedAt) })}
      </ConfirmButton>
      <p className="ui-help">{t('doubt.againHelp')}</p>
    </li>
  );
}

export function DoubtSection({ job }: { job: SigningJob }) {
  const { t } = useTranslation('queue');
  const problemWords = useProblemWords();
  // Only the actions follow.
  const reason = job.problem && { why: problemWords(job.problem).why, actions: <ProblemCode problem={job.problem} /> };
  return (
    <>
      <Banner tone="doubt" what={doubtWords(job)} {...reason} />
      <h3>{t('doubt.title')}</h3>
      <ul className="queue-ways">
        <Ask job={job} />
        {job.hasOriginal ? <SendKnowingly job={job} /> : <li className="ui-help">{t('doubt.noOriginal')}</li>}
        <CloseWithNote job={job} help={t('doubt.closeHelp')} />
        {may('deliver', job) && (
          <li>
            <Button icon={CheckIcon} onPress={() => void deliver([job.documentId], false)}>
              {t('delivery.now')}
            </Button>
            <p className="ui-help">{t('delivery.keptAside')}</p>
          </li>
        )}
      </ul>
    </>
  );
}
