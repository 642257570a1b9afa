/** How the line to the provider is, in the bar: icon, word and colour. */
import { CircleDashed, CloudOff, Hourglass, type LucideIcon, Pause, Wifi } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type LineShown, lineShown } from '../features/queue/index.ts';
import { useJobs } from '../jobs/index.ts';
import { StatusTag, type Tone } from '../ui/index.ts';

const looks: Record<LineShown, { tone: Tone; icon: LucideIcon }> = {
  unknown: { tone: 'quiet', icon: CircleDashed },
  online: { tone: 'good', icon: Wifi },
  busy: { tone: 'doubt', icon: Hourglass },
  offline: { tone: 'bad', icon: CloudOff },
  paused: { tone: 'doubt', icon: Pause },
};

export function LineStatus() {
  const { t } = useTranslation('app');
  const queue = useJobs((state) => state.queue);
  if (!queue) return null;
  const shown = lineShown(queue);
  return (
    <span className="app-line" title={t(`line.help.${shown}`)}>
      <span className="sr-only">{t('line.label')}</span>
      <StatusTag tone={looks[shown].tone} icon={looks[shown].icon}>
        {t(`line.state.${shown}`)}
      </StatusTag>
    </span>
  );
}
