/** The retention period of visits; takes effect at once. */
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { change } from './actions.ts';

export function Retention() {
  const { t } = useTranslation('settings');
  const { retentionDays: days } = useInfo().settings;
  return (
    <section className="set-group">
      <h2>{t('retention.title')}</h2>
      <p className="ui-help">{t('retention.help')}</p>
      <div className="set-fields">
        <NumberField
          label={t('retention.days')}
          description={t('retention.daysHelp')}
          value={days}
          minValue={0}
          maxValue={36_500}
          onChange={(typed) => {
            // Emptied: the field shows the stored number again.
            if (Number.isInteger(typed) && typed !== days) void change({ retentionDays: typed });
          }}
        />
        <div className="set-consequence">
          <p>{days === 0 ? t('retention.forever') : t('retention.removed', { count: days })}</p>
          {days !== 0 && <p className="ui-help">{t('retention.warned')}</p>}
        </div>
      </div>
    </section>
  );
}
