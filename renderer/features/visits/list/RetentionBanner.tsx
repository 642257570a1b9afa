/** Visits that will soon be removed automatically: how many, from when, and a link to them while their evidence can still be exported. */
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/index.ts';
import { dayWords } from '../../../i18n/formats.ts';
import { visitsState } from '../store.ts';
import { filterBy, useVisitList } from './store.ts';

export function RetentionBanner() {
  const { t } = useTranslation('customers');
  const service = visitsState.use(({ value }) => value);
  const show = useVisitList((state) => state.filter.show);
  if (!service || service.due === 0 || service.firstRemoval === null) return null;
  return (
    <div className="cust-retention">
      <CalendarClock size={17} aria-hidden="true" />
      <p>{t('retention.words', { count: service.due, day: dayWords(service.firstRemoval) })}</p>
      {show !== 'due' && (
        <Button size="small" onPress={() => filterBy({ show: 'due', text: '' })}>
          {t('retention.show')}
        </Button>
      )}
    </div>
  );
}
