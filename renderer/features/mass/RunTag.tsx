/** How a list stands: icon, word and colour. */
import { CircleAlert, CircleCheck, CirclePause, FileDown, LoaderCircle, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../shared/domain/mass-search.ts';
import { StatusTag, type Tone } from '../../ui/index.ts';
import { type RunShown, runShown } from './run-state.ts';

const looks: Record<RunShown, { tone: Tone; icon: LucideIcon }> = {
  preparing: { tone: 'busy', icon: FileDown },
  running: { tone: 'busy', icon: LoaderCircle },
  waiting: { tone: 'doubt', icon: WifiOff },
  paused: { tone: 'quiet', icon: CirclePause },
  stopped: { tone: 'bad', icon: CircleAlert },
  done: { tone: 'quiet', icon: CircleCheck },
  'ended-short': { tone: 'doubt', icon: TriangleAlert },
};

export function RunTag({ run }: { run: Run }) {
  const { t } = useTranslation('mass');
  const shown = runShown(run);
  return (
    <StatusTag {...looks[shown]} spin={shown === 'running'}>
      {t(`state.${shown}`)}
    </StatusTag>
  );
}
