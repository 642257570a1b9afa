/** Which group is listed, each with its count. */
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { type Filter, filters } from './derive.ts';
import { useQueueView } from './store.ts';

export function FilterChips({ counts }: { counts: Record<Filter, number> }) {
  const { t } = useTranslation('queue');
  const filter = useQueueView((state) => state.filter);
  return (
    <ToggleButtonGroup
      className="queue-filters"
      aria-label={t('filter.label')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[filter]}
      onSelectionChange={(keys) => {
        const chosen = filters.find((name) => keys.has(name));
        if (chosen) useQueueView.setState({ filter: chosen });
      }}
    >
      {filters.map((name) => (
        <ToggleButton key={name} id={name} className="queue-filter">
          {t(`filter.${name}`)} <span className={`queue-filter-count queue-count-${counts[name] > 0 ? name : 'none'}`}>{counts[name]}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
