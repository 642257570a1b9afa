/** Which states are listed, each with its count. */
import { useTranslation } from 'react-i18next';
import { FilterCount, FilterGroup } from '../../components/index.ts';
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
    >
      {(name) => (
        <>
          <FilterCount tone={name === 'attention' && counts.attention > 0 ? 'bad' : undefined}>{counts[name]}</FilterCount>
          {t(`filter.${name}`)}
        </>
      )}
    </FilterGroup>
  );
}
