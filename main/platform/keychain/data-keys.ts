/**
 * The key that everything confidential on disk is encrypted with (design, section 2.7): 32 bytes in the operating system's keychain
 * (account `data-key/<id>`), or given in place of it (`STATION_VAULT_KEY`). `settings.sqlite` names the keys of its data folder:
 * one, and two while a key rotation is under way. In memory-only mode the key ends with the process.
 */
import type { Problem } from '../../../shared/errors.ts';

/** `id`: 32 lower-case hex digits that identify the key, and from which no one learns it. */
export type DataKey = { id: string; key: Buffer };

export type DataKeys = {
  /** The newest. */
  current(): DataKey;
  /** The readable keys, the newest first: more than one until a key rotation is complete. */
  all(): DataKey[];
  /** The data folder names another key too: a rotation is not complete. */
  isRotating(): boolean;
  /** Why the key is in memory alone and ends with the process (`queue-not-kept`); null when the data can be read after a restart. */
  memoryOnly: Problem | null;
  /** False when the data may be encrypted with a key that is not among `all`. */
  isCertain: boolean;
  /** Writes the id of the current key into the settings. @throws StationError `disk-full` */
  note(): void;
  /** Makes and stores a new key, which is the current one from then on. @throws StationError `key-not-renewable`, `keychain-unavailable` */
  add(): Promise<void>;
  /** Removes every key but the current one, from the keychain too. Call it when no data are encrypted with them any more. */
  removeOld(): Promise<void>;
};
