/** Stored data that could not be opened: quarantined unchanged, and shown until a person has looked at it. */
import { FileWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Texts } from '../../../../shared/i18n/texts.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { useQueue } from '../../../state/jobs.ts';

type Kind = keyof Texts['queue']['setAside']['kinds'];

export function SetAside() {
  const { t, i18n } = useTranslation('queue');
  const hasText = (kind: string): kind is Kind => i18n.exists(`queue:setAside.kinds.${kind}`);
  const found = useQueue((queue) => queue?.quarantined) ?? [];
  if (found.length === 0) return null;
  // Only their place in the list distinguishes two of one kind and time.
  const rows = found.map(({ kind, at }, index) => ({
    key: `${index} ${at}`,
    words: `${t(`setAside.kinds.${hasText(kind) ? kind : 'other'}`)} · ${timeWords(at)}`,
  }));
  return (
    <section className="queue-aside" aria-label={t('setAside.label')}>
      <FileWarning size={17} aria-hidden="true" />
      <details>
        <summary>{t('setAside.what', { count: found.length })}</summary>
        <p>{t('setAside.why')}</p>
        <p>{t('setAside.do')}</p>
        <ul>
          {rows.map((row) => (
            <li key={row.key}>{row.words}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
