/** Opens the data folder for one station: its lock, its settings, and its encrypted data with the queue. */
import { problemOf } from '../../shared/errors.ts';
import type { Keychain } from '../platform/keychain/keychain.ts';
import { systemKeychain } from '../platform/keychain/system-keychain.ts';
import { lockDataFolder } from '../platform/storage/data-folder-lock.ts';
import type { Database } from '../platform/storage/database.ts';
import { namingDataFolder } from '../platform/storage/in-data-folder.ts';
import { openSettingsDatabase } from '../platform/storage/open-database.ts';
import { completeRestore, restoredFrom } from './backup/complete-restore.ts';
import { openQueueData, type QueueData } from './queue-data.ts';
import type { StationOptions } from './station.ts';

export type StationFolder = {
  settingsDatabase: Database;
  keychain: Keychain;
  store: QueueData;
  /** Time of the backup that was restored (ISO 8601); null without one. */
  restored: string | null;
  /** Closes the data and the settings, and unlocks the folder: each step also when another one fails. */
  close(): Promise<void>;
};

export type StationFolderOptions = Pick<StationOptions, 'dataDir' | 'holder' | 'command' | 'keychain' | 'vaultKey' | 'fileIdentity'>;

/**
 * Opens the data folder and passes it to `open`, whose result has to close it; closes it itself when `open` throws. When a step finds
 * damage, the damage is noted, and the folder is opened a second time: that opening checks all data and salvages them.
 * @throws StationError `data-folder-in-use`, `data-folder-unusable`, `data-key-missing`, `disk-full`
 */
export const openStationFolder = <T>(options: StationFolderOptions, open: (folder: StationFolder) => Promise<T>): Promise<T> =>
  namingDataFolder(options.dataDir, () => openLocked(options, open));

async function openLocked<T>(options: StationFolderOptions, open: (folder: StationFolder) => Promise<T>): Promise<T> {
  const { dataDir, vaultKey, fileIdentity, keychain = systemKeychain() } = options;
  const lock = lockDataFolder(dataDir, options.holder ?? 'desktop', options.command);
  let settings: Database | null = null;
  async function attempt(settingsDatabase: Database): Promise<T> {
    const restored = await restoredFrom(dataDir);
    const store = await openQueueData({
      settings: settingsDatabase,
      dataDir,
      keychain,
      assertLocked: lock.assertLocked,
      isRestored: restored !== null,
      ...(vaultKey && { vaultKey }),
      ...(fileIdentity && { fileIdentity }),
    });
    try {
      const closing = new AsyncDisposableStack();
      closing.defer(lock.release);
      closing.defer(settingsDatabase.close);
      closing.defer(store.close);
      return await open({ settingsDatabase, keychain, store, restored, close: () => closing.disposeAsync() });
    } catch (thrown) {
      await store.close();
      throw thrown;
    }
  }
  try {
    await completeRestore(dataDir);
    settings = openSettingsDatabase(dataDir);
    try {
      return await attempt(settings);
    } catch (thrown) {
      if (problemOf(thrown).code !== 'database-unreadable') throw thrown;
      return await attempt(settings);
    }
  } catch (thrown) {
    settings?.close();
    lock.release();
    throw thrown;
  }
}
