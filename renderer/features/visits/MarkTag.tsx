/** One small mark of a visit: icon, word and colour. Green only for a check that passed. */
import {
  Ban,
  CalendarClock,
  CircleHelp,
  FileText,
  FileWarning,
  Hourglass,
  type LucideIcon,
  OctagonX,
  ScanFace,
  ShieldAlert,
  ShieldCheck,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/index.ts';
import { shortDay } from '../../i18n/formats.ts';
import type { Mark, MarkKind } from './marks.ts';

const looks: Record<MarkKind, { tone: Tone; icon: LucideIcon }> = {
  unreadable: { tone: 'doubt', icon: FileWarning },
  stopped: { tone: 'bad', icon: OctagonX },
  removal: { tone: 'doubt', icon: CalendarClock },
  blocked: { tone: 'bad', icon: Ban },
  match: { tone: 'bad', icon: ShieldAlert },
  unavailable: { tone: 'doubt', icon: CircleHelp },
  clear: { tone: 'good', icon: ShieldCheck },
  'face-approved': { tone: 'good', icon: ScanFace },
  'face-not-approved': { tone: 'bad', icon: ScanFace },
  'face-none': { tone: 'doubt', icon: ScanFace },
  documents: { tone: 'quiet', icon: FileText },
  waiting: { tone: 'busy', icon: Hourglass },
};

export function useMarkWords(): (mark: Mark) => string {
  const { t } = useTranslation('customers');
  return ({ kind, count, at }) => {
    if (kind === 'documents' || kind === 'waiting') return t(`mark.${kind}`, { count: count ?? 0 });
    if (kind === 'removal') return t('mark.removal', { day: at === undefined ? '' : shortDay(at) });
    return t(`mark.${kind}`);
  };
}

export function MarkTag({ mark }: { mark: Mark }) {
  const words = useMarkWords();
  return <StatusTag {...looks[mark.kind]}>{words(mark)}</StatusTag>;
}
