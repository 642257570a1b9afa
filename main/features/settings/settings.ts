/** The door of settings: all that other areas import of it. */
export { openSettingsRepository, type SettingsRepository } from './settings-repository.ts';
