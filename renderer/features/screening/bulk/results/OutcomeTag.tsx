/** The outcome of a row: icon, word and colour. Green only when every source that was asked answered. */
import { Ban, CircleX, FileX2, Hourglass, LoaderCircle, type LucideIcon, OctagonAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../../components/index.ts';
import type { RowShown } from './row-state.ts';

const looks: Record<RowShown, { tone: Tone; icon: LucideIcon }> = {
  waiting: { tone: 'quiet', icon: Hourglass },
  asking: { tone: 'busy', icon: LoaderCircle },
  skipped: { tone: 'doubt', icon: Ban },
  damaged: { tone: 'bad', icon: FileX2 },
  failed: { tone: 'bad', icon: CircleX },
  match: { tone: 'bad', icon: OctagonAlert },
  'true-match': { tone: 'bad', icon: OctagonAlert },
  'false-positive': { tone: 'quiet', icon: OctagonAlert },
  unavailable: { tone: 'doubt', icon: TriangleAlert },
  clear: { tone: 'good', icon: ShieldCheck },
};

export function OutcomeTag({ shown }: { shown: RowShown }) {
  const { t } = useTranslation('bulk');
  return (
    <StatusTag {...looks[shown]} spin={shown === 'asking'}>
      {t(`row.${shown}`)}
    </StatusTag>
  );
}
