/** One connection profile as a form. Rarely needed parts are folded; a fault inside unfolds them. */
import { FileKey2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxDuplicateWindowDays } from '../../../shared/domain/settings/profile.ts';
import { commitNumber } from '../../components/commit-number.ts';
import { focusFault } from '../../components/focus-fault.ts';
import { Button, ConfirmDialog, Form } from '../../components/index.ts';
import { useEscape } from '../../components/use-window-keys.ts';
import { chooseCaFile, clearCaFile, save, stopEdit } from './actions.ts';
import { Choice, Figure, Text } from './fields.tsx';
import { Folded, Group } from './groups.tsx';
import type { TypedSecrets } from './profile-form.ts';
import { Search } from './Search.tsx';
import { ProfileSecret } from './SecretField.tsx';
import { type Editing, useSettings } from './store.ts';
import { typedSecrets, typeSecret } from './typed-secrets.ts';
import { Validation } from './Validation.tsx';
import { Verification } from './Verification.tsx';

function CaFile({ path }: { path: string }) {
  const { t } = useTranslation('settings');
  return (
    <div className="ui-field">
      <span className="ui-label">{t('fields.caFile.label')}</span>
      <div className="ui-field-body">
        <div className="ui-line set-secret-line">
          <span className="set-path">{path || t('fields.caFile.none')}</span>
          <Button size="small" icon={FileKey2} onPress={() => void chooseCaFile()}>
            {t('fields.caFile.choose')}
          </Button>
          {path && (
            <Button size="small" variant="quiet" onPress={clearCaFile}>
              {t('remove')}
            </Button>
          )}
        </div>
        <span className="ui-help">{t('fields.caFile.help')}</span>
      </div>
    </div>
  );
}

function Placement({ faults, pixels }: { faults: Editing['faults']; pixels: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <Folded title={t('groups.placement')} help={t('groups.placementHelp')} fields={['dpi']} faults={faults}>
      <Choice name="unit" values={['point', 'pixel', 'permille']} />
      {pixels && <Figure name="dpi" min={1} max={2400} />}
      <Choice name="origin" values={['bottom-left', 'top-left']} />
      <Choice name="box" values={['crop', 'media', 'none']} />
      <Choice name="rotation" values={['as-displayed', 'user-space']} />
      <Choice name="pageBase" values={['1', '0']} />
    </Folded>
  );
}

function Limits({ faults }: { faults: Editing['faults'] }) {
  const { t } = useTranslation('settings');
  return (
    <Folded
      title={t('groups.limits')}
      help={t('groups.limitsHelp')}
      fields={['maxDocumentsPerCall', 'maxMegabytesPerCall', 'concurrency', 'duplicateWindowDays']}
      faults={faults}
    >
      <Figure name="maxDocumentsPerCall" min={1} max={1000} />
      <Figure name="maxMegabytesPerCall" min={0.001} max={100_000} step={0.001} />
      <Figure name="concurrency" min={1} max={16} />
      <Figure name="duplicateWindowDays" min={1} max={maxDuplicateWindowDays} />
      <Choice name="tokenLifetimeUnit" values={['seconds', 'minutes']} />
      <Choice name="busyAnswers" values={['in-doubt', 'refused']} />
    </Folded>
  );
}

function Network({ editing: { form, faults, caFile } }: { editing: Editing }) {
  const { t } = useTranslation('settings');
  return (
    <Folded
      title={t('groups.network')}
      help={t('groups.networkHelp')}
      fields={['transport', 'proxyAddress', 'connectSeconds', 'answerSeconds', 'silenceSeconds', 'callSeconds']}
      faults={faults}
    >
      <Choice name="transport" values={['station', 'system']} />
      <Choice name="proxy" values={['system', 'none', 'address']} />
      {form.proxy === 'address' && <Text name="proxyAddress" />}
      <CaFile path={caFile.path} />
      <Figure name="connectSeconds" min={0.1} max={3600} step={0.1} />
      <Figure name="answerSeconds" min={0.1} max={3600} step={0.1} />
      <Figure name="silenceSeconds" min={0.1} max={3600} step={0.1} />
      <Figure name="callSeconds" min={0.1} max={3600} step={0.1} />
    </Folded>
  );
}

export function ProfileEditor({ editing }: { editing: Editing }) {
  const { t } = useTranslation(['settings', 'ui']);
  const form = useRef<HTMLFormElement>(null);
  const [secrets, setSecrets] = useState(typedSecrets);
  const [leaving, setLeaving] = useState(false);
  const faulty = Object.keys(editing.faults).length;

  const submit = async (element: HTMLFormElement) => {
    await save();
    focusFault(element);
  };
  const leave = () => {
    commitNumber(form.current);
    if (useSettings.getState().editing?.touched) setLeaving(true);
    else stopEdit();
  };
  useEscape(leave);
  const secretField = (name: keyof TypedSecrets) => ({
    name,
    profileId: editing.id,
    value: secrets[name] ?? '',
    onChange: (typed: string) => setSecrets(typeSecret(name, typed)),
  });
  return (
    <Form ref={form} className="set-form" aria-label={t('profile.title')} onSave={submit}>
      <div className="set-head">
        <h1>{editing.id === null ? t('profile.newTitle') : t('profile.title')}</h1>
      </div>
      <Group title={t('groups.who')} help={t('groups.whoHelp')}>
        <Text name="name" autoFocus />
        <Text name="clientId" />
        <ProfileSecret {...secretField('clientSecret')} />
        <Text name="accountId" />
        <Text name="projectId" />
      </Group>
      <Group title={t('groups.addresses')} help={t('groups.addressesHelp')}>
        <Text name="authUrl" />
        <Text name="baseUrl" />
      </Group>
      <Validation editing={editing} apiKey={secretField('validationApiKey')} />
      <Search editing={editing} apiKey={secretField('searchApiKey')} />
      <Verification verification={editing.form.verification} />
      <Limits faults={editing.faults} />
      <Placement faults={editing.faults} pixels={editing.form.unit === 'pixel'} />
      <Network editing={editing} />
      <div className="set-actions">
        {faulty > 0 && (
          <p className="ui-error" role="alert">
            {t('profile.faulty', { count: faulty })}
          </p>
        )}
        <Button onPress={leave}>{t('ui:cancel')}</Button>
        <Button variant="primary" type="submit" shortcut="mod+enter">
          {t('profile.save')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={stopEdit}
        title={t('ui:discard.title')}
        confirmLabel={t('ui:discard.confirm')}
        danger
      >
        {t('ui:discard.loss')}
      </ConfirmDialog>
    </Form>
  );
}
