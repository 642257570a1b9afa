export { createAccounts } from '../../../main/accounts.ts';
export { restoreBackup, writeBackup } from '../../../main/app/backup.ts';
export { createPracticeMode, practiceParts } from '../../../main/practice-mode.ts';
export { createStation, type Station, type StationOptions } from '../../../main/station.ts';
export { createWords } from '../../../main/words.ts';
