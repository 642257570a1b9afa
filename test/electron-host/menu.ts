/** `electron.Menu` on the host: no menu bar is drawn; its shortcuts work (page-script.ts). */
import type { MenuItemConstructorOptions } from 'electron';

type Item = Pick<MenuItemConstructorOptions, 'accelerator' | 'click' | 'label' | 'role' | 'enabled'>;

/** Labels of the menus that were opened at the mouse. */
export const popups: string[][] = [];

/** Labels of the items that will be clicked, in the menus that open next. */
export const popupClicks: string[] = [];

class HostMenu {
  readonly items: Item[];

  constructor(template: readonly MenuItemConstructorOptions[]) {
    this.items = template.flatMap(flatten);
  }

  /** Closes without a click unless a test has said which item is clicked. As on some systems, the end is reported before the click. */
  popup({ callback }: { callback?: () => void } = {}): void {
    popups.push(this.items.flatMap(({ label, enabled }) => (label !== undefined && enabled !== false ? [label] : [])));
    const wanted = popupClicks.shift();
    setTimeout(() => {
      callback?.();
      (this.items.find(({ label }) => label === wanted)?.click as (() => void) | undefined)?.();
    });
  }

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): HostMenu {
    return new HostMenu(template);
  }

  static setApplicationMenu(menu: HostMenu | null): void {
    // For the test of what the keys do without a menu.
    current = process.env.ELECTRON_HOST_NO_MENU === '1' ? null : menu;
  }
}

let current: HostMenu | null = null;

function flatten(item: MenuItemConstructorOptions): MenuItemConstructorOptions[] {
  return Array.isArray(item.submenu) ? item.submenu.flatMap(flatten) : [item];
}

export const accelerators = (): string[] =>
  current?.items.flatMap(({ accelerator, click }) => (accelerator && click ? [accelerator] : [])) ?? [];

export function pressAccelerator(accelerator: string): void {
  const click = current?.items.find((item) => item.accelerator === accelerator)?.click as (() => void) | undefined;
  click?.();
}

/** Roles of the menu bar. On macOS a clipboard key works only by the role of an item. */
export const menuRoles = (): string[] => current?.items.flatMap(({ role }) => role ?? []) ?? [];

/** Clicks an item of the menu bar; false when there is none of that label. */
export function clickMenuItem(label: string): boolean {
  const item = current?.items.find((each) => each.label === label);
  (item?.click as (() => void) | undefined)?.();
  return item !== undefined;
}

export { HostMenu as Menu };
