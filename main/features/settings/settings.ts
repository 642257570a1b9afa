/** The public interface of settings: the only file that other areas import. */
export { createSettingsStore } from './create-settings-store.ts';
export type { SettingsStore } from './settings-store.ts';
