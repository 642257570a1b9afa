/** Which group is listed, each with its count. */
import { useTranslation } from 'react-i18next';
import { FilterCount, FilterGroup } from '../../ui/index.ts';
import { type Filter, filters } from './derive.ts';
import { useQueueView } from './store.ts';

const tones: Partial<Record<Filter, 'bad' | 'doubt'>> = { held: 'bad', failed: 'bad', doubt: 'doubt', delivery: 'doubt' };

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
    >
      {(name) => (
        <>
          {t(`filter.${name}`)} <FilterCount tone={counts[name] > 0 ? tones[name] : 'quiet'}>{counts[name]}</FilterCount>
        </>
      )}
    </FilterGroup>
  );
}
