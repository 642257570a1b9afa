/** Which states are listed, each with its count. */
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { type Filter, filters } from './state.ts';
import { useSigning } from './store.ts';

export function FilterBar({ counts }: { counts: Record<Filter, number> }) {
  const { t } = useTranslation('signing');
  const filter = useSigning((state) => state.filter);
  return (
    <ToggleButtonGroup
      className="sign-filters"
      aria-label={t('filter.label')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[filter]}
      onSelectionChange={(keys) => {
        const chosen = filters.find((name) => keys.has(name));
        if (chosen) useSigning.setState({ filter: chosen });
      }}
    >
      {filters.map((name) => (
        <ToggleButton key={name} id={name} className="sign-filter">
          <span className={name === 'attention' && counts.attention > 0 ? 'sign-filter-count sign-filter-bad' : 'sign-filter-count'}>
            {counts[name]}
          </span>
          {t(`filter.${name}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
