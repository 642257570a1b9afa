/** The list of shortcuts, on F1 or ?. */
import { useTranslation } from 'react-i18next';
import { Button, Dialog, keysLabel } from '../components/index.ts';
import { localShortcuts, shortcuts } from './shortcuts.ts';
import { showShortcuts, useView } from './view.ts';

export function ShortcutList() {
  const { t } = useTranslation('app');
  const isOpen = useView((state) => state.shortcutsOpen);
  const close = () => showShortcuts(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('shortcuts.title')}
      actions={
        <Button autoFocus onPress={close}>
          {t('shortcuts.close')}
        </Button>
      }
    >
      <dl className="app-shortcuts">
        {[...shortcuts, ...localShortcuts].map(({ keys, words }) => (
          <div key={keys}>
            <dt>{t(`shortcuts.${words}`)}</dt>
            <dd>
              <kbd>{keysLabel(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
