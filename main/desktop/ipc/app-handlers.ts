/** The channels of the application as a whole. */
import { app, type BrowserWindow } from 'electron';
import type { AppInfo } from '../../../shared/ipc/app.ts';
import type { Station } from '../../app/station.ts';
import { showRowMenu } from '../context-menu.ts';
import { resolveLanguage } from '../system-language.ts';
import type { WorkspaceHolder } from '../workspace.ts';
import { type HandlersOf, withoutUndefined } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = { station: Station; saved: SavedFiles; window: () => BrowserWindow | null; workspace: WorkspaceHolder };

export const appHandlers = ({ station, saved, window, workspace }: Deps): HandlersOf<'app'> => ({
  'app.info': () => appInfo(station),
  'app.workspace': async () => workspace.current(),
  'app.saveWorkspace': async (parts) => {
    workspace.change(withoutUndefined(parts));
  },
  'app.acknowledgeNotices': async () => {
    station.acknowledgeNotices();
  },
  ...saved.handlers,
  'app.showMenu': async ({ items, at }) => ({ chosen: await showRowMenu(window(), items, at) }),
});

/** What the page needs to know of the application. */
export async function appInfo(station: Station): Promise<AppInfo> {
  const settings = station.settings.settings();
  const { canScreen, pace } = station.screeningSetup();
  return {
    version: app.getVersion(),
    platform: process.platform,
    runtime: process.versions.electron === undefined ? 'electron-host' : 'electron',
    practice: station.practice(),
    canScreen,
    screeningPace: pace,
    validation: station.validationParts(),
    clerk: station.clerk(),
    language: resolveLanguage(settings.language),
    notices: [...station.notices()],
    settings,
    // The only one that waits, and so the last one: the station may close while it waits.
    keychainProblem: await station.vault.keychainProblem(),
  };
}
