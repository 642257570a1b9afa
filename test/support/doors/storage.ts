export type { DataKeys } from '../../../main/platform/keychain/data-keys.ts';
export { openDataKeys } from '../../../main/platform/keychain/data-keys.ts';
export {
  createEncryptingStream,
  DamagedFile,
  encryptWhole,
  headerSize,
  openEncryptedRange,
  openEncryptedStream,
} from '../../../main/platform/keychain/encrypted-stream.ts';
export { keyId, ledgerKey } from '../../../main/platform/keychain/keys.ts';
export { checkInThread, startBackgroundChecks } from '../../../main/platform/storage/background-check.ts';
export { identityOf, openCopyCheck } from '../../../main/platform/storage/copy-check.ts';
export { pathForCopy } from '../../../main/platform/storage/daily-backups.ts';
export { type LockHolder, lockDataFolder } from '../../../main/platform/storage/data-folder-lock.ts';
export type { Database } from '../../../main/platform/storage/database.ts';
export {
  type EncryptedFile,
  type EncryptedFiles,
  type EncryptedKind,
  type EncryptedName,
  openEncryptedFiles,
} from '../../../main/platform/storage/encrypted-files.ts';
export { type EncryptedStore, openEncryptedStore } from '../../../main/platform/storage/encrypted-store.ts';
export {
  openMemoryDatabase,
  openSettingsDatabase,
  openStationDatabase,
  opensStationDatabase,
} from '../../../main/platform/storage/open-database.ts';
export { createRecentContents, type RecentContents, stateOf } from '../../../main/platform/storage/recent-contents.ts';
export { salvage } from '../../../main/platform/storage/salvage.ts';
export { schemaVersion } from '../../../main/platform/storage/schema.ts';
export { searchText, typedCondition } from '../../../main/platform/storage/search-text.ts';
export { logState, openSql, type Sql, type SqlValue, writeLogBack } from '../../../main/platform/storage/sql.ts';
export { openSweepSchedule } from '../../../main/platform/storage/sweep-schedule.ts';
export { openTable } from '../../../main/platform/storage/table.ts';
export { startWriteBack } from '../../../main/platform/storage/write-back.ts';
