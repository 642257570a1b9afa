/** What was stored and could not be opened again: set aside as it is, and told until somebody has looked at it. */
import { useTranslation } from 'react-i18next';
import words from '../../i18n/es/queue.json';
import { timeWords, useJobs } from '../../jobs/index.ts';
import { Banner } from '../../ui/index.ts';

const isKind = (kind: string): kind is keyof typeof words.setAside.kinds => Object.hasOwn(words.setAside.kinds, kind);

export function SetAside() {
  const { t } = useTranslation('queue');
  const found = useJobs((state) => state.queue?.quarantined) ?? [];
  if (found.length === 0) return null;
  // Their place in the list is all that tells two of one kind and time apart.
  const rows = found.map(({ kind, at }, index) => ({
    key: `${index} ${at}`,
    at,
    words: t(`setAside.kinds.${isKind(kind) ? kind : 'other'}`),
  }));
  return (
    <div className="queue-aside">
      <Banner
        tone="bad"
        what={t('setAside.what', { count: found.length })}
        why={t('setAside.why')}
        do={t('setAside.do')}
        actions={
          <details>
            <summary>{t('setAside.show')}</summary>
            <ul>
              {rows.map((row) => (
                <li key={row.key}>
                  {row.words} · {timeWords(row.at)}
                </li>
              ))}
            </ul>
          </details>
        }
      />
    </div>
  );
}
