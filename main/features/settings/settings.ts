/** The door of settings: all that other areas import of it. */
export { openSettingsRepository, type SettingsRepository, sameName } from './settings-repository.ts';
