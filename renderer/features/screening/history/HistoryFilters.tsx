/** Filters the screenings: by text, outcome, days, and with or without the rows of bulk screenings. */
import { useTranslation } from 'react-i18next';
import { longest, type ScreeningFilter } from '../../../../shared/domain/screening.ts';
import { DateField, Select, TextField } from '../../../components/index.ts';
import { filterBy, useHistory } from './store.ts';

const outcomes = [
  'any',
  'match',
  'undecided',
  'clear',
  'unavailable',
  'failed',
  'open',
  'skipped',
] as const satisfies ScreeningFilter['outcome'][];

export function HistoryFilters() {
  const { t } = useTranslation('screening');
  const { filter, total } = useHistory();
  const backwards = filter.from !== null && filter.to !== null && filter.from > filter.to;
  return (
    <search className="scr-history-filters" aria-label={t('history.filters')}>
      <TextField
        className="scr-filter-text"
        label={t('history.text')}
        type="search"
        value={filter.text}
        onChange={(text) => filterBy({ text })}
        maxLength={longest.name}
        onKeyDown={(event) => {
          if (event.key === 'Escape') filterBy({ text: '' });
        }}
      />
      <Select
        label={t('history.outcome')}
        options={outcomes.map((value) => ({ value, label: t(`history.outcomes.${value}`) }))}
        value={filter.outcome}
        onChange={(outcome) => filterBy({ outcome })}
      />
      <DateField label={t('history.from')} value={filter.from} onChange={(from) => filterBy({ from })} />
      <DateField
        label={t('history.to')}
        value={filter.to}
        onChange={(to) => filterBy({ to })}
        {...(backwards ? { errorMessage: t('history.backwards') } : {})}
      />
      <Select
        label={t('history.scope')}
        options={(['single', 'all'] as const).map((value) => ({ value, label: t(`history.scopes.${value}`) }))}
        value={filter.scope === 'all' ? 'all' : 'single'}
        onChange={(scope) => filterBy({ scope })}
      />
      <p className="scr-history-total" role="status">
        {total === null ? '' : t('history.total', { count: total })}
      </p>
    </search>
  );
}
