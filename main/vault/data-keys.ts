/**
 * The keys under which everything confidential on disk is sealed (design, section 2.6): 32 bytes each, in the
 * operating system's keychain (account `data-key/<id>`), or given in place of it (`STATION_VAULT_KEY`). The
 * database says which keys its data folder uses; without a keychain there is one that ends with the process.
 */
import type { Problem } from '../../shared/errors.ts';

/** `id`: 32 lower-case hex digits; it stands beside everything that is sealed under the key. */
export type DataKey = { id: string; key: Buffer };

export type DataKeys = {
  /** What is sealed from now on is sealed under this one. */
  current(): DataKey;
  /** `absent`: the data folder knows the key, but it is not at hand. `unknown`: no key of this data folder. */
  find(id: string): DataKey | 'absent' | 'unknown';
  /** Null when what is sealed can be opened after a restart; else why not (`queue-not-kept`): then the key is in memory alone. */
  notKept: Problem | null;
  /**
   * Makes and stores a new key, which is the current one from then on; the old ones stay at hand.
   * @throws StationError `key-not-renewable`, `keychain-unavailable`
   */
  renew(): Promise<void>;
  /** Forgets every key but the current one, in the keychain too. For when nothing is sealed under them any more. */
  retireOld(): Promise<void>;
  /** Keys beside the current one that are still at hand: a renewal was not finished. */
  old(): string[];
};
