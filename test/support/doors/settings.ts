export { createSettingsStore } from '../../../main/settings/create-settings-store.ts';
