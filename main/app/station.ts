/** The interface of the station for the desktop application, the command line and the tests, and the options of its opening. */

import type { RunPace } from '../../shared/domain/screening/bulk-screening.ts';
import type { ValidationPathParts } from '../../shared/domain/settings/profile.ts';
import type { Problem } from '../../shared/errors.ts';
import type { Audit } from '../features/audit/audit.ts';
import type { DocumentList, RecentOpenings } from '../features/documents/documents.ts';
import type { Hub, ReceivingPace } from '../features/hub/hub.ts';
import type { listRecords } from '../features/records/records.ts';
import type { BulkScreeningService, ScreeningService } from '../features/screening/screening.ts';
import type { SettingsRepository } from '../features/settings/settings.ts';
import type { PlacementTestService, QueueService, ReturnedFiles, Signing, SigningService } from '../features/signing/signing.ts';
import type { FileVerifier } from '../features/verification/verification.ts';
import type { VisitService } from '../features/visits/visits.ts';
import type { Inbox, Publishing, WebService } from '../features/web-service/web-service.ts';
import type { Keychain } from '../platform/keychain/keychain.ts';
import type { Vault } from '../platform/keychain/vault.ts';
import type { EventLog } from '../platform/log/event-log.ts';
import type { SystemNetwork } from '../platform/provider/account.ts';
import type { ValidationLease } from '../platform/provider/validation-query.ts';
import type { RetryPolicy } from '../platform/runtime/circuit-breaker.ts';
import type { FileIdentity } from '../platform/storage/copy-check.ts';
import type { LockHolder } from '../platform/storage/data-folder-lock.ts';
import type { EncryptedFiles } from '../platform/storage/encrypted-files.ts';
import type { ProviderChoice } from './accounts.ts';
import type { Backups } from './backup/backups.ts';
import type { ReportFacts } from './report/make-report.ts';
import type { ConnectionTest } from './test-account.ts';

export type StationOptions = {
  /** Absolute; made when missing. It has all state; one station at a time works on it. */
  dataDir: string;
  /** Names this process in the message that another station on the data folder gets. */
  holder?: LockHolder;
  /** Of the command line: the command's name, for the same message. */
  command?: string;
  /** Replaces the operating system's keychain, which keytar reaches. */
  keychain?: Keychain;
  /** 32 bytes to encrypt the data with, in place of a key in the keychain. */
  vaultKey?: Buffer;
  /** How a copy of the data folder is recognised; for tests, which open copies in place of a folder. */
  fileIdentity?: (path: string) => FileIdentity;
  provider?: ProviderChoice;
  /** `automatic`: pending documents are sent as soon as possible; `manual`: only by `queue.run`. */
  sending?: 'automatic' | 'manual';
  retry?: RetryPolicy;
  /** The time for visits; for tests. */
  now?: () => Date;
  /** Folder for signed files, in place of the one in the settings. Absolute. */
  outputFolder?: string;
  /** The network of the operating system, in Electron. */
  system?: SystemNetwork;
  /** Where events are logged; nowhere without it. */
  log?: EventLog;
  /** For tests. */
  hubPace?: Partial<ReceivingPace>;
};

export type Station = {
  settings: SettingsRepository;
  vault: Vault;
  documents: DocumentList;
  /** What was opened last in the window. */
  recent: RecentOpenings;
  /** Opens the sample contracts; none where another provider than practice would get them. `taken`: number of new ones. @throws the system's error */
  openSamples(): Promise<{ taken: number }>;
  signing: SigningService;
  queue: QueueService;
  /** Finds out by test documents how a provider counts coordinates. */
  placementTest: PlacementTestService;
  screening: ScreeningService;
  bulk: BulkScreeningService;
  visits: VisitService;
  /** The client's own web service; its publications and its inbox follow. */
  service: WebService;
  publishing: Publishing;
  inbox: Inbox;
  /** The hub at head office. */
  hub: Pick<Hub, 'events' | 'state' | 'enrol' | 'leave' | 'wake' | 'elsewhere' | 'start'>;
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
  acquireValidation(): Promise<ValidationLease>;
  /** For received data, which may not be on disk in clear. */
  encryptedFiles: EncryptedFiles;
  /** Whether screening is set up, and the pace of bulk screenings. */
  screeningSetup(): { canScreen: boolean; pace: RunPace };
  backups: Omit<Backups, 'aroundRotation' | 'close'>;
  /** Name of the clerk: from the settings, or else the operating system's user. */
  clerk(): string;
  /** Problems with the stored data that a person should read: a damaged database, quarantined rows, hidden data. */
  notices(): readonly Problem[];
  /** Calls `listener` when there is another notice, and when a restore is prepared or dropped. */
  onNotice(listener: () => void): void;
  /** A person has read the notices: the next start does not repeat them. @throws StationError `disk-full` */
  acknowledgeNotices(): void;
  /** What a report of a problem says of the open data. */
  reportFacts(): Promise<ReportFacts>;
  /** True while the practice provider answers. */
  practice(): boolean;
  /** Gets a token with the profile's signing section and its stored secret. */
  testProfile(profileId: string): Promise<ConnectionTest>;
  /** Whether profiles can use the system's transport: only in Electron. */
  hasSystemNetwork: boolean;
  /** Encrypts the data with a new key. @throws StationError `key-not-renewable`, `keychain-unavailable`, `disk-full` */
  rotateKey(): Promise<void>;
  /** Profile, secrets or output folder have changed: tries again documents and screenings that wait for them. */
  settingsChanged(): void;
  /** The connection may be back: tries again, without waiting for the next attempt. */
  wake(): void;
  postpone: Signing['postpone'];
  open: Signing['open'];
  finish: Signing['finish'];
  breakOff: Signing['breakOff'];
  close(): Promise<void>;
};
