/** The foot of the panel: what blocks the batch, its progress, its outcome, and the one primary button. */
import { LoaderCircle, PenLine, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { Banner, Button, ProgressBar, part } from '../../components/index.ts';
import { leftWords } from '../../i18n/formats.ts';
import { holdOf, useJobs, useQueue, useQueueSummary } from '../../state/jobs.ts';
import { answerSentBefore, beginNextCustomer, cancelAll, send, signAnother } from './actions.ts';
import { isFinished } from './customers.ts';
import { countByFilter, forAnother, sendable, summaryOf } from './derive.ts';
import { FirstStepMark } from './first-step-mark.ts';
import { useFirstSteps } from './first-steps.ts';
import { useOwnDocuments, useSigning } from './store.ts';
import { summarySentence } from './words.ts';

const SentBeforeDialog = part(async () => (await import('./SentBeforeDialog.tsx')).SentBeforeDialog);
const sendSteps = ['send', 'done'] as const;
const FaultList = part(async () => (await import('./FaultList.tsx')).FaultList);

function Progress() {
  const { t } = useTranslation(['signing', 'jobs']);
  const queue = useQueue((current) => current);
  const summary = useQueueSummary((current) => current);
  if (!summary?.progress) return null;
  const { queued, progress } = summary;
  // A document in flight is still being sent while the queue is paused.
  const hold = progress.sending > 0 ? null : holdOf(queue);
  const left = hold || progress.onlyBlocked ? null : progress.left;
  const count = t('progress.value', { done: progress.done, total: progress.total });
  return (
    <div className="ui-stack">
      <ProgressBar
        label={t(hold ? 'progress.waitingLabel' : 'progress.label')}
        done={progress.done}
        total={progress.total}
        valueLabel={left === null ? count : `${count} · ${leftWords(left)}`}
      />
      {!hold && progress.onlyBlocked && <p className="ui-help">{t('jobs:hold.rules')}</p>}
      {hold && <p className="ui-help">{t(`jobs:hold.${hold}`)}</p>}
      {queued > 0 && (
        <div className="ui-acts">
          <Button size="small" onPress={() => void cancelAll()}>
            {t('progress.cancel', { count: queued })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Summary() {
  const batch = useSigning((state) => state.summaryOf);
  const jobs = useJobs((state) => state.jobs);
  const summary = batch === null ? null : summaryOf(jobs, batch);
  if (!summary) return null;
  const outcomes = summary.map(({ outcome }) => outcome);
  const bad = outcomes.some((outcome) => outcome === 'unverified' || outcome === 'rejected' || outcome === 'failed');
  const tone = bad ? 'bad' : outcomes.includes('in-doubt') ? 'doubt' : outcomes.includes('signed') ? 'good' : 'quiet';
  const words = summarySentence(summary);
  return (
    <Banner
      tone={tone}
      what={`${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`}
      onClose={() => useSigning.setState({ summaryOf: null })}
    />
  );
}

function AskSentBefore() {
  const repeated = useSigning((state) => state.sentBefore);
  if (!repeated) return null;
  return (
    <SentBeforeDialog
      faults={repeated.faults}
      others={repeated.documents.length - repeated.faults.length}
      onClose={() => useSigning.setState({ sentBefore: null })}
      onSend={(which) => void answerSentBefore(which, repeated)}
    />
  );
}

export function SendSection({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('signing');
  const documents = useSigning((state) => state.documents);
  const drafts = useSigning((state) => state.drafts);
  const earlier = useSigning((state) => state.earlier);
  const faults = useSigning((state) => state.faults);
  const sending = useSigning((state) => state.sending);
  const hasSteps = useFirstSteps(({ isOpen }) => isOpen);
  const own = useOwnDocuments();
  const { count, attention, isOver } = useJobs(
    useShallow(({ jobs }) => {
      const { attention: needing, busy } = countByFilter(own, jobs);
      return { count: sendable(own, jobs).length, attention: needing, isOver: busy === 0 && isFinished({ documents, earlier }, jobs) };
    }),
  );
  const another = useJobs(useShallow(({ jobs }) => forAnother(own, jobs, drafts).map(({ id }) => id)));
  return (
    <div className="sign-send">
      <AskSentBefore />
      {faults && <FaultList onOpenSettings={onOpenSettings} />}
      <Progress />
      <Summary />
      {attention > 0 && (
        <p className="ui-help">
          {t('send.needAttention', { count: attention })}{' '}
          <Button variant="link" onPress={() => useSigning.setState({ filter: 'attention', pane: 'documents' })}>
            {t('send.showLeftOut')}
          </Button>
        </p>
      )}
      {hasSteps && <FirstStepMark steps={sendSteps} />}
      {isOver && another.length > 0 ? (
        <Button variant="primary" size="large" icon={PenLine} shortcut="mod+enter" onPress={() => void signAnother(another)}>
          {t('another.begin')}
        </Button>
      ) : isOver ? (
        <Button variant="primary" size="large" icon={UserPlus} shortcut="mod+n" onPress={beginNextCustomer}>
          {t('customers.next')}
        </Button>
      ) : (
        <Button
          variant={count > 0 ? 'primary' : 'secondary'}
          size="large"
          shortcut="mod+enter"
          isPending={sending}
          onPress={() => void send()}
        >
          {sending ? (
            <>
              <LoaderCircle size={16} aria-hidden="true" className="ui-spin" />
              {t('send.checking')}
            </>
          ) : (
            t('send.button', { count })
          )}
        </Button>
      )}
    </div>
  );
}
