/** Shows who is connected to which provider. Practice mode is impossible to overlook: what is signed there is worth nothing. */
import { GraduationCap, Keyboard, Plug, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../components/index.ts';
import { useProfileName } from '../features/settings/store.ts';
import { useInfo } from '../state/info.ts';
import { LineStatus } from './LineStatus.tsx';
import { goTo, showShortcuts } from './view.ts';

export function TopBar() {
  const { t } = useTranslation('app');
  const { practice } = useInfo();
  const profile = useProfileName();
  return (
    <header className="app-bar">
      <span className="app-bar-name">{t('name')}</span>
      <Button variant="quiet" size="small" icon={Plug} onPress={() => goTo('settings')} className="app-bar-profile">
        <span className="truncate">{practice ? t('bar.practiceProvider') : (profile ?? t('bar.noProfile'))}</span>
      </Button>
      {practice && (
        <p className="app-practice">
          <GraduationCap size={16} aria-hidden="true" />
          <strong>{t('bar.practice')}</strong>
          <span className="app-practice-why">{t('bar.practiceWhy')}</span>
        </p>
      )}
      <span className="app-bar-space" />
      <LineStatus />
      <IconButton icon={ShieldCheck} size="small" aria-label={t('bar.verify')} shortcut="mod+6" onPress={() => goTo('verify')} />
      <IconButton icon={Keyboard} size="small" aria-label={t('shortcuts.title')} shortcut="f1" onPress={() => showShortcuts(true)} />
    </header>
  );
}
