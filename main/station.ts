/**
 * Composition root: builds the whole station from plain parts, without Electron. The desktop application,
 * the command line and the tests all start here.
 */
import type { Profile, SecretName } from '../shared/domain/profile.ts';
import type { Problem } from '../shared/errors.ts';
import type { DocumentList } from './documents/document-list.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { SigningService } from './signing/signing-service.ts';
import type { Keychain, Vault } from './vault/vault.ts';

/** Which provider answers: the active stored profile (practice while there is none), the practice provider, or a given profile. */
export type ProviderChoice =
  | { kind: 'stored' }
  | { kind: 'practice' }
  | { kind: 'given'; profile: Profile; secrets: Partial<Record<SecretName, string>> };

export type StationOptions = {
  /** Absolute; made when missing. All state lives there. */
  dataDir: string;
  /** Null: the operating system's, through keytar. */
  keychain?: Keychain;
  provider?: ProviderChoice;
  /** The proxy that the operating system names for an address (`http://host:port`), null for none. */
  systemProxy?: (url: string) => Promise<string | null>;
};

export type Station = {
  settings: SettingsStore;
  vault: Vault;
  documents: DocumentList;
  signing: SigningService;
  /** True while the practice provider answers. */
  practice(): boolean;
  /** Tries the profile's signing section with its stored secret; null when a token came. */
  testProfile(profileId: string): Promise<Problem | null>;
  close(): Promise<void>;
};
