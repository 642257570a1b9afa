/** The state of a run: icon, word and colour. */
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
import type { Run } from '../../../../shared/domain/bulk-screening.ts';
import { StatusTag, type Tone } from '../../../components/index.ts';
import { type RunShown, runShown } from './run-state.ts';

const looks: Record<RunShown, { tone: Tone; icon: LucideIcon }> = {
  preparing: { tone: 'busy', icon: FileDown },
  running: { tone: 'busy', icon: LoaderCircle },
  'waiting-line': { tone: 'doubt', icon: WifiOff },
  'waiting-service': { tone: 'doubt', icon: Hourglass },
  'waiting-connection': { tone: 'doubt', icon: Unplug },
  paused: { tone: 'quiet', icon: CirclePause },
  stopped: { tone: 'bad', icon: CircleAlert },
  done: { tone: 'quiet', icon: CircleCheck },
  'ended-short': { tone: 'doubt', icon: TriangleAlert },
};

export function RunTag({ run }: { run: Run }) {
  const { t } = useTranslation('bulk');
  const shown = runShown(run);
  return (
    <StatusTag {...looks[shown]} spin={shown === 'running'}>
      {t(`state.${shown}`)}
    </StatusTag>
  );
}
