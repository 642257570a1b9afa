/** Lists the latest errors: time, kind, response and caller. */
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServiceEvent } from '../../../../shared/domain/web-service.ts';
import { timeWords } from '../../../i18n/formats.ts';

export function Errors({ errors }: { errors: readonly ServiceEvent[] }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service' });
  return (
    <section className="inbox-block" aria-label={t('errors')}>
      <h3>{t('errors')}</h3>
      {errors.length === 0 ? (
        <p className="inbox-fine">
          <CircleCheck size={15} aria-hidden="true" />
          {t('noErrors')}
        </p>
      ) : (
        <ol className="inbox-errors">
          {errors.map(({ at, kind, status, user }, place) => (
            // Several of one kind may occur in the same millisecond.
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart
            <li key={`${at} ${place}`}>
              <span className="inbox-error-what">{t(`kind.${kind}`)}</span>
              <span className="inbox-error-facts">
                {[
                  timeWords(at),
                  status === null ? t('closed') : t('status', { status }),
                  ...(user === null ? [] : [t('user', { user })]),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
