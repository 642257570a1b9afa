/** Secrets: in the operating system's keychain or nowhere (design, section 2.6). */
import type { SecretAddresses, SecretName } from '../../../shared/domain/profile.ts';
import type { Problem } from '../../../shared/errors.ts';

/** The operating system's keychain, one service name; the only implementation with disk behind it is keytar's. */
export type Keychain = {
  get(account: string): Promise<string | null>;
  set(account: string, value: string): Promise<void>;
  remove(account: string): Promise<void>;
};

/** Beside those of profiles: the passphrase of the PKCS#12 file of the client's own web service. */
export type VaultEntry = SecretName | 'servicePassphrase';
/** In place of a profile's id. */
export const serviceOwner = 'service';
/** In place of an address: the passphrase opens a file and is sent nowhere. */
export const noAddress = '';

export type SecretsSet = { set: SecretName[]; elsewhere: SecretName[] };

export type Vault = {
  /** Null when secrets can be kept; else why not: they are then in memory until the station ends. */
  keychainProblem(): Promise<Problem | null>;
  /**
   * `address`: where the secret is about to be sent (`secretAddresses`).
   * @throws StationError `secret-missing`; `secret-for-other-address` when it was typed for another one
   */
  secret(profileId: string, name: VaultEntry, address: string): Promise<string>;
  /** Stores the secret together with the address that it was typed for. @throws StationError `secret-too-long`, `keychain-unavailable` */
  setSecret(profileId: string, name: VaultEntry, value: string, address: string): Promise<void>;
  removeSecret(profileId: string, name: VaultEntry): Promise<void>;
  /** Which secrets the vault has for a profile. `elsewhere`: those that were typed for another address. */
  secretsSet(profileId: string, addresses: SecretAddresses): Promise<SecretsSet>;
};
