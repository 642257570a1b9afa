/** The menu of a row. Its items do what the buttons of the row do: the page runs the chosen one. */
import { type BrowserWindow, Menu } from 'electron';
import type { RowMenuItem } from '../../shared/ipc/app.ts';
import { plainLabel } from './menu.ts';

/** Some systems report the end of the menu before the click. */
const clickDelayMs = 200;

/** @param at where a key opened it, in pixels of the page; null: at the mouse @returns the id of the chosen item; null for none */
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
