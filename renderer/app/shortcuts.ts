/** All shortcuts of the window in one table, from which the list on F1 is made (`ShortcutList.tsx`). */
import { commitNumber } from '../components/commit-number.ts';
import { matchesKeys } from '../components/index.ts';
import { isCovered, isTyping, useWindowKeys } from '../components/use-window-keys.ts';
import { beginNextCustomer, focusClient, focusList, openFiles, openFolder, send } from '../features/signing/actions.ts';
import { goToPane } from './panes.ts';
import { goTo, showPalette, showShortcuts, useView } from './view.ts';

export const shortcuts = [
  { keys: 'mod+o', words: 'openFiles', run: () => sign(openFiles) },
  { keys: 'mod+shift+o', words: 'openFolder', run: () => sign(openFolder) },
  { keys: 'mod+l', words: 'client', run: () => sign(focusClient) },
  { keys: 'mod+enter', words: 'send', run: sendOrShow },
  { keys: 'mod+n', words: 'nextCustomer', run: () => sign(beginNextCustomer) },
  { keys: 'mod+1', words: 'goSign', run: () => goTo('sign') },
  { keys: 'mod+2', words: 'goQueue', run: () => goTo('queue') },
  { keys: 'mod+3', words: 'goScreen', run: () => goTo('screen') },
  { keys: 'mod+4', words: 'goCustomers', run: () => goTo('customers') },
  { keys: 'mod+5', words: 'goInbox', run: () => goTo('inbox') },
  { keys: 'mod+6', words: 'goVerify', run: () => goTo('verify') },
  { keys: 'mod+,', words: 'goSettings', run: () => goTo('settings') },
  { keys: 'mod+k', words: 'palette', run: () => showPalette(true) },
  { keys: 'f6', words: 'nextPane', run: () => goToPane(1) },
  { keys: 'shift+f6', words: 'previousPane', run: () => goToPane(-1) },
  { keys: 'f1', words: 'shortcuts', run: () => showShortcuts(true) },
] as const;

function sign(act: () => unknown): void {
  goTo('sign');
  void act();
}

/** Sends the documents; in another area only shows them, so that nothing is sent that is not on the screen. */
function sendOrShow(): void {
  if (useView.getState().view === 'sign') void send();
  else sign(focusList);
}

/** Returns the form that the focus is in, also in a dialog; in the settings the form with unsaved changes, wherever the focus is. */
function formOf(target: EventTarget | null): HTMLFormElement | null {
  const form = target instanceof Element ? target.closest('form') : null;
  return form ?? (isCovered() ? null : document.querySelector<HTMLFormElement>('.set-page form:has(.ui-button-primary[type="submit"])'));
}

/** Submits a form as its button does; nothing while that is disabled, or pending. */
function submit(form: HTMLFormElement): void {
  commitNumber(form);
  // The button may have come with that value.
  queueMicrotask(() => {
    const button = [...form.elements].find((one) => one.matches('[type="submit"]:enabled'));
    if (button instanceof HTMLElement) form.requestSubmit(button);
  });
}

function onKeyDown(event: KeyboardEvent): void {
  const form = matchesKeys(event, 'mod+enter') ? formOf(event.target) : null;
  if (form) {
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) submit(form);
    return;
  }
  if (isCovered()) return;
  if (event.key === '?' && !isTyping(event)) {
    event.preventDefault();
    showShortcuts(true);
    return;
  }
  const shortcut = shortcuts.find(({ keys }) => matchesKeys(event, keys));
  if (!shortcut) return;
  event.preventDefault();
  event.stopPropagation();
  // A key that repeats acts once.
  if (!event.repeat) shortcut.run();
}

/** The shortcuts are handled before the focused part: a list row would handle Ctrl+Enter itself. */
export const useShortcuts = (): void => useWindowKeys(onKeyDown, { capture: true });
