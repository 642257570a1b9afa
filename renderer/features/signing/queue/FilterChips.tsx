/** The filter by group, each with its count. */
import { useTranslation } from 'react-i18next';
import { countOf, filters, type GroupCounts, type QueueFilter } from '../../../../shared/domain/queue-list.ts';
import { FilterCount, FilterGroup } from '../../../components/index.ts';
import { list, useQueueList } from './list.ts';

const tones: Partial<Record<QueueFilter['group'], 'bad' | 'doubt'>> = { held: 'bad', failed: 'bad', doubt: 'doubt', delivery: 'doubt' };

export function FilterChips({ counts }: { counts: GroupCounts }) {
  const { t } = useTranslation('queue');
  const chosen = useQueueList((state) => state.filter.group);
  return (
    <FilterGroup
      label={t('filter.label')}
      names={filters}
      chosen={chosen}
      onChoose={(group) => list.filterBy({ group })}
      className="queue-filters"
    >
      {(name) => {
        const count = countOf(counts, name);
        return (
          <>
            {t(`filter.${name}`)} <FilterCount tone={count > 0 ? tones[name] : 'quiet'}>{count}</FilterCount>
          </>
        );
      }}
    </FilterGroup>
  );
}
