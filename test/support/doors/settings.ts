export { createSettingsStore } from '../../../main/features/settings/create-settings-store.ts';
