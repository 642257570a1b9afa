/** The whole station, as the desktop application, the command line and the tests see it, and what it is opened with. */
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
import type { SealedFiles } from '../store/sealed-files.ts';
import type { ConnectionTest } from '../test-account.ts';
import type { Keychain, Vault } from '../vault/vault.ts';
import type { FileVerifier } from '../verification/verify-files.ts';

export type StationOptions = {
  /** Absolute; made when missing. All state lives there; one station at a time works on it. */
  dataDir: string;
  /** Who works on the data folder, for the message that another one gets. */
  holder?: LockHolder;
  /** In place of the operating system's, which keytar reaches. */
  keychain?: Keychain;
  /** 32 bytes to encrypt the data with, in place of a key in the keychain. */
  vaultKey?: Buffer;
  provider?: ProviderChoice;
  /** `automatic`: what waits is sent as soon as it can be; `manual`: only by `queue.run`. */
  sending?: 'automatic' | 'manual';
  retry?: RetryPolicy;
  /** What time it is for visits; for tests. */
  now?: () => Date;
  /** For signed files, in place of the settings' choice. Absolute. */
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
  /** The client's own web service, with what is published and what came in. */
  service: ClientService;
  publishing: Publishing;
  inbox: Inbox;
  /** Files that came back, for the viewer. */
  returned: ReturnedFiles;
  /** Checks any PDF. */
  verifier: FileVerifier;
  /** All records that are kept. */
  records(): ReturnType<typeof listRecords>;
  audit: Audit;
  /** What the validation query asks for; null when it is not set up. */
  validationParts(): ValidationPathParts | null;
  /** The validation query of the connection in use. @throws StationError `validation-not-set-up` */
  validationLine(): Promise<Held<ValidationClient>>;
  /** For what comes from the line and may not lie on disk in clear. */
  sealedFiles: SealedFiles;
  /** Whether persons can be searched for, how fast lists go, and who is at the station. */
  searching(): { canSearch: boolean; pace: RunPace; clerk: string };
  /** Problems with the stored data that a person should read: a damaged database, quarantined rows, hidden data. */
  notices(): readonly Problem[];
  /** A person has read the notices: the next start does not repeat them. @throws StationError `disk-full` */
  acknowledgeNotices(): void;
  /** True while the practice provider answers. */
  practice(): boolean;
  /** Tries the profile's signing section with its stored secret; null when a token came. */
  testProfile(profileId: string): Promise<ConnectionTest>;
  /** Encrypts the data with a new key. @throws StationError `key-not-renewable`, `keychain-unavailable`, `disk-full` */
  rotateKey(): Promise<void>;
  /** Profile, secrets or output folder are not what they were: what waited for them is tried again. */
  settingsChanged(): void;
  open: Signing['open'];
  finish: Signing['finish'];
  breakOff: Signing['breakOff'];
  close(): Promise<void>;
};
