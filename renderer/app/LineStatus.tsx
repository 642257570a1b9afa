/**
 * Shows the connection state of the provider in the bar: icon, word and colour. The state comes from signing, so in the
 * screening area it would describe another service: there only what blocks screenings is shown.
 */
import { CircleDashed, CloudOff, Hourglass, type LucideIcon, Pause, Wifi } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/errors.ts';
import { StatusTag, type Tone } from '../components/index.ts';
import { useScreeningProblem } from '../features/screening/store.ts';
import { type ConnectionShown, connectionShown } from '../features/signing/queue/derive.ts';
import { useProblemWords } from '../i18n/problem-words.ts';
import { useQueue } from '../state/jobs.ts';
import { useView } from './view.ts';

const looks: Record<ConnectionShown, { tone: Tone; icon: LucideIcon }> = {
  unknown: { tone: 'quiet', icon: CircleDashed },
  online: { tone: 'good', icon: Wifi },
  busy: { tone: 'doubt', icon: Hourglass },
  offline: { tone: 'bad', icon: CloudOff },
  paused: { tone: 'doubt', icon: Pause },
};

function ScreeningsWait() {
  const problem = useScreeningProblem();
  return <Suspense fallback={null}>{problem && <WaitTag problem={problem} />}</Suspense>;
}

function WaitTag({ problem }: { problem: Problem }) {
  const { t } = useTranslation('app');
  const { what, why } = useProblemWords()(problem);
  return (
    <span className="app-line" title={[what, why].filter(Boolean).join(' ')}>
      <StatusTag tone="doubt" icon={Hourglass}>
        {t('line.searches')}
      </StatusTag>
    </span>
  );
}

function SigningLine() {
  const { t } = useTranslation('app');
  const queue = useQueue((current) => current);
  if (!queue) return null;
  const shown = connectionShown(queue);
  return (
    <span className="app-line" title={t(`line.help.${shown}`)}>
      <span className="sr-only">{t('line.label')}</span>
      <StatusTag tone={looks[shown].tone} icon={looks[shown].icon}>
        {t(`line.state.${shown}`)}
      </StatusTag>
    </span>
  );
}

export function LineStatus() {
  const view = useView((state) => state.view);
  return view === 'screen' ? <ScreeningsWait /> : <SigningLine />;
}
