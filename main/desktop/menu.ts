/** The application's menu, in the station's language. It has developer tools only outside the package. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { RecentOpening } from '../../shared/domain/documents/document.ts';
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { MenuCommand } from '../../shared/ipc/app.ts';
import { shellWords } from './words.ts';

export type ShownMenu = {
  language: Language;
  command: (command: MenuCommand) => void;
  /** What was opened last, latest first. */
  recent: readonly RecentOpening[];
  openRecent: (id: string) => void;
};

type MenuDeps = ShownMenu & { packaged: boolean; mac: boolean };

/** A label of a menu: a single ampersand there marks the letter after it. */
export const plainLabel = (text: string): string => text.replaceAll('&', '&&');

function recentMenu({ language, recent, openRecent, command }: ShownMenu): MenuItemConstructorOptions {
  const words = shellWords(language).menu;
  return {
    label: words.openRecent,
    enabled: recent.length > 0,
    submenu: [
      ...recent.map(({ id, name, more, folder }) => ({
        label: plainLabel(`${name}${more === 0 ? '' : ` (+${more})`} — ${folder}`),
        click: () => openRecent(id),
      })),
      { type: 'separator' },
      { label: words.clearRecent, click: () => command('clear-recent') },
    ],
  };
}

export function menuTemplate(deps: MenuDeps): MenuItemConstructorOptions[] {
  const { language, command, packaged, mac } = deps;
  const words = shellWords(language).menu;
  const item = (label: string, name: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator !== undefined && { accelerator }),
    click: () => command(name),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings = item(words.settings, 'go-settings', 'CmdOrCtrl+,');
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words.quit };

  const application: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      { role: 'about', label: words.about },
      separator,
      settings,
      separator,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      separator,
      quit,
    ],
  };
  const developing: MenuItemConstructorOptions[] = [
    separator,
    { role: 'reload', label: words.reload },
    { role: 'toggleDevTools', label: words.devTools },
  ];

  return [
    ...(mac ? [application] : []),
    {
      label: words.file,
      submenu: [
        item(words.openFiles, 'open-files', 'CmdOrCtrl+O'),
        item(words.openFolder, 'open-folder', 'CmdOrCtrl+Shift+O'),
        recentMenu(deps),
        ...(mac ? [separator, { role: 'close', label: words.close } as const] : [separator, settings, separator, quit]),
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        separator,
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
        separator,
        item(words.find, 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: words.view,
      submenu: [
        item(words.sign, 'go-sign', 'CmdOrCtrl+1'),
        item(words.queue, 'go-queue', 'CmdOrCtrl+2'),
        item(words.screen, 'go-screen', 'CmdOrCtrl+3'),
        item(words.customers, 'go-customers', 'CmdOrCtrl+4'),
        item(words.inbox, 'go-inbox', 'CmdOrCtrl+5'),
        item(words.verify, 'go-verify', 'CmdOrCtrl+6'),
        separator,
        item(words.zoomIn, 'zoom-in', 'CmdOrCtrl+Plus'),
        item(words.zoomOut, 'zoom-out', 'CmdOrCtrl+-'),
        item(words.fitWidth, 'fit-width', 'CmdOrCtrl+0'),
        item(words.fitPage, 'fit-page', 'CmdOrCtrl+9'),
        separator,
        { role: 'togglefullscreen', label: words.fullScreen },
        ...(packaged ? [] : developing),
      ],
    },
    {
      role: 'window',
      label: words.window,
      submenu: [
        { role: 'minimize', label: words.minimize },
        ...(mac ? [{ role: 'zoom', label: words.zoom } as const, separator, { role: 'front', label: words.bringAllToFront } as const] : []),
      ],
    },
    {
      role: 'help',
      label: words.help,
      submenu: [item(words.firstSteps, 'first-steps'), separator, item(words.reportProblem, 'report-problem')],
    },
  ];
}

export function showMenu(shown: ShownMenu): void {
  const deps = { ...shown, packaged: app.isPackaged, mac: process.platform === 'darwin' };
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(deps)));
}
