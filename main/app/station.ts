/** The interface of the station for the desktop application, the command line and the tests, and the options of its opening. */
import type { RunPace } from '../../shared/domain/mass-search.ts';
import type { ValidationPathParts } from '../../shared/domain/profile.ts';
import type { Problem } from '../../shared/errors.ts';
import type { ProviderChoice } from '../accounts.ts';
import type { Audit } from '../audit/audit.ts';
import type { CaseService } from '../cases/case-service.ts';
import type { RetryPolicy } from '../circuit.ts';
import type { ClientService } from '../client-service/client-service.ts';
import type { Inbox } from '../client-service/inbox/inbox.ts';
import type { Publishing } from '../client-service/publishing/publishing.ts';
import type { Held } from '../connections.ts';
import type { DocumentList } from '../documents/document-list.ts';
import type { listRecords } from '../identity/list-records.ts';
import type { SystemProxy } from '../lines.ts';
import type { ValidationClient } from '../provider/validation-client.ts';
import type { MassService } from '../screening/mass-service.ts';
import type { ScreeningService } from '../screening/screening-service.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Signing } from '../signing/create-signing.ts';
import type { PlacementTestService } from '../signing/placement-test/placement-test.ts';
import type { QueueService } from '../signing/queue-service.ts';
import type { ReturnedFiles } from '../signing/returned-files.ts';
import type { SigningService } from '../signing/signing-service.ts';
import type { LockHolder } from '../store/data-folder-lock.ts';
import type { EncryptedFiles } from '../store/encrypted-files.ts';
import type { ConnectionTest } from '../test-account.ts';
import type { Keychain, Vault } from '../vault/vault.ts';
import type { FileVerifier } from '../verification/verify-files.ts';

export type StationOptions = {
  /** Absolute; made when missing. It has all state; one station at a time works on it. */
  dataDir: string;
  /** Names this process in the message that another station on the data folder gets. */
  holder?: LockHolder;
  /** Replaces the operating system's keychain, which keytar reaches. */
  keychain?: Keychain;
  /** 32 bytes to encrypt the data with, in place of a key in the keychain. */
  vaultKey?: Buffer;
  provider?: ProviderChoice;
  /** `automatic`: pending documents are sent as soon as possible; `manual`: only by `queue.run`. */
  sending?: 'automatic' | 'manual';
  retry?: RetryPolicy;
  /** The time for visits; for tests. */
  now?: () => Date;
  /** Folder for signed files, in place of the one in the settings. Absolute. */
  outputFolder?: string;
  /** The proxy that the operating system names for an address (`http://host:port`), null for none. */
  systemProxy?: SystemProxy;
};

export type Station = {
  settings: SettingsStore;
  vault: Vault;
  documents: DocumentList;
  signing: SigningService;
  queue: QueueService;
  /** Finds out by test documents how a provider counts coordinates. */
  placementTest: PlacementTestService;
  screening: ScreeningService;
  mass: MassService;
  cases: CaseService;
  /** The client's own web service; its publications and its inbox follow. */
  service: ClientService;
  publishing: Publishing;
  inbox: Inbox;
  /** Returned files, for the viewer. */
  returned: ReturnedFiles;
  /** Checks any PDF. */
  verifier: FileVerifier;
  /** Lists all stored records. */
  records(): ReturnType<typeof listRecords>;
  audit: Audit;
  /** The parts that the validation query asks for; null when the query is not set up. */
  validationParts(): ValidationPathParts | null;
  /** The validation query of the connection in use. @throws StationError `validation-not-set-up` */
  validationLine(): Promise<Held<ValidationClient>>;
  /** For received data, which may not be on disk in clear. */
  encryptedFiles: EncryptedFiles;
  /** Whether screening is set up, the pace of bulk screenings, and the name of the clerk. */
  searching(): { canSearch: boolean; pace: RunPace; clerk: string };
  /** Problems with the stored data that a person should read: a damaged database, quarantined rows, hidden data. */
  notices(): readonly Problem[];
  /** Calls `tell` when there is another notice. */
  onNotice(tell: () => void): void;
  /** A person has read the notices: the next start does not repeat them. @throws StationError `disk-full` */
  acknowledgeNotices(): void;
  /** True while the practice provider answers. */
  practice(): boolean;
  /** Gets a token with the profile's signing section and its stored secret. */
  testProfile(profileId: string): Promise<ConnectionTest>;
  /** Encrypts the data with a new key. @throws StationError `key-not-renewable`, `keychain-unavailable`, `disk-full` */
  rotateKey(): Promise<void>;
  /** Profile, secrets or output folder have changed: tries again documents and screenings that wait for them. */
  settingsChanged(): void;
  open: Signing['open'];
  finish: Signing['finish'];
  breakOff: Signing['breakOff'];
  close(): Promise<void>;
};
