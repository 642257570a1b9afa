/** Language, theme, unit of lengths, output folder: each takes effect at once. */
import { FolderOutput, KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthUnits } from '../../../shared/domain/placement/length-unit.ts';
import { languageFacts, languages } from '../../../shared/i18n/languages.ts';
import { Banner, Button, ConfirmButton, ProblemBanner, Select, TextField } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { chooseOutputFolder } from '../../state/signed-files.ts';
import { change, renewKey, saveClerk } from './actions.ts';
import { useSettings } from './store.ts';

/** Saved on leaving the field or the view, or on Enter; empty: the system's user, shown next to it. */
function Clerk() {
  const { t } = useTranslation('settings');
  const { settings, clerk } = useInfo();
  const typed = useSettings((state) => state.clerk) ?? settings.clerk;
  // A shortcut to another view removes the field without a blur event.
  useEffect(() => () => void saveClerk(), []);
  return (
    <TextField
      label={t('general.clerk')}
      description={settings.clerk === '' ? t('general.clerkSystem', { clerk }) : t('general.clerkHelp')}
      value={typed}
      maxLength={80}
      onChange={(name) => useSettings.setState({ clerk: name })}
      onBlur={() => void saveClerk()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void saveClerk();
      }}
    />
  );
}

/** Rotates the key that encrypts everything confidential on this computer's disk. */
function StorageKey() {
  const { t } = useTranslation('settings');
  const renewal = useSettings((state) => state.renewal);
  return (
    <section className="set-group">
      <h2>{t('key.title')}</h2>
      <p className="ui-help">{t('key.help')}</p>
      <div className="ui-line set-secret-line">
        <ConfirmButton
          size="small"
          icon={KeyRound}
          isPending={renewal?.state === 'testing'}
          label={t('key.renew')}
          title={t('key.confirmTitle')}
          confirmLabel={t('key.confirm')}
          onConfirm={() => void renewKey()}
        >
          {t('key.consequence')}
        </ConfirmButton>
      </div>
      <div role="status">
        {renewal?.state === 'testing' && <p className="ui-help">{t('key.running')}</p>}
        {renewal?.state === 'done' && renewal.problem && <ProblemBanner problem={renewal.problem} />}
        {renewal?.state === 'done' && !renewal.problem && <Banner tone="good" what={t('key.renewed')} why={t('key.renewedWhy')} />}
      </div>
    </section>
  );
}

export function General() {
  const { t } = useTranslation(['settings', 'signing']);
  const { settings } = useInfo();
  return (
    <>
      <div className="set-head">
        <h1>{t('sections.general')}</h1>
      </div>
      <section className="set-group">
        <div className="set-fields">
          <Select
            label={t('general.language')}
            options={[
              { value: 'system', label: t('general.languages.system') },
              ...languages.map((value) => ({ value, label: languageFacts[value].name })),
            ]}
            value={settings.language}
            onChange={(language) => void change({ language })}
          />
          <Select
            label={t('general.theme')}
            options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`general.themes.${value}`) }))}
            value={settings.theme}
            onChange={(theme) => void change({ theme })}
          />
          <Select
            label={t('general.lengthUnit')}
            options={lengthUnits.map((value) => ({ value, label: t(`general.lengthUnits.${value}`) }))}
            value={settings.lengthUnit}
            onChange={(lengthUnit) => void change({ lengthUnit })}
          />
          <Clerk />
        </div>
      </section>
      <section className="set-group">
        <h2>{t('signing:output.title')}</h2>
        <p className="ui-help">{t('general.outputHelp')}</p>
        <p className="set-path">{settings.outputFolder ?? t('signing:output.beside')}</p>
        <div className="ui-line set-secret-line">
          <Button size="small" icon={FolderOutput} onPress={() => void chooseOutputFolder(false)}>
            {t('general.choose')}
          </Button>
          {settings.outputFolder !== null && (
            <Button size="small" variant="quiet" onPress={() => void chooseOutputFolder(true)}>
              {t('signing:output.besideAgain')}
            </Button>
          )}
        </div>
      </section>
      <StorageKey />
    </>
  );
}

/** Names of the systems by Node's names. */
const systems: Readonly<Record<string, string>> = { linux: 'Linux', win32: 'Windows', darwin: 'macOS' };

export function About() {
  const { t } = useTranslation('settings');
  const { version, platform, runtime } = useInfo();
  return (
    <>
      <div className="set-head">
        <h1>{t('sections.about')}</h1>
      </div>
      <section className="set-group">
        <dl className="set-about">
          <dt>{t('about.version')}</dt>
          <dd>{version}</dd>
          <dt>{t('about.platform')}</dt>
          <dd>{systems[platform] ?? platform}</dd>
          <dt>{t('about.runtime')}</dt>
          <dd>{t(`about.runtimes.${runtime}`)}</dd>
        </dl>
      </section>
    </>
  );
}
