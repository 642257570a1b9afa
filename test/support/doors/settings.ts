export { openSettingsRepository } from '../../../main/features/settings/settings-repository.ts';
