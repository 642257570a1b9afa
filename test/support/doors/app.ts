export { createAccounts } from '../../../main/app/accounts.ts';
export { restoreBackup } from '../../../main/app/backup/restore-backup.ts';
export { writeBackup } from '../../../main/app/backup/write-backup.ts';
export { createStation } from '../../../main/app/create-station.ts';
export { createPracticeMode, practiceParts } from '../../../main/app/practice-mode.ts';
export type { Station, StationOptions } from '../../../main/app/station.ts';
export { createWords } from '../../../main/platform/i18n/words.ts';
