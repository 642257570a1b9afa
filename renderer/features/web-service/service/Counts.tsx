/** Event counts since the station was opened; events that never occurred are not listed. */
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { type ServiceState, serviceEventKinds } from '../../../../shared/domain/web-service.ts';

export function Counts({ counts }: Pick<ServiceState, 'counts'>) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service' });
  const some = serviceEventKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  const number = new Intl.NumberFormat(i18next.language);
  return (
    <section className="inbox-block" aria-label={t('counts')}>
      <h3>{t('counts')}</h3>
      {some.length === 0 ? (
        <p className="ui-help">{t('noCounts')}</p>
      ) : (
        <dl className="inbox-counts">
          {some.map((kind) => (
            <div key={kind}>
              <dt>{t(`kinds.${kind}`)}</dt>
              <dd>{number.format(counts[kind])}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
