/** The origin of the record: the facts that evidence names besides its content. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/record.ts';
import { CopyValue } from './CopyValue.tsx';
import { useFacts } from './use-facts.ts';

export function Facts({ view }: { view: RecordView }) {
  const { t } = useTranslation('recordView');
  const facts = useFacts();
  const heading = useId();
  return (
    <section className="rec-section" aria-labelledby={heading}>
      <h2 id={heading}>{t('facts.title')}</h2>
      <dl className="rec-facts">
        {facts(view).map(({ id, label, value, code }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              {code ? (
                <code className="truncate" title={value}>
                  {value}
                </code>
              ) : (
                <span>{value}</span>
              )}
              {(code || id === 'transaction' || id === 'uid') && <CopyValue label={label} value={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
