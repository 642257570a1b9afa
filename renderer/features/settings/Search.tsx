/** The settings of screening. Optional: without an address it is not set up. */
import { useTranslation } from 'react-i18next';
import { Choice, Figure, Text } from './fields.tsx';
import { Folded } from './groups.tsx';
import { ProfileSecret, type ProfileSecretProps } from './ProfileSecret.tsx';
import { SearchRules } from './SearchRules.tsx';
import type { Editing } from './store.ts';

export function Search({ editing: { faults, form }, apiKey }: { editing: Editing; apiKey: ProfileSecretProps }) {
  const { t } = useTranslation('settings');
  return (
    <Folded
      title={t('groups.search')}
      help={t('groups.searchHelp')}
      fields={['searchUrl', 'searchProject', 'searchConcurrency', 'searchPerMinute', apiKey.name]}
      faults={faults}
    >
      <Text name="searchUrl" />
      <Text name="searchProject" />
      <ProfileSecret {...apiKey} />
      <Choice
        name="judicialFlag"
        options={(['SearchJudicialBranch', 'SearchtJudicialBranch'] as const).map((value) => ({
          value,
          label: t(`fields.judicialFlag.${value}`),
        }))}
      />
      <Figure name="searchConcurrency" min={1} max={32} />
      <Figure name="searchPerMinute" min={0} max={100_000} />
      <SearchRules form={form} />
    </Folded>
  );
}
