/** What the page needs to know of the application as a whole. */
import { app } from 'electron';
import type { AppInfo } from '../../../shared/ipc/app.ts';
import type { Station } from '../../app/station.ts';
import { resolveLanguage } from '../system-language.ts';

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
