/** The origin of a record: the facts that evidence names besides its content. */
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/record.ts';
import { exactTime, sizeWords } from '../../i18n/formats.ts';

export type RecordFact = { id: string; label: string; value: string; code?: boolean };

export function useFacts(): (view: RecordView) => RecordFact[] {
  const { t } = useTranslation('recordView');
  return ({ uid, transaction, source, receivedAt, by, profile, caller, parts, wish, within, size, sha256 }) => {
    const along = (['images', 'documents', 'video'] as const).filter((kind) => wish[kind]).map((kind) => t(`facts.along.${kind}`));
    const facts: (RecordFact | false)[] = [
      transaction !== null && { id: 'transaction', label: t('facts.transaction'), value: transaction },
      uid !== null && { id: 'uid', label: t('facts.uid'), value: uid },
      {
        id: 'received',
        label: t(`facts.received.${source}`),
        value: by === '' ? exactTime(receivedAt) : t('facts.timeBy', { time: exactTime(receivedAt), name: by }),
      },
      source === 'pushed'
        ? { id: 'caller', label: t('facts.caller'), value: caller ?? '—' }
        : { id: 'connection', label: t('facts.connection'), value: profile ?? t('practice') },
      parts.length > 0 && { id: 'parts', label: t('facts.parts'), value: parts.join(' · ') },
      source === 'fetched' && {
        id: 'along',
        label: t('facts.wish'),
        value: along.length > 0 ? along.join(', ') : t('facts.along.nothing'),
      },
      within.length > 0 && { id: 'within', label: t('facts.within'), value: within.join(' › '), code: true },
      { id: 'size', label: t('facts.size'), value: sizeWords(size) },
      { id: 'sha256', label: t('facts.sha256'), value: sha256, code: true },
    ];
    return facts.filter((fact) => fact !== false);
  };
}
