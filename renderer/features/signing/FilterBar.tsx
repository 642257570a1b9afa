/** Which states are listed, each with its count. */
import { useTranslation } from 'react-i18next';
import { FilterGroup } from '../../ui/index.ts';
import { type Filter, filters } from './state.ts';
import { useSigning } from './store.ts';

export function FilterBar({ counts }: { counts: Record<Filter, number> }) {
  const { t } = useTranslation('signing');
  const chosen = useSigning((state) => state.filter);
  return (
    <FilterGroup
      label={t('filter.label')}
      names={filters}
      chosen={chosen}
      onChoose={(filter) => useSigning.setState({ filter })}
      className="sign-filters"
      itemClassName="sign-filter"
    >
      {(name) => (
        <>
          <span className={name === 'attention' && counts.attention > 0 ? 'sign-filter-count sign-filter-bad' : 'sign-filter-count'}>
            {counts[name]}
          </span>
          {t(`filter.${name}`)}
        </>
      )}
    </FilterGroup>
  );
}
