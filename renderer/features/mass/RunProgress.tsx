/** How far a list has come, and what it waits for. */
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../shared/domain/mass-search.ts';
import { ProblemBanner, ProgressBar } from '../../ui/index.ts';
import { goesOn } from './run-state.ts';
import { amount, lengthWords } from './words.ts';

export function RunProgress({ run }: { run: Run }) {
  const { t } = useTranslation('mass');
  const done = run.rows - run.counts.waiting;
  const count = t('progress.value', { done: amount(done), total: amount(run.rows) });
  const left = run.secondsLeft === null || run.state !== 'running' ? null : t('progress.left', { time: lengthWords(run.secondsLeft) });
  if (run.state === 'preparing')
    return (
      <ProgressBar
        label={t('progress.preparing')}
        done={0}
        total={1}
        valueLabel={t('progress.rows', { count: run.rows, amount: amount(run.rows) })}
      />
    );
  if (run.state === 'done') return null;
  return <ProgressBar label={t('progress.label')} done={done} total={run.rows} valueLabel={left === null ? count : `${count} · ${left}`} />;
}

/** `brief`: without what is said where the lists are. */
export function RunProblem({ run, brief = false }: { run: Run; brief?: boolean }) {
  const { t } = useTranslation('mass');
  return (
    <>
      {run.problem && <ProblemBanner problem={run.problem} tone={run.state === 'paused' ? 'bad' : 'doubt'} />}
      {run.state === 'waiting' && <p className="ui-help">{t('goesOn.waiting')}</p>}
      {run.state === 'paused' && run.problem && <p className="ui-help">{t('goesOn.stopped')}</p>}
      {!brief && goesOn(run) && run.state !== 'waiting' && <p className="ui-help">{t('goesOn.running')}</p>}
    </>
  );
}
