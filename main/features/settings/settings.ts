/** The door of settings: all that other areas import. */
export { createSettingsStore } from './create-settings-store.ts';
export type { SettingsStore } from './settings-store.ts';
