/** The foot of the panel: what keeps the batch back, how far it has come, how it ended, and the one primary button. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner, Button, ProgressBar } from '../../ui/index.ts';
import { cancel, send } from './actions.ts';
import { countByFilter, progressOf, sendable, summaryOf, timeLeft } from './derive.ts';
import { FaultList } from './FaultList.tsx';
import { useSigning } from './store.ts';
import { leftWords, summarySentence } from './words.ts';

function Progress() {
  const { t } = useTranslation('signing');
  const jobs = useSigning((state) => state.jobs);
  const progress = useMemo(() => progressOf(jobs), [jobs]);
  if (!progress) return null;
  const left = timeLeft(progress, Date.now());
  const count = t('progress.value', { done: progress.done, total: progress.total });
  return (
    <div className="sign-progress">
      <ProgressBar
        label={t('progress.label')}
        done={progress.done}
        total={progress.total}
        valueLabel={left === null ? count : `${count} · ${leftWords(left)}`}
      />
      {progress.waiting.length > 0 && (
        <Button size="small" onPress={() => void cancel(progress.waiting)}>
          {t('progress.cancel', { count: progress.waiting.length })}
        </Button>
      )}
    </div>
  );
}

function Summary() {
  const batch = useSigning((state) => state.summaryOf);
  const jobs = useSigning((state) => state.jobs);
  const summary = batch === null ? null : summaryOf(jobs, batch);
  if (!summary) return null;
  const outcomes = summary.map(({ outcome }) => outcome);
  const bad = outcomes.some((outcome) => outcome === 'rejected' || outcome === 'failed');
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

export function SendSection({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('signing');
  const { documents, jobs, sending } = useSigning();
  const count = useMemo(() => sendable(documents, jobs).length, [documents, jobs]);
  const { attention } = useMemo(() => countByFilter(documents, jobs), [documents, jobs]);
  return (
    <div className="sign-send">
      <FaultList onOpenSettings={onOpenSettings} />
      <Progress />
      <Summary />
      {attention > 0 && (
        <p className="ui-help">
          {t('send.leftOut', { count: attention })}{' '}
          <Button variant="link" onPress={() => useSigning.setState({ filter: 'attention' })}>
            {t('send.showLeftOut')}
          </Button>
        </p>
      )}
      <Button
        variant={count > 0 ? 'primary' : 'secondary'}
        size="large"
        shortcut="mod+enter"
        isPending={sending}
        onPress={() => void send()}
      >
        {t('send.button', { count })}
      </Button>
    </div>
  );
}
