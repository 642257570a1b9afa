/** Shortcuts are written `mod+shift+o`; `mod` is Command on a Mac and Control elsewhere. */
import i18next from 'i18next';

export const isMac = (): boolean => navigator.platform.startsWith('Mac');

/** Returns a shortcut as it is printed on the keyboards of this system and language. */
export function keysLabel(shortcut: string): string {
  const mac = isMac();
  const words: Record<string, string> = mac
    ? { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↩', escape: 'esc', plus: '+' }
    : {
        mod: 'Ctrl',
        shift: i18next.t('ui:keys.shift'),
        alt: 'Alt',
        enter: 'Enter',
        escape: 'Esc',
        plus: '+',
        delete: i18next.t('ui:keys.delete'),
      };
  return shortcut
    .split('+')
    .map((key) => words[key] ?? key.toUpperCase())
    .join(mac ? '' : '+');
}

/** Whether a key press is the shortcut, with exactly its modifiers. */
export function matchesKeys(event: KeyboardEvent, shortcut: string): boolean {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const command = isMac() ? event.metaKey : event.ctrlKey;
  const other = isMac() ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === key &&
    command === parts.includes('mod') &&
    !other &&
    event.shiftKey === parts.includes('shift') &&
    event.altKey === parts.includes('alt')
  );
}
