/** The menus of the right mouse button: clipboard actions for text, and the actions of a row. Electron shows none of its own. */
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { RowMenuItem } from '../../shared/ipc/app.ts';
import { plainLabel } from './menu.ts';
import { shellWords } from './words.ts';

type Place = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** Empty where nothing can be done. Labels are ours: those of the roles are in the system's language, not in the station's. */
export function contextMenuTemplate(
  { isEditable, selectionText, editFlags }: Place,
  language: Language,
  mac: boolean,
): MenuItemConstructorOptions[] {
  const words = shellWords(language).menu;
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const hasSelection = selectionText.trim() !== '';
  // The system's dictionary and search; only macOS has them.
  const lookUp: MenuItemConstructorOptions[] = mac && hasSelection ? [{ label: words.lookUp, id: 'look-up' }, separator] : [];
  const copy: MenuItemConstructorOptions = { role: 'copy', label: words.copy, enabled: editFlags.canCopy };
  if (!isEditable) return hasSelection ? [...lookUp, copy] : [];
  return [
    ...lookUp,
    { role: 'cut', label: words.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
  ];
}

export function showContextMenus(window: BrowserWindow, language: () => Language): void {
  window.webContents.on('context-menu', (_event, place) => {
    const template = contextMenuTemplate(place, language(), process.platform === 'darwin').map((item) =>
      item.id === 'look-up' ? { ...item, click: () => window.webContents.showDefinitionForSelection() } : item,
    );
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

/** Some systems report the end of the menu before the click. */
const clickDelayMs = 200;

/**
 * Shows the menu of a row. Its items do what the buttons of the row do: the page runs the chosen one.
 * @param at where a key opened it, in pixels of the page; null: at the mouse
 * @returns the id of the chosen item; null for none
 */
export function showRowMenu(
  window: BrowserWindow | null,
  items: readonly RowMenuItem[],
  at: { x: number; y: number } | null,
): Promise<string | null> {
  if (window === null || window.isDestroyed()) return Promise.resolve(null);
  return new Promise((resolve) => {
    const menu = Menu.buildFromTemplate(items.map(({ id, label }) => ({ id, label: plainLabel(label), click: () => resolve(id) })));
    menu.popup({
      window,
      ...(at && { x: Math.round(at.x), y: Math.round(at.y) }),
      callback: () => void setTimeout(() => resolve(null), clickDelayMs),
    });
  });
}
