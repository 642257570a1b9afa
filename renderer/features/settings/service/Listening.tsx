/** The address on which the service listens, and its protection against eavesdropping. */
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { serviceTransportSchema } from '../../../../shared/domain/web-service/web-service.ts';
import { Group } from '../groups.tsx';
import { SecretField } from '../SecretField.tsx';
import { removePassphrase, type } from './actions.ts';
import { Addresses, Figure, Host, PathField, useForm } from './fields.tsx';
import { passphraseSet } from './store.ts';

function Transport() {
  const { t } = useTranslation('service');
  const { transport } = useForm();
  return (
    <RadioGroup
      className="ui-stack set-whole-line"
      value={transport}
      onChange={(value) => type({ transport: serviceTransportSchema.parse(value) })}
    >
      <Label className="ui-label">{t('transport.label')}</Label>
      {serviceTransportSchema.options.map((value) => (
        <Radio key={value} value={value} className="svc-choice">
          <span className="svc-choice-mark" aria-hidden="true" />
          <span className="svc-choice-words">
            <span className="svc-choice-name">{t(`transport.${value}.name`)}</span>
            <span className="ui-help">{t(`transport.${value}.help`)}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

type Props = { passphrase: string; onPassphrase: (typed: string) => void };

/** The passphrase of the PKCS#12 file. */
function Passphrase({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('service');
  const set = passphraseSet.use(({ value }) => value?.set ?? false);
  return (
    <SecretField
      set={set}
      value={value}
      onChange={onChange}
      onRemove={() => void removePassphrase()}
      label={t('passphrase.label')}
      replaceHelp={t('passphrase.replaceHelp')}
      removeTitle={t('passphrase.removeTitle')}
      removeLoss={t('passphrase.removeLoss')}
    />
  );
}

export function Listening({ passphrase, onPassphrase }: Props) {
  const { t } = useTranslation('service');
  const { transport } = useForm();
  return (
    <Group title={t('groups.listening')} help={t('groups.listeningHelp')}>
      <Transport />
      {transport === 'files' && (
        <>
          <PathField name="certificateFile" />
          <PathField name="keyFile" />
        </>
      )}
      {transport === 'pkcs12' && (
        <>
          <PathField name="pkcs12File" />
          <Passphrase value={passphrase} onChange={onPassphrase} />
        </>
      )}
      <Host />
      <Figure name="port" min={0} max={65_535} />
    </Group>
  );
}

export function Callers() {
  const { t } = useTranslation('service');
  const { transport } = useForm();
  return (
    <Group title={t('groups.callers')} help={t('groups.callersHelp')}>
      <Addresses name="allowed" className={transport === 'proxy' ? '' : 'set-whole-line'} />
      {transport === 'proxy' && <Addresses name="proxies" />}
      <Figure name="tokenMinutes" min={1} max={1440} />
      <Figure name="bodyMiB" min={1} max={64} />
    </Group>
  );
}
