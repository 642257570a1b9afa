export { createAccounts } from '../../../main/accounts.ts';
export { restoreBackup } from '../../../main/app/backup/restore-backup.ts';
export { writeBackup } from '../../../main/app/backup/write-backup.ts';
export type { Station, StationOptions } from '../../../main/app/station.ts';
export { createPracticeMode, practiceParts } from '../../../main/practice-mode.ts';
export { createStation } from '../../../main/station.ts';
export { createWords } from '../../../main/words.ts';
