/** The validation query, with which the provider is asked what became of a document in doubt. Optional: without an address it is not set up. */
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/index.ts';
import { Choice, Text } from './fields.tsx';
import { Folded } from './groups.tsx';
import { cannotAsk } from './profile-form.ts';
import { SecretField, type SecretFieldProps } from './SecretField.tsx';
import type { Editing } from './store.ts';

export function Validation({ editing: { form, faults }, apiKey }: { editing: Editing; apiKey: SecretFieldProps }) {
  const { t } = useTranslation('settings');
  return (
    <Folded title={t('groups.validation')} help={t('groups.validationHelp')} fields={['validationUrl', 'validationPath']} faults={faults}>
      <Text name="validationUrl" />
      <SecretField {...apiKey} />
      <Text name="validationPath" />
      <Choice name="flagsAs" options={(['query', 'headers'] as const).map((value) => ({ value, label: t(`fields.flagsAs.${value}`) }))} />
      <div className="set-whole-line" role="status">
        {cannotAsk(form) && !faults.validationPath && (
          <Banner tone="doubt" what={t('cannotAsk.what')} why={t('cannotAsk.why')} do={t('cannotAsk.do')} />
        )}
      </div>
    </Folded>
  );
}
