/** The list of shortcuts, on F1 or ?. */
import { useTranslation } from 'react-i18next';
import { Button, Dialog, keysLabel } from '../components/index.ts';
import { shortcuts } from './shortcuts.ts';
import { showShortcuts } from './view.ts';

/** Shortcuts that the focused part handles itself; they are only listed here. */
const localShortcuts = [
  { keys: 'f2', words: 'editReference' },
  { keys: 'delete', words: 'remove' },
  { keys: 'enter', words: 'details' },
  { keys: 'mod+u', words: 'markRead' },
  { keys: 'mod+f', words: 'find' },
  { keys: 'mod+d', words: 'draw' },
  { keys: 'mod+z', words: 'undo' },
  { keys: 'mod+plus', words: 'zoomIn' },
  { keys: 'mod+-', words: 'zoomOut' },
] as const;

type ShortcutWords = (typeof shortcuts)[number]['words'] | (typeof localShortcuts)[number]['words'];

/** The groups of the list on F1, and the order in each. */
const groups: readonly { id: 'customer' | 'page' | 'window' | 'areas'; words: readonly ShortcutWords[] }[] = [
  { id: 'customer', words: ['openFiles', 'openFolder', 'client', 'send', 'nextCustomer', 'editReference', 'remove'] },
  { id: 'page', words: ['find', 'draw', 'undo', 'zoomIn', 'zoomOut'] },
  { id: 'window', words: ['palette', 'nextPane', 'previousPane', 'details', 'markRead', 'shortcuts'] },
  { id: 'areas', words: ['goSign', 'goQueue', 'goScreen', 'goCustomers', 'goInbox', 'goVerify', 'goSettings'] },
];

export function ShortcutList() {
  const { t } = useTranslation(['dialogs', 'app']);
  const close = () => showShortcuts(false);
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('bar.shortcuts', { ns: 'app' })}
      actions={
        <Button autoFocus onPress={close}>
          {t('shortcuts.close')}
        </Button>
      }
    >
      <div className="app-shortcuts">
        {groups.map(({ id, words: listed }) => (
          <section key={id} aria-labelledby={`shortcuts-${id}`}>
            <h3 id={`shortcuts-${id}`}>{t(`shortcuts.groups.${id}`)}</h3>
            <dl>
              {[...shortcuts, ...localShortcuts]
                .filter(({ words }) => listed.includes(words))
                .map(({ keys, words }) => (
                  <div key={keys}>
                    <dt>{t(`shortcuts.${words}`)}</dt>
                    <dd>
                      <kbd>{keysLabel(keys)}</kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
