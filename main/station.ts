/**
 * Composition root: builds the whole station from plain parts, without Electron. The desktop application,
 * the command line and the tests all start here.
 */
import { type Profile, profileSchema, type SecretName } from '../shared/domain/profile.ts';
import { type Problem, problem, problemOf, StationError } from '../shared/errors.ts';
import { createDocumentList } from './documents/create-document-list.ts';
import type { DocumentList } from './documents/document-list.ts';
import { createFactsReader } from './documents/facts-reader.ts';
import { readDocumentBytes } from './documents/read-document.ts';
import { type Account, createLines, type SystemProxy } from './lines.ts';
import { watchNetwork } from './network-watch.ts';
import { createPracticeMode } from './practice-mode.ts';
import { connectProvider } from './provider/connect-provider.ts';
import { canValidate } from './provider/validation-query.ts';
import { createSettingsStore } from './settings/create-settings-store.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { accountKey, practiceAccount } from './signing/account-key.ts';
import { createSigning, type Signing } from './signing/create-signing.ts';
import type { QueueService } from './signing/queue-service.ts';
import { openQueueStore } from './signing/queue-store.ts';
import { defaultRetry, type RetryPolicy } from './signing/sending/circuit.ts';
import type { SigningService } from './signing/signing-service.ts';
import { type LockHolder, lockDataFolder } from './store/data-folder-lock.ts';
import { type Database, openDatabase } from './store/database.ts';
import { createVault } from './vault/create-vault.ts';
import { systemKeychain } from './vault/system-keychain.ts';
import type { Keychain, Vault } from './vault/vault.ts';

type Secrets = Partial<Record<SecretName, string>>;

/**
 * Which provider answers: the active stored profile (practice while there is none), the practice provider,
 * or a given profile. Secrets that are given with `stored` go before the vault's.
 */
export type ProviderChoice =
  | { kind: 'stored'; secrets?: Secrets }
  | { kind: 'practice' }
  | { kind: 'given'; profile: Profile; secrets: Secrets };

export type StationOptions = {
  /** Absolute; made when missing. All state lives there; one station at a time works on it. */
  dataDir: string;
  /** Who works on the data folder, for the message that another one gets. */
  holder?: LockHolder;
  /** In place of the operating system's, which keytar reaches. */
  keychain?: Keychain;
  /** 32 bytes to seal with, in place of a key in the keychain. */
  vaultKey?: Buffer;
  provider?: ProviderChoice;
  /** `automatic`: what waits is sent as soon as it can be; `manual`: only by `queue.run`. */
  sending?: 'automatic' | 'manual';
  retry?: RetryPolicy;
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
  /** What a person should know of the stored state: what could not be read was set aside. */
  notices(): readonly Problem[];
  /** True while the practice provider answers. */
  practice(): boolean;
  /** Tries the profile's signing section with its stored secret; null when a token came. */
  testProfile(profileId: string): Promise<Problem | null>;
  /** Makes a new key for everything sealed on disk. @throws StationError `key-not-renewable`, `keychain-unavailable`, `disk-full` */
  renewKey(): Promise<void>;
  /** Profile, secrets or output folder are not what they were: what waited for them is tried again. */
  settingsChanged(): void;
  open: Signing['open'];
  finish: Signing['finish'];
  breakOff: Signing['breakOff'];
  close(): Promise<void>;
};

/** @throws StationError `data-folder-in-use`, `data-folder-unusable`, `disk-full` */
export async function createStation(options: StationOptions): Promise<Station> {
  const lock = lockDataFolder(options.dataDir, options.holder ?? 'desktop');
  let database: Database | null = null;
  try {
    database = openDatabase(options.dataDir);
    return await openStation(options, database, lock.release);
  } catch (thrown) {
    database?.close();
    lock.release();
    throw thrown;
  }
}

async function openStation(options: StationOptions, database: Database, unlock: () => void): Promise<Station> {
  const { dataDir, provider: choice = { kind: 'stored' }, systemProxy } = options;
  const settings = createSettingsStore(database);
  const keychain = options.keychain ?? systemKeychain();
  const vault = createVault(keychain);
  const store = await openQueueStore({ database, dataDir, keychain, ...(options.vaultKey && { given: options.vaultKey }) });
  const documents = createDocumentList();
  const signedFacts = createFactsReader();
  const practiceMode = createPracticeMode();
  const lines = createLines(systemProxy);

  const activeId = () => (choice.kind === 'stored' ? settings.settings().activeProfileId : null);
  const isPractice = () => choice.kind === 'practice' || (choice.kind === 'stored' && activeId() === null);

  function stored(id: string): Account {
    const secrets = choice.kind === 'stored' ? choice.secrets : undefined;
    return { id, profile: settings.profile(id), secret: async (name) => secrets?.[name] || vault.secret(id, name) };
  }

  async function practiceProvider(): Promise<Account> {
    const { profile, secrets, origin } = await practiceMode.started();
    return { id: origin, profile: profileSchema.parse(profile), secret: given(secrets) };
  }

  /** The active profile, where that needs no provider to be started. */
  function activeProfile(): Account | null {
    if (choice.kind === 'given') return { id: 'given', profile: choice.profile, secret: given(choice.secrets) };
    const id = activeId();
    return id === null ? null : stored(id);
  }

  function activeAccount(): string | null {
    if (isPractice()) return practiceAccount;
    const signing = activeProfile()?.profile.signing;
    return signing ? accountKey(signing) : null;
  }

  /** The active profile goes first; a stored one that is for the same account will do. */
  async function accountFor(key: string): Promise<Account | null> {
    if (key === practiceAccount) return isPractice() ? practiceProvider() : null;
    if (key === activeAccount()) return activeProfile();
    if (choice.kind !== 'stored') return null;
    const found = settings.profiles().find(({ signing }) => signing && accountKey(signing) === key);
    return found ? stored(found.id) : null;
  }

  const signingParts = await createSigning({
    ...store,
    dataDir,
    documents,
    readFacts: async (bytes) => (await readDocumentBytes(bytes, signedFacts)).facts,
    async active() {
      const account = isPractice() ? await practiceProvider() : activeProfile();
      const signing = account?.profile.signing;
      return signing ? { account: isPractice() ? practiceAccount : accountKey(signing), signing } : null;
    },
    activeAccount,
    async line(key) {
      const account = await accountFor(key);
      return account && lines.line(account);
    },
    canCheck: () => isPractice() || canValidate(activeProfile()?.profile.validation),
    outputFolder: { forThisRun: options.outputFolder ?? null, bySettings: () => settings.settings().outputFolder },
    retry: options.retry ?? defaultRetry,
  });
  const { signing, queue } = signingParts;
  const stopWatching = watchNetwork(() => signingParts.wake());
  if (options.sending !== 'manual') signingParts.start();

  return {
    settings,
    vault,
    documents,
    signing,
    queue,
    notices: () => [...database.notices, ...store.notices()],
    practice: isPractice,
    testProfile: (profileId) => testAccount(() => stored(profileId), systemProxy),
    renewKey: () => store.renewKey(),
    settingsChanged: () => signingParts.wake(),
    open: signingParts.open,
    finish: signingParts.finish,
    breakOff: signingParts.breakOff,
    async close() {
      stopWatching();
      try {
        // What is being sent gets its result before its line, its provider and its reader go.
        await signingParts.close();
        await lines.close();
        await Promise.all([practiceMode.close(), documents.close(), signedFacts.close()]);
        await store.close();
        settings.close();
      } finally {
        unlock();
      }
    },
  };
}

function given(secrets: Secrets): Account['secret'] {
  return async (name) => {
    const secret = secrets[name];
    if (!secret) throw new StationError('secret-missing', { secret: name });
    return secret;
  };
}

/** A fresh connection, so that nothing remembered makes a wrong profile look right. */
async function testAccount(account: () => Account, systemProxy: SystemProxy | undefined): Promise<Problem | null> {
  try {
    const { profile, secret } = account();
    if (!profile.signing) return problem('signing-not-set-up');
    const provider = connectProvider({
      signing: profile.signing,
      network: profile.network,
      secret: () => secret('clientSecret'),
      ...(systemProxy && { systemProxy }),
    });
    try {
      await provider.testSigning();
      return null;
    } finally {
      await provider.close();
    }
  } catch (thrown) {
    return problemOf(thrown);
  }
}
