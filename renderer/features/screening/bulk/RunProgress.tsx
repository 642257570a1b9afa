/** The state of a run: its progress, and what it waits for. */
import type { TFunction } from 'i18next';
import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  FileDown,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
  Unplug,
  WifiOff,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../../shared/domain/screening/bulk-screening.ts';
import { ProblemBanner, ProgressBar, StatusTag, type Tone } from '../../../components/index.ts';
import { lengthWords } from '../../../i18n/formats.ts';
import { goesOn, lacksRows, type RunShown, runShown } from './run-state.ts';
import { useMemoryOnly } from './store.ts';

export function RunProgress({ run }: { run: Run }) {
  const { t } = useTranslation('bulk');
  const done = run.rows - run.counts.waiting;
  const count = t('progress.value', { done, total: run.rows });
  const left = run.secondsLeft === null || run.state !== 'running' ? null : t('progress.left', { time: lengthWords(run.secondsLeft) });
  if (run.state === 'preparing')
    return <ProgressBar label={t('progress.preparing')} done={0} total={1} valueLabel={t('rows.found', { count: run.rows })} />;
  // The total of a run that lacks rows is unknown.
  if ((run.state === 'done' && run.counts.waiting === 0) || lacksRows(run)) return null;
  return <ProgressBar label={t('progress.label')} done={done} total={run.rows} valueLabel={left === null ? count : `${count} · ${left}`} />;
}

/** `brief`: without the text shown in the list of runs. */
export function RunProblem({ run, brief = false }: { run: Run; brief?: boolean }) {
  const { t } = useTranslation('bulk');
  const memoryOnly = useMemoryOnly();
  const shown = runShown(run);
  const waits = run.state === 'waiting';
  const closing = memoryOnly ? 'memoryOnly' : goesOn(run) ? 'stored' : null;
  const words = [
    ...(lacksRows(run) ? [t('goesOn.lacksRows')] : []),
    ...(shown === 'stopped' ? [t('goesOn.stopped')] : []),
    ...(shown === 'waiting-offline' || shown === 'waiting-service' ? [t(`goesOn.${shown}`)] : []),
    ...(shown === 'waiting-connection' ? [connectionWords(run, t)] : []),
    ...(!brief && (shown === 'preparing' || shown === 'running') ? [t('goesOn.running')] : []),
    ...(closing && (waits || !brief) ? [t(`goesOn.${closing}`)] : []),
  ];
  return (
    <>
      {run.problem && <ProblemBanner problem={run.problem} tone={shown === 'stopped' ? 'bad' : 'doubt'} alert={shown === 'stopped'} />}
      {words.length > 0 && <p className="ui-help">{words.join(' ')}</p>}
    </>
  );
}

const connectionWords = ({ connection }: Run, t: TFunction<'bulk'>): string =>
  connection === null ? t('goesOn.waiting-practice') : t('goesOn.waiting-connection', { name: connection });

const looks: Record<RunShown, { tone: Tone; icon: LucideIcon }> = {
  preparing: { tone: 'busy', icon: FileDown },
  running: { tone: 'busy', icon: LoaderCircle },
  'waiting-offline': { tone: 'doubt', icon: WifiOff },
  'waiting-service': { tone: 'doubt', icon: Hourglass },
  'waiting-connection': { tone: 'doubt', icon: Unplug },
  paused: { tone: 'quiet', icon: CirclePause },
  stopped: { tone: 'bad', icon: CircleAlert },
  done: { tone: 'quiet', icon: CircleCheck },
  'ended-short': { tone: 'doubt', icon: TriangleAlert },
};

/** The state of a run: icon, word and colour. */
export function RunTag({ run }: { run: Run }) {
  const { t } = useTranslation('bulk');
  const shown = runShown(run);
  return (
    <StatusTag {...looks[shown]} spin={shown === 'running'}>
      {t(`state.${shown}`)}
    </StatusTag>
  );
}
