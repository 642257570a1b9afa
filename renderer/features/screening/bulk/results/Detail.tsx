/** A row's screening in full, next to the list or over it. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../components/index.ts';
import { amount } from '../words.ts';

type Props = { number: number; total: number; children: ReactNode; onGo: (by: -1 | 1) => void; onClose: () => void };

/** `number`: position in the filtered list, from 0. */
export function Detail({ number, total, children, onGo, onClose }: Props) {
  const { t } = useTranslation('bulk');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="bulk-detail" aria-label={t('detail.label')}>
      <div className="bulk-detail-head">
        <h2 ref={heading} tabIndex={-1}>
          {t('detail.place', { number: amount(number + 1), total: amount(total) })}
        </h2>
        <IconButton size="small" icon={ChevronUp} aria-label={t('detail.before')} isDisabled={number <= 0} onPress={() => onGo(-1)} />
        <IconButton
          size="small"
          icon={ChevronDown}
          aria-label={t('detail.next')}
          isDisabled={number >= total - 1}
          onPress={() => onGo(1)}
        />
        <IconButton size="small" icon={X} shortcut="escape" aria-label={t('detail.close')} onPress={onClose} />
      </div>
      <div className="bulk-detail-body">{children}</div>
    </section>
  );
}
