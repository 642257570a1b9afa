/** One small mark of a visit: icon, word and colour. Green only for a check that passed. */
import { CalendarClock, FileText, FileWarning, Hourglass, type LucideIcon, OctagonX, ScanFace } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/index.ts';
import { shortDay } from '../../i18n/formats.ts';
import { looks as outcomeLooks } from '../screening/looks.ts';
import type { Mark, MarkKind } from './marks.ts';

const looks: Record<MarkKind, { tone: Tone; icon: LucideIcon }> = {
  unreadable: { tone: 'doubt', icon: FileWarning },
  stopped: { tone: 'bad', icon: OctagonX },
  removal: { tone: 'doubt', icon: CalendarClock },
  // The badges of the screening itself.
  blocked: outcomeLooks.blocked,
  match: outcomeLooks.match,
  unavailable: outcomeLooks.unavailable,
  clear: outcomeLooks.clear,
  'face-approved': { tone: 'good', icon: ScanFace },
  'face-not-approved': { tone: 'bad', icon: ScanFace },
  'face-none': { tone: 'doubt', icon: ScanFace },
  documents: { tone: 'quiet', icon: FileText },
  waiting: { tone: 'busy', icon: Hourglass },
};

export function useMarkWords(): (mark: Mark) => string {
  const { t } = useTranslation(['customers', 'screening']);
  return ({ kind, count, at }) => {
    if (kind === 'documents' || kind === 'waiting') return t(`mark.${kind}`, { count: count ?? 0 });
    if (kind === 'removal') return t('mark.removal', { day: at === undefined ? '' : shortDay(at) });
    if (kind === 'blocked' || kind === 'match' || kind === 'unavailable' || kind === 'clear') return t(`screening:outcome.${kind}.word`);
    return t(`mark.${kind}`);
  };
}

export function MarkTag({ mark }: { mark: Mark }) {
  const words = useMarkWords();
  return <StatusTag {...looks[mark.kind]}>{words(mark)}</StatusTag>;
}
