/** A person's choice, with the reason, the name and the time. */
import { exactTime } from '../../i18n/formats.ts';
import './reason.css';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../components/index.ts';

type Props = { looks: { icon: LucideIcon; tone: Tone }; word: string; entry: { reason: string; by: string; at: string } };

export function Reasoned({ looks, word, entry }: Props) {
  const { t } = useTranslation('screening');
  return (
    <div className="scr-reasoned">
      <StatusTag {...looks}>{word}</StatusTag>
      <p className="scr-reasoned-text">{entry.reason}</p>
      <p className="ui-help">{t('decision.by', { name: entry.by, time: exactTime(entry.at) })}</p>
    </div>
  );
}
