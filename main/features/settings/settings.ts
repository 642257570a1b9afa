/** The public interface of settings: the only file that other areas import. */
export { openSettingsRepository, type SettingsRepository } from './settings-repository.ts';
