/**
 * The key that everything confidential on disk is encrypted with (design, section 2.7): 32 bytes in the operating system's keychain
 * (account `data-key/<id>`), or given in place of it (`STATION_VAULT_KEY`). `settings.sqlite` names the keys of its data folder:
 * one, and two while a key rotation is under way. In memory-only mode the key ends with the process.
 */
import type { Problem } from '../../shared/errors.ts';

/** `id`: 32 lower-case hex digits, by which the key is known and can't be guessed. */
export type DataKey = { id: string; key: Buffer };

export type DataKeys = {
  /** The newest. */
  current(): DataKey;
  /** Those that can be read, the newest first: more than one until a key rotation is complete. */
  all(): DataKey[];
  /** The data folder names another key too: a rotation is not complete. */
  isRotating(): boolean;
  /** Null when the data can be read after a restart; else why not (`queue-not-kept`): then the key is in memory alone. */
  memoryOnly: Problem | null;
  /** False when the data may be encrypted with a key that is not among `all`. */
  isCertain: boolean;
  /** Has the data folder name the current key. @throws StationError `disk-full` */
  note(): void;
  /** Makes and stores a new key, which is the current one from then on. @throws StationError `key-not-renewable`, `keychain-unavailable` */
  add(): Promise<void>;
  /** Forgets every key but the current one, in the keychain too. For when nothing is encrypted with them any more. */
  removeOld(): Promise<void>;
};
