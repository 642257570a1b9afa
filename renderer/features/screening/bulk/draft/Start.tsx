/** The further sources, the pace, and the start button. */
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, Checkbox, NumberField } from '../../../../components/index.ts';
import { lengthWords } from '../../../../i18n/formats.ts';
import { useInfo } from '../../../../state/info.ts';
import { NotSetUp } from '../../NotSetUp.tsx';
import { useMemoryOnly } from '../store.ts';
import { setStart, start } from './actions.ts';
import { type Draft, leastSeconds, obstacleOf } from './draft.ts';

export function Start({ draft, onOpenSettings }: { draft: Draft; onOpenSettings: () => void }) {
  const { t } = useTranslation(['bulk', 'screening']);
  const memoryOnly = useMemoryOnly();
  const { canScreen } = useInfo();
  const { pace, lastCheck } = draft;
  const obstacle = obstacleOf(draft);
  const rows = lastCheck?.screenable ?? 0;
  const least = leastSeconds(rows, pace);
  const missing = (value: number) => (Number.isNaN(value) ? t('start.numberMissing') : undefined);
  return (
    <>
      <section className="bulk-part" aria-label={t('start.title')}>
        <h3>{t('start.title')}</h3>
        <div className="bulk-sides">
          <div className="bulk-flags">
            <p className="ui-help">{t('start.flagsHelp')}</p>
            <Checkbox isSelected={draft.judicial} onChange={(judicial) => setStart({ judicial })}>
              {t('screening:source.judicial')}
            </Checkbox>
            <Checkbox isSelected={draft.procurator} onChange={(procurator) => setStart({ procurator })}>
              {t('screening:source.procurator')}
            </Checkbox>
          </div>
          <div className="bulk-pace">
            <NumberField
              label={t('start.concurrency')}
              description={t('start.concurrencyHelp')}
              minValue={1}
              maxValue={32}
              value={pace.concurrency}
              errorMessage={missing(pace.concurrency)}
              onChange={(concurrency) => setStart({ pace: { ...pace, concurrency } })}
            />
            <NumberField
              label={t('start.perMinute')}
              description={least === null || rows === 0 ? t('start.perMinuteHelp') : t('start.least', { time: lengthWords(least) })}
              minValue={0}
              maxValue={100_000}
              value={pace.perMinute}
              errorMessage={missing(pace.perMinute)}
              onChange={(perMinute) => setStart({ pace: { ...pace, perMinute } })}
            />
          </div>
        </div>
      </section>
      <div className="bulk-start">
        <NotSetUp onOpenSettings={onOpenSettings} />
        <div className="bulk-start-line">
          <p className="ui-help" role="status">
            {obstacle ? t(`obstacle.${obstacle}`) : t(memoryOnly ? 'start.staysMemoryOnly' : 'start.stays')}
          </p>
          <Button variant="primary" size="large" icon={Play} isDisabled={obstacle !== null || !canScreen} onPress={() => void start()}>
            {obstacle ? t('start.start') : t('start.startRows', { count: rows })}
          </Button>
        </div>
      </div>
    </>
  );
}
