/** Which group is listed, each with its count. */
import { useTranslation } from 'react-i18next';
import { FilterGroup } from '../../ui/index.ts';
import { type Filter, filters } from './derive.ts';
import { useQueueView } from './store.ts';

export function FilterChips({ counts }: { counts: Record<Filter, number> }) {
  const { t } = useTranslation('queue');
  const chosen = useQueueView((state) => state.filter);
  return (
    <FilterGroup
      label={t('filter.label')}
      names={filters}
      chosen={chosen}
      onChoose={(filter) => useQueueView.setState({ filter })}
      className="queue-filters"
      itemClassName="queue-filter"
    >
      {(name) => (
        <>
          {t(`filter.${name}`)} <span className={`queue-filter-count queue-count-${counts[name] > 0 ? name : 'none'}`}>{counts[name]}</span>
        </>
      )}
    </FilterGroup>
  );
}
