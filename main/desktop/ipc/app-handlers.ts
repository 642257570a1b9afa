/** The channels of the application as a whole. */
import { app, type BrowserWindow } from 'electron';
import type { AppInfo } from '../../../shared/ipc/app.ts';
import type { Station } from '../../app/station.ts';
import { showRowMenu } from '../row-menu.ts';
import { openLink } from '../security/external-links.ts';
import { resolveLanguage } from '../system-language.ts';
import type { HandlersOf } from './handler-support.ts';

export const appHandlers = ({ station, window }: { station: Station; window: () => BrowserWindow | null }): HandlersOf<'app'> => ({
  'app.info': () => appInfo(station),
  'app.acknowledgeNotices': async () => {
    station.acknowledgeNotices();
  },
  'app.openLink': async ({ url }) => {
    await openLink(url);
  },
  'app.showMenu': async ({ items, at }) => ({ chosen: await showRowMenu(window(), items, at) }),
});

/** What the page needs to know of the application. */
export async function appInfo(station: Station): Promise<AppInfo> {
  const settings = station.settings.settings();
  const { canSearch, pace, clerk } = station.searching();
  return {
    version: app.getVersion(),
    platform: process.platform,
    runtime: process.versions.electron === undefined ? 'electron-host' : 'electron',
    practice: station.practice(),
    canSearch,
    searchPace: pace,
    validation: station.validationParts(),
    clerk,
    language: resolveLanguage(settings.language),
    keychainProblem: await station.vault.keychainProblem(),
    notices: [...station.notices()],
    settings,
  };
}
