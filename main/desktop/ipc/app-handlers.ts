/** The channels of the application as a whole. */
import { app, type BrowserWindow } from 'electron';
import type { Workspace } from '../../../shared/domain/settings/workspace.ts';
import type { AppInfo } from '../../../shared/ipc/app.ts';
import type { Station } from '../../app/station.ts';
import { showRowMenu } from '../context-menu.ts';
import { openLink } from '../security/external-links.ts';
import { resolveLanguage } from '../system-language.ts';
import { type HandlersOf, withoutUndefined } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = { station: Station; saved: SavedFiles; window: () => BrowserWindow | null };

export const appHandlers = ({ station, saved, window }: Deps): HandlersOf<'app'> => ({
  'app.info': () => appInfo(station),
  ...workspaceHandlers(),
  'app.acknowledgeNotices': async () => {
    station.acknowledgeNotices();
  },
  'app.openLink': async ({ url }) => {
    await openLink(url);
  },
  ...saved.handlers,
  'app.showMenu': async ({ items, at }) => ({ chosen: await showRowMenu(window(), items, at) }),
});

/** In memory only, as long as the station is open: the opened documents, to which it belongs, end with it too. */
function workspaceHandlers(): Pick<HandlersOf<'app'>, 'app.workspace' | 'app.saveWorkspace'> {
  let workspace: Workspace = { signing: null, screening: null, visits: null, page: null };
  return {
    'app.workspace': async () => workspace,
    'app.saveWorkspace': async (parts) => {
      workspace = { ...workspace, ...withoutUndefined(parts) };
    },
  };
}

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
