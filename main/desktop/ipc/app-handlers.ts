/** The channels of the application as a whole. */
import { app } from 'electron';
import type { AppInfo } from '../../../shared/ipc/app.ts';
import type { Station } from '../../app/station.ts';
import { openLink } from '../security/external-links.ts';
import { resolveLanguage } from '../system-language.ts';
import type { HandlersOf } from './handler-support.ts';

export const appHandlers = ({ station }: { station: Station }): HandlersOf<'app'> => ({
  'app.info': () => appInfo(station),
  'app.acknowledgeNotices': async () => {
    station.acknowledgeNotices();
  },
  'app.openLink': async ({ url }) => {
    await openLink(url);
  },
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
