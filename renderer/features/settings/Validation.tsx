/**
 * The validation query, which fetches a customer's record and resolves documents in doubt. Optional: without an
 * address it is not set up.
 */
import { useTranslation } from 'react-i18next';
import { Banner, Select } from '../../components/index.ts';
import { type } from './actions.ts';
import { Choice, Text } from './fields.tsx';
import { Folded } from './groups.tsx';
import { ProfileSecret, type ProfileSecretProps } from './SecretField.tsx';
import type { Editing } from './store.ts';
import { cannotAsk, choosePart, type PartField, partChoice } from './validation-form.ts';

/** The choice of no part. No name in braces has a colon. */
const none = ':none';

export function Validation({ editing: { form, faults }, apiKey }: { editing: Editing; apiKey: ProfileSecretProps }) {
  const { t } = useTranslation('settings');
  return (
    <Folded
      title={t('groups.validation')}
      help={t('groups.validationHelp')}
      fields={['validationUrl', 'validationPath', apiKey.name]}
      faults={faults}
    >
      <Text name="validationUrl" />
      <ProfileSecret {...apiKey} />
      <Text name="validationPath" />
      <Part form={form} name="transactionPart" />
      <Part form={form} name="identificationPart" />
      <Choice name="flagsAs" values={['query', 'headers']} />
      <div className="set-whole-line" role="status">
        {cannotAsk(form) && !faults.validationPath && (
          <Banner tone="doubt" what={t('cannotAsk.what')} why={t('cannotAsk.why')} do={t('cannotAsk.do')} />
        )}
      </div>
    </Folded>
  );
}

/** Chooses the part in braces that receives a value known to the visit. */
function Part({ form, name }: { form: Editing['form']; name: PartField }) {
  const { t } = useTranslation('settings');
  const { options, chosen } = partChoice(form, name);
  return (
    <Select
      label={t(`fields.${name}.label`)}
      description={t(`fields.${name}.help`)}
      options={options.map((part) => ({ value: part ?? none, label: part === null ? t('fields.noPart') : `{${part}}` }))}
      value={chosen ?? none}
      onChange={(value) => type(choosePart(form, name, value === none ? null : value))}
    />
  );
}
